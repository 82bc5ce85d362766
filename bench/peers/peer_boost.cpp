/* Boost.Graph's A* on a compressed graph of the open cells.
 * Cost: 12 bytes an edge and 20 a vertex.
 *
 * Used in the fastest form: the graph and all property maps are made once; instead of Boost's
 * initialisation of every vertex for every search, only those touched by the last one are reset
 * (astar_search_no_init). Only the heap's index remains, which Boost allocates each time. */
#include "peers/peer.h"

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/version.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace
{

constexpr uint32_t no_vertex = UINT32_MAX;
constexpr wend_cost infinite = std::numeric_limits<wend_cost>::max();

struct edge_weight {
    wend_cost weight;
};

using graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, edge_weight,
                                                 boost::no_property, uint32_t, uint32_t>;

struct place {
    int32_t x, y;
};

struct found_goal {
};

wend_cost octile(const yardstick_ground &ground, place a, place b)
{
    auto dx = static_cast<wend_cost>(a.x < b.x ? b.x - a.x : a.x - b.x);
    auto dy = static_cast<wend_cost>(a.y < b.y ? b.y - a.y : a.y - b.y);
    wend_cost longer = dx > dy ? dx : dy;
    wend_cost shorter = dx > dy ? dy : dx;
    wend_cost diagonal = ground.has_diagonals ? WEND_COST_DIAGONAL : 2 * WEND_COST_ONE;
    return ground.factor_min * ((longer - shorter) * WEND_COST_ONE + shorter * diagonal);
}

/* The vertices are the open cells by rows, so that walls take no memory. */
struct layout {
    std::vector<uint32_t> vertex_of; /* by padded cell */
    std::vector<place> places;       /* by vertex */
};

layout make_layout(const yardstick_ground &ground)
{
    layout result;
    result.vertex_of.assign(ground.cell_count, no_vertex);
    auto stride = static_cast<uint32_t>(ground.stride);
    for (uint32_t cell = 0; cell < ground.cell_count; cell++) {
        if (ground.factors[cell] != 0) {
            result.vertex_of[cell] = static_cast<uint32_t>(result.places.size());
            result.places.push_back(
                {static_cast<int32_t>(cell % stride), static_cast<int32_t>(cell / stride)});
        }
    }
    return result;
}

struct edge_lists {
    std::vector<std::pair<uint32_t, uint32_t>> ends;
    std::vector<edge_weight> weights;
};

void add_edges_of(const yardstick_ground &ground, const layout &map, uint32_t cell,
                  edge_lists &edges)
{
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            bool is_diagonal = dx != 0 && dy != 0;
            const uint8_t *here = ground.factors + cell;
            uint8_t factor = here[dy * ground.stride + dx];
            bool is_cut = is_diagonal && (here[dx] == 0 || here[dy * ground.stride] == 0);
            if ((dx == 0 && dy == 0) || factor == 0 || is_cut ||
                (is_diagonal && !ground.has_diagonals)) {
                continue;
            }
            auto target =
                static_cast<uint32_t>(static_cast<int32_t>(cell) + dy * ground.stride + dx);
            wend_cost length = is_diagonal ? WEND_COST_DIAGONAL : WEND_COST_ONE;
            edges.ends.emplace_back(map.vertex_of[cell], map.vertex_of[target]);
            edges.weights.push_back({length * factor});
        }
    }
}

graph make_graph(const yardstick_ground &ground, const layout &map)
{
    edge_lists edges;
    for (uint32_t cell = 0; cell < ground.cell_count; cell++) {
        if (ground.factors[cell] != 0) {
            add_edges_of(ground, map, cell, edges);
        }
    }
    return graph(boost::edges_are_sorted, edges.ends.begin(), edges.ends.end(),
                 edges.weights.begin(), static_cast<uint32_t>(map.places.size()));
}

} // namespace

