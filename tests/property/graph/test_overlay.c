/* Overlays of random graphs beside a slow twin, which keeps a number for every edge and measures
 * discs by many points on an edge. Spaces repaired after changes of overlays are fresh ones, find
 * what a reference finds, and are as before once the overlays are removed. */
#include "support/test.h"
#include "world.h"

#include "base/math/bits.h"
#include "route/space/space.h"
#include "wend/graph.h"
#include "wend/graph_overlay.h"

enum { SEEDS = 150, ROUNDS = 10, OVERLAYS = 3, LIMIT = 600, POINTS = 2048 };

typedef struct twin {
    world w;
    wend_overlay_id ids[OVERLAYS];
    wend_graph_overlay_def defs[OVERLAYS];
    uint32_t values[OVERLAYS][LIMIT];
    wend_cost extra[LIMIT];
    uint32_t layers; /* of the space */
} twin;

static bool add_overlays(twin *t)
{
    bool holds = true;
    for (uint32_t i = 0; i < OVERLAYS; i++) {
        t->defs[i] = wend_graph_overlay_def_default();
        t->defs[i].layers = draw(&t->w, 4);
        t->defs[i].keep = draw(&t->w, 3) == 0 ? 1 : 0.25 * draw(&t->w, 4) + 0.125;
        t->defs[i].max_value = draw(&t->w, 2) == 0 ? 64 * WEND_OVERLAY_ONE : 1 + draw(&t->w, 5000);
        holds =
            wend_graph_add_overlay(t->w.graph, &t->defs[i], &t->ids[i], NULL) == WEND_OK && holds;
    }
    return holds;
}

/* ---- the twin ---- */

static wend_cost twin_cost(const twin *t, uint32_t layers, uint32_t edge)
{
    wend_cost sum = 0;
    for (uint32_t i = 0; i < OVERLAYS; i++) {
        if ((t->defs[i].layers & layers) != 0) {
            sum += t->values[i][edge] * 8 / WEND_OVERLAY_ONE * (WEND_COST_ONE / 8);
        }
    }
    return sum;
}

/* The metres of an edge within a disc, and in *step those between two points. */
static double metres_by_points(const twin *t, uint32_t edge, wend_vec2 centre, double radius,
                               double *step)
{
    wend_graph_edge e;
    wend_graph_node a;
    wend_graph_node b;
    *step = 0;
    if (wend_graph_get_edge(t->w.graph, edge, &e) != WEND_OK ||
        e.behaviour == WEND_BEHAVIOUR_TELEPORT) {
        return 0;
    }
    (void)wend_graph_get_node(t->w.graph, e.from, &a);
    (void)wend_graph_get_node(t->w.graph, e.to, &b);
    const double dx = b.position.x - a.position.x;
    const double dy = b.position.y - a.position.y;
    const double dz = b.height - a.height;
    *step = wend_sqrt(dx * dx + dy * dy + dz * dz) / (double)POINTS;
    double metres = 0;
    for (uint32_t k = 0; k < POINTS; k++) {
        const double part = (k + 0.5) / (double)POINTS;
        const double x = a.position.x + part * dx - centre.x;
        const double y = a.position.y + part * dy - centre.y;
        metres += x * x + y * y <= radius * radius ? *step : 0;
    }
    return metres;
}

