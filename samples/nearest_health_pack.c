/* The nearest active health pack, by one search for any number of packs: it expands from the agent,
 * cheapest first, and stops at the first node with the tag and an active pack. Then a friend of the
 * agent takes that pack, and a bridge falls; the second query finds the next pack.
 *
 *            health            health
 *    hall ---- attic            shrine
 *     |                           |
 *    yard ==== bridge ==== bank --+
 *     |                      |
 *    cellar ---- tunnel ---- vault (health)
 */
#include "wend/wend.h"

#include <stdio.h>

enum { HEALTH = 7, PLACES = 9 };
enum { HALL, ATTIC, YARD, BRIDGE, BANK, SHRINE, CELLAR, TUNNEL, VAULT };

static const char *const names[PLACES] = {"hall",   "attic",  "yard",   "bridge", "bank",
                                          "shrine", "cellar", "tunnel", "vault"};

typedef struct game {
    wend_graph *graph;
    bool is_taken[PLACES];
    uint32_t bridge; /* the edge that can fall */
} game;

static bool add_places(wend_graph *graph)
{
    static const double at[PLACES][3] = {{0, 0, 0},   {10, 0, 6},   {0, 8, 0},
                                         {12, 8, 1},  {24, 8, 0},   {26, 4, 0},
                                         {0, 16, -3}, {15, 16, -3}, {24, 16, -3}};
    for (int k = 0; k < PLACES; k++) {
        wend_graph_node def = wend_graph_node_default();
        def.position = (wend_vec2){at[k][0], at[k][1]};
        def.height = at[k][2];
        def.tag = k == ATTIC || k == SHRINE || k == VAULT ? HEALTH : WEND_TAG_NONE;
        wend_node node;
        if (wend_graph_add_node(graph, &def, &node) != WEND_OK) {
            return false;
        }
    }
    return true;
}

/* Costs follow the lengths. */
static bool add_way(wend_graph *graph, wend_node from, wend_node to, uint32_t *edge)
{
    wend_graph_edge def = wend_graph_edge_default();
    def.from = from;
    def.to = to;
    return wend_graph_add_edge(graph, &def, edge) == WEND_OK;
}

static bool build(game *g)
{
    static const wend_node ways[][2] = {{HALL, ATTIC},   {HALL, YARD},   {BRIDGE, BANK},
                                        {BANK, SHRINE},  {YARD, CELLAR}, {CELLAR, TUNNEL},
                                        {TUNNEL, VAULT}, {VAULT, BANK},  {YARD, BRIDGE}};
    const wend_graph_def def = wend_graph_def_default();
    bool is_done = wend_graph_create(&def, &g->graph) == WEND_OK && add_places(g->graph);
    for (size_t k = 0; k < sizeof ways / sizeof ways[0] && is_done; k++) {
        is_done = add_way(g->graph, ways[k][0], ways[k][1], &g->bridge); /* the last one stays */
    }
    return is_done;
}

/* The search calls this for each node that it expands. */
static bool is_active_pack(void *user, wend_node node)
{
    const game *g = user;
    wend_graph_node def;
    return wend_graph_get_node(g->graph, node, &def) == WEND_OK && def.tag == HEALTH &&
           !g->is_taken[node];
}

static wend_node ask(game *g, wend_search *search, wend_path *path, wend_node from)
{
    wend_search_query query = wend_search_query_default();
    query.start = from;
    query.goal_kind = WEND_GOAL_PREDICATE;
    query.is_goal = is_active_pack;
    query.user = g;
    wend_search_answer answer;
    const wend_result result = wend_search_find(search, &query);
    wend_search_get_answer(search, &answer);
    if (result != WEND_OK || wend_path_from_search(path, search) != WEND_OK) {
        printf("from %s: none (%s)\n", names[from], wend_failure_reason_text(answer.reason));
        return WEND_NODE_NONE;
    }
    printf("from %s: %s", names[from], names[answer.node]);
    for (size_t k = 0; k < wend_path_leg_count(path); k++) {
        printf("%s%s", k == 0 ? " by " : ", ", names[wend_path_leg(path, k).to]);
    }
    printf("; %.1f m, %llu places looked at\n", wend_path_length(path),
           (unsigned long long)answer.expanded);
    return answer.node;
}

static bool play(game *g, wend_space *space, wend_search *search, wend_path *path)
{
    const wend_node first = ask(g, search, path, YARD);
    if (first == WEND_NODE_NONE) {
        return false;
    }
    g->is_taken[first] = true; /* taken by a friend */
    bool is_done = ask(g, search, path, YARD) == SHRINE;
    is_done = is_done && wend_graph_set_open(g->graph, g->bridge, false) == WEND_OK &&
              wend_space_update(space) == WEND_OK; /* touches the two arcs of that edge */
    printf("the bridge falls\n");
    return is_done && ask(g, search, path, YARD) == VAULT;
}

int main(void)
{
    game g = {0};
    wend_space *space = NULL;
    wend_search *search = NULL;
    wend_path *path = NULL;
    bool is_done = build(&g);
    wend_space_def space_def = wend_space_def_default();
    space_def.graph = g.graph;
    is_done = is_done && wend_space_create(&space_def, &space) == WEND_OK;
    wend_search_def search_def = wend_search_def_default();
    search_def.space = space;
    is_done = is_done && wend_search_create(&search_def, &search) == WEND_OK &&
              wend_path_create(NULL, &path) == WEND_OK && play(&g, space, search, path);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(g.graph);
    return is_done ? 0 : 1;
}