struct bench_peer {
    explicit bench_peer(const yardstick_ground &map_ground)
        : ground(map_ground), map(make_layout(map_ground)), edges(make_graph(map_ground, map)),
          distance(map.places.size(), infinite), rank(map.places.size(), infinite),
          parent(map.places.size()), color(map.places.size(), boost::white_color)
    {
    }

    const yardstick_ground &ground;
    layout map;
    graph edges;
    std::vector<wend_cost> distance, rank;
    std::vector<uint32_t> parent;
    std::vector<boost::default_color_type> color;
    std::vector<uint32_t> touched;
    std::vector<uint32_t> path;
};

namespace
{

struct visitor : boost::default_astar_visitor {
    visitor(bench_peer &owner, uint32_t goal_vertex, uint64_t &count)
        : peer(owner), goal(goal_vertex), expanded(count)
    {
    }
    void discover_vertex(uint32_t vertex, const graph &)
    {
        peer.touched.push_back(vertex);
    }
    void examine_vertex(uint32_t vertex, const graph &)
    {
        if (vertex == goal) {
            throw found_goal();
        }
        expanded++;
    }
    bench_peer &peer;
    uint32_t goal;
    uint64_t &expanded;
};

uint32_t vertex_at(const bench_peer &peer, uint32_t node)
{
    auto width = static_cast<uint32_t>(peer.ground.width);
    auto stride = static_cast<uint32_t>(peer.ground.stride);
    return peer.map.vertex_of[(node / width + 1) * stride + node % width + 1];
}

void set_back(bench_peer &peer)
{
    for (uint32_t vertex : peer.touched) {
        peer.distance[vertex] = infinite;
        peer.color[vertex] = boost::white_color;
    }
    peer.touched.clear();
}

size_t read_path(bench_peer &peer, uint32_t start, uint32_t goal)
{
    peer.path.clear();
    for (uint32_t vertex = goal; vertex != start; vertex = peer.parent[vertex]) {
        peer.path.push_back(vertex);
    }
    peer.path.push_back(start);
    return peer.path.size();
}

bool search(bench_peer &peer, uint32_t start, uint32_t goal, uint64_t &expanded)
{
    place target = peer.map.places[goal];
    auto estimate = [&peer, target](uint32_t vertex) {
        return octile(peer.ground, peer.map.places[vertex], target);
    };
    auto index = get(boost::vertex_index, peer.edges);
    set_back(peer);
    peer.distance[start] = 0;
    peer.rank[start] = estimate(start);
    peer.parent[start] = start;
    try {
        boost::astar_search_no_init(peer.edges, start, estimate, visitor(peer, goal, expanded),
                                    make_iterator_property_map(peer.parent.begin(), index),
                                    make_iterator_property_map(peer.rank.begin(), index),
                                    make_iterator_property_map(peer.distance.begin(), index),
                                    get(&edge_weight::weight, peer.edges),
                                    make_iterator_property_map(peer.color.begin(), index), index,
                                    std::less<wend_cost>(), std::plus<wend_cost>(), infinite,
                                    wend_cost(0));
    } catch (const found_goal &) {
        return true;
    }
    return false;
}

} // namespace

const char *bench_peer_name(void)
{
    return "Boost " BOOST_LIB_VERSION;
}

const char *bench_peer_hint(void)
{
    return "";
}

bench_peer *bench_peer_create(const yardstick_ground *ground)
{
    try {
        return new bench_peer(*ground);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void bench_peer_destroy(bench_peer *peer)
{
    delete peer;
}

yardstick_answer bench_peer_find(bench_peer *peer, uint32_t start, uint32_t goal)
{
    yardstick_answer answer = {};
    uint32_t from = vertex_at(*peer, start);
    uint32_t to = vertex_at(*peer, goal);
    if (from == no_vertex || to == no_vertex) {
        return answer;
    }
    answer.is_found = search(*peer, from, to, answer.expanded);
    if (answer.is_found) {
        answer.cost = peer->distance[to];
        answer.path_count = read_path(*peer, from, to);
    }
    return answer;
}