static double limited(double value, uint32_t most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* Compares what a disc added, and takes it over. */
static bool follow_disc(twin *t, uint32_t i, wend_vec2 centre, double radius, int32_t amount)
{
    bool holds = true;
    for (uint32_t edge = 0; edge < wend_graph_edge_limit(t->w.graph); edge++) {
        double step;
        const double metres = metres_by_points(t, edge, centre, radius, &step);
        const uint32_t most = t->defs[i].max_value;
        const double expected = limited(t->values[i][edge] + metres * amount, most);
        const uint32_t is = wend_graph_overlay_value(t->w.graph, t->ids[i], edge);
        const double off = is > expected ? is - expected : expected - is;
        holds = holds && off <= 2 * step * (amount < 0 ? -amount : amount) + 0.51 && is <= most;
        holds = holds && (step > 0 || is == t->values[i][edge]);
        t->values[i][edge] = is;
    }
    return holds;
}

static bool add_disc(twin *t, uint32_t i)
{
    world *w = &t->w;
    const wend_vec2 centre = {draw(w, 500) * 0.1 - 20, draw(w, 500) * 0.1 - 20};
    const double radius = draw(w, 8) == 0 ? 0 : draw(w, 100) * 0.1;
    const int32_t amount = (int32_t)draw(w, 4000) - 1000;
    return wend_graph_overlay_add(w->graph, t->ids[i], centre, radius, amount) == WEND_OK &&
           follow_disc(t, i, centre, radius, amount);
}

static bool add_edge(twin *t, uint32_t i)
{
    world *w = &t->w;
    const uint32_t edge = draw(w, wend_graph_edge_limit(w->graph) + 1);
    const int32_t amount = (int32_t)draw(w, 9000) - 3000;
    wend_graph_edge e;
    const wend_result there = wend_graph_get_edge(w->graph, edge, &e);
    if (wend_graph_overlay_add_edge(w->graph, t->ids[i], edge, amount) != there) {
        return false;
    }
    if (there == WEND_OK) {
        t->values[i][edge] =
            (uint32_t)limited((double)t->values[i][edge] + amount, t->defs[i].max_value);
    }
    return true;
}

static bool tick(twin *t, uint32_t i)
{
    for (uint32_t edge = 0; edge < LIMIT; edge++) {
        t->values[i][edge] = (uint32_t)(t->values[i][edge] * t->defs[i].keep);
    }
    return wend_graph_overlay_tick(t->w.graph, t->ids[i]) == WEND_OK;
}

/* ---- edits ---- */

static void forget_removed(twin *t)
{
    wend_graph_edge e;
    for (uint32_t edge = 0; edge < LIMIT; edge++) {
        for (uint32_t i = 0; i < OVERLAYS; i++) {
            const bool is_there = wend_graph_get_edge(t->w.graph, edge, &e) == WEND_OK;
            t->values[i][edge] = is_there ? t->values[i][edge] : 0;
        }
    }
}

static bool compact(twin *t)
{
    uint32_t map[LIMIT];
    const uint32_t limit = wend_graph_edge_limit(t->w.graph);
    if (wend_graph_compact(t->w.graph, NULL, map) != WEND_OK) {
        return false;
    }
    for (uint32_t i = 0; i < OVERLAYS; i++) {
        uint32_t moved[LIMIT] = {0};
        for (uint32_t edge = 0; edge < limit; edge++) {
            if (map[edge] != WEND_EDGE_NONE) {
                moved[map[edge]] = t->values[i][edge];
            }
        }
        memcpy(t->values[i], moved, sizeof moved);
    }
    return true;
}

static bool edit(twin *t)
{
    world *w = &t->w;
    const uint32_t edge = draw(w, wend_graph_edge_limit(w->graph) + 1);
    switch (draw(w, 6)) {
    case 0:
        (void)wend_graph_remove_edge(w->graph, edge);
        break;
    case 1:
        (void)wend_graph_remove_node(w->graph, draw(w, wend_graph_node_limit(w->graph)));
        break;
    case 2:
        return compact(t);
    case 3:
        draw_edge(w);
        break;
    default:
        (void)wend_graph_set_open(w->graph, edge, draw(w, 2) == 0);
        break;
    }
    forget_removed(t);
    return true;
}

/* ---- spaces ---- */

static wend_space *space_of(const twin *t, uint32_t layers)
{
    wend_space_def def = wend_space_def_default();
    def.graph = t->w.graph;
    def.behaviour_factors = t->w.factors;
    def.behaviour_count = 8;
    def.flags_refused = t->w.refused;
    def.overlay_layers = layers;
    wend_space *space = NULL;
    return wend_space_create(&def, &space) == WEND_OK ? space : NULL;
}

static bool is_same(const wend_space *a, const wend_space *b)
{
    bool holds = a->net->hash == b->net->hash && a->revision == b->revision;
    for (uint32_t metric = 0; metric < WENDI_METRICS; ++metric) {
        holds = holds && wendi_bits_of_f64(a->net->rates[metric].least) ==
                             wendi_bits_of_f64(b->net->rates[metric].least);
    }
    return holds;
}

static bool is_as_fresh(const twin *t, const wend_space *space, uint32_t layers)
{
    wend_space *fresh = space_of(t, layers);
    const bool holds = fresh != NULL && is_same(space, fresh);
    wend_space_destroy(fresh);
    return holds;
}

static bool finds_the_least(twin *t, const wend_space *space)
{
    world *w = &t->w;
    const uint32_t nodes = wend_graph_node_limit(w->graph);
    wend_cost costs[WORLD_NODES_MAX];
    wend_search *search = world_search(space);
    wend_search_query query = wend_search_query_default();
    query.start = draw(w, nodes);
    query.goal = draw(w, nodes);
    world_costs(w, query.start, costs);
    bool holds = search != NULL;
    if (holds && wend_graph_has_node(w->graph, query.start) &&
        wend_graph_has_node(w->graph, query.goal)) {
        wend_search_answer answer;
        (void)wend_search_find(search, &query);
        wend_search_get_answer(search, &answer);
        holds = answer.cost == costs[query.goal];
    }
    wend_search_destroy(search);
    return holds;
}

/* ---- the whole ---- */

static bool costs_are(twin *t)
{
    bool holds = true;
    for (uint32_t edge = 0; edge < LIMIT; edge++) {
        t->extra[edge] = twin_cost(t, t->layers, edge);
        for (uint32_t layers = 0; layers < 4; layers++) {
            holds = holds &&
                    wend_graph_overlay_cost(t->w.graph, layers, edge) == twin_cost(t, layers, edge);
        }
        for (uint32_t i = 0; i < OVERLAYS; i++) {
            holds = holds &&
                    wend_graph_overlay_value(t->w.graph, t->ids[i], edge) == t->values[i][edge];
        }
    }
    return holds;
}

/* Changes an overlay; a revision is made if and only if a step changes. */
static bool change(twin *t)
{
    wend_cost was[LIMIT][OVERLAYS];
    const uint64_t revision = wend_graph_revision(t->w.graph);
    const uint32_t i = draw(&t->w, OVERLAYS);
    for (uint32_t edge = 0; edge < LIMIT; edge++) {
        was[edge][i] = t->values[i][edge] * 8 / WEND_OVERLAY_ONE;
    }
    const uint32_t how = draw(&t->w, 4);
    const bool holds = how == 0 ? tick(t, i) : how == 1 ? add_edge(t, i) : add_disc(t, i);
    bool is_other = false;
    for (uint32_t edge = 0; edge < LIMIT; edge++) {
        is_other = is_other || was[edge][i] != t->values[i][edge] * 8 / WEND_OVERLAY_ONE;
    }
    return holds && wend_graph_revision(t->w.graph) == revision + (is_other ? 1 : 0);
}

static bool is_loaded_as_saved(const wend_graph *graph)
{
    static uint8_t bytes[1 << 16];
    size_t count;
    wend_graph *loaded = NULL;
    bool holds = wend_graph_save(graph, bytes, sizeof bytes, &count) == WEND_OK &&
                 wend_graph_load(NULL, bytes, count, &loaded) == WEND_OK &&
                 wend_graph_hash(loaded) == wend_graph_hash(graph);
    wend_graph_destroy(loaded);
    return holds;
}

static bool overlays_hold(uint64_t seed, void *context)
{
    (void)context;
    static twin t;
    memset(&t, 0, sizeof t);
    t.w = world_make(seed);
    t.layers = draw(&t.w, 4);
    bool holds = add_overlays(&t);
    wend_space *space = space_of(&t, t.layers);
    for (int round = 0; round < ROUNDS && holds; ++round) {
        holds = draw(&t.w, 3) != 0 || edit(&t);
        for (uint32_t k = draw(&t.w, 4); k > 0 && holds; --k) {
            holds = change(&t);
        }
        holds = holds && costs_are(&t) && wend_space_update(space) == WEND_OK;
        t.w.extra = t.extra;
        holds = holds && is_as_fresh(&t, space, t.layers) && finds_the_least(&t, space);
    }
    holds = holds && is_loaded_as_saved(t.w.graph);
    for (uint32_t i = 0; i < OVERLAYS && holds; i++) {
        holds = wend_graph_remove_overlay(t.w.graph, t.ids[i]) == WEND_OK;
    }
    holds = holds && wend_space_update(space) == WEND_OK && is_as_fresh(&t, space, 0);
    wend_space_destroy(space);
    wend_graph_destroy(t.w.graph);
    return holds;
}

static void graph_overlays_are_those_of_a_slow_twin(void **state)
{
    (void)state;
    gen_property("overlays", SEEDS, overlays_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_overlays_are_those_of_a_slow_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
