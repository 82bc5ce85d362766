/* A crowd on its ground with a source of routes, all of it decided by a seed. */
#ifndef TEST_FAULT_CROWD_TWINS_H
#define TEST_FAULT_CROWD_TWINS_H

#include "support/crowds.h"
#include "support/fault.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"

#include <math.h>
#include <string.h>

enum {
    SIDE = 20,
    BODIES = 24,
    TICKS = 120,
    ACTIONS = 3,
    LIST = 64,
    TICKETS = 1 << 14,
    SAVED = 1 << 20
};

/* ---- a source of routes ---- */

/* Its record of a query. */
typedef struct question {
    bool is_open;
    uint64_t salt; /* of its answers */
    uint32_t polls;
    wend_vec2 from, to;
} question;

typedef struct source {
    uint64_t seed;
    fault_heap *heap;
    bool is_polled;
    bool answers_by_place; /* regardless of earlier queries */
    uint64_t log;          /* of all calls */
    uint64_t last;         /* ticket */
    uint32_t open;
    const char *wrong; /* a fault of the crowd */
    question of[TICKETS];
} source;

static inline void note(source *s, uint64_t what, uint64_t ticket)
{
    s->log = wend_hash_u64(wend_hash_u64(s->log, what), ticket);
}

static inline void note_place(source *s, wend_vec2 place)
{
    s->log = wend_hash_bytes(s->log, &place, sizeof place);
}

/* The path is the crowd's, and so is its memory: this source gets it in any case. */
static inline void fill(source *s, uint64_t salt, const question *q, bool is_whole, wend_path *path)
{
    const fault_mode mode = s->heap->mode;
    wend_vec2 points[8] = {q->from};
    size_t count = 1;
    for (uint64_t corners = wend_random_below(s->seed, salt, 1, 6); corners > 0; --corners) {
        const double side = 1.5 * (double)SIDE;
        points[count].x = side * wend_random_unit(s->seed, salt, 10 + count);
        points[count].y = side * wend_random_unit(s->seed, salt, 20 + count);
        count++;
    }
    points[count++] = q->to;
    s->heap->mode = FAULT_NONE;
    if (wend_path_from_points(path, points, is_whole ? count : count - 1) != WEND_OK) {
        s->wrong = "a path was not filled";
    }
    s->heap->mode = mode;
}

static inline wend_result decide(source *s, uint64_t salt, uint64_t ticket, wend_path *path)
{
    question *q = &s->of[ticket];
    wend_result result = WEND_OK;
    switch (wend_random_below(s->seed, salt, 0, 10)) {
    case 0:
        result = WEND_NO_PATH;
        break;
    case 1:
        result = WEND_ERROR_MEMORY;
        break;
    case 2:
        wend_path_clear(path); /* straight on */
        break;
    case 3:
    case 4:
        result = WEND_PARTIAL;
        fill(s, q->salt, q, false, path);
        break;
    case 5:
    case 6:
        result = s->is_polled ? WEND_IN_PROGRESS : WEND_NO_PATH;
        break;
    default:
        fill(s, salt, q, true, path);
        break;
    }
    const bool goes_on = s->is_polled && (result == WEND_IN_PROGRESS || result == WEND_PARTIAL);
    s->open = s->open - q->is_open + goes_on;
    q->is_open = goes_on;
    return result;
}

static inline wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    source *s = context;
    note(s, 1, query->ticket);
    note_place(s, query->from);
    note_place(s, query->to);
    note(s, query->user, query->crowd_class + 2 * (uint64_t)query->is_around_jam);
    if (query->ticket <= s->last || query->ticket >= TICKETS) {
        s->wrong = "a ticket was given twice";
        return WEND_NO_PATH;
    }
    s->last = query->ticket;
    question *q = &s->of[query->ticket];
    q->from = query->from;
    q->to = query->to;
    q->salt = query->ticket;
    if (s->answers_by_place) {
        q->salt = wend_hash_bytes(wend_hash_begin(), &q->from, sizeof q->from);
        q->salt = wend_hash_bytes(q->salt, &q->to, sizeof q->to);
    }
    return decide(s, q->salt, query->ticket, path);
}

static inline wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    source *s = context;
    note(s, 2, ticket);
    if (ticket >= TICKETS || !s->of[ticket].is_open) {
        s->wrong = "a question was polled that is not open";
        return WEND_NO_PATH;
    }
    s->of[ticket].polls++;
    return decide(s, s->of[ticket].salt * 1000 + s->of[ticket].polls, ticket, path);
}

static inline void cancel(void *context, uint64_t ticket)
{
    source *s = context;
    note(s, 3, ticket);
    if (ticket >= TICKETS || !s->of[ticket].is_open) {
        s->wrong = "a question was cancelled that is not open";
        return;
    }
    s->of[ticket].is_open = false;
    s->open--;
}

/* ---- a crowd, its ground, and what its source saw ---- */

typedef struct stage {
    uint64_t seed;
    fault_heap heap;
    source source;
    wend_grid *grid;
    wend_walls *walls;
    wend_flow *flow;
    wend_flow_request_id orders[2];
    wend_path *path;
    wend_crowd *crowd;
} stage;

static inline double unit(const stage *s, uint64_t n, uint64_t what)
{
    return wend_random_unit(s->seed, n, what);
}

static inline uint32_t below(const stage *s, uint64_t n, uint64_t what, uint32_t count)
{
    return wend_random_below(s->seed, n, what, count);
}

static inline wend_vec2 place(const stage *s, uint64_t n, uint64_t what)
{
    const double side = 1.5 * (double)SIDE;
    return (wend_vec2){side * unit(s, n, what), side * unit(s, n, what + 1)};
}

static inline void add_wall(const stage *s, uint64_t n)
{
    const wend_vec2 a = place(s, n, 100);
    const wend_vec2 b = {a.x + 6 * unit(s, n, 102) - 3, a.y + 6 * unit(s, n, 103) - 3};
    const uint32_t stops = n % 2 == 0 ? (uint32_t)WEND_STOPS_ALL : (uint32_t)WEND_STOPS_WALK;
    walls_add(s->walls, a, b, stops);
}

static inline void make_ground(stage *s)
{
    wend_grid_def grid = wend_grid_def_default();
    grid.width = SIDE;
    grid.height = SIDE;
    grid.cell_size = 1.5;
    s->grid = grids_make(grid);
    for (uint64_t i = 0; i < SIDE; i++) {
        grids_set(s->grid, (int32_t)below(s, i, 110, SIDE), (int32_t)below(s, i, 111, SIDE),
                  WEND_COST_WALL);
    }
    /* The goal of the flow is open. */
    grids_set(s->grid, 2, 2, 1);
    grids_set(s->grid, 16, 13, 1);
    s->walls = walls_empty();
    for (uint64_t i = 0; i < 8; i++) {
        add_wall(s, i);
    }
    wend_flow_def flow = wend_flow_def_default();
    flow.grid = s->grid;
    s->flow = flows_make(flow);
    s->orders[0] = flows_order(s->flow, 3, 3, 0);
    s->orders[1] = flows_order(s->flow, 25, 20, 0);
    s->path = paths_make();
}

static inline void add_body(stage *s, uint64_t n)
{
    wend_body_def def = wend_body_def_default();
    def.position = place(s, n, 120);
    def.radius = 0.2 + 0.4 * unit(s, n, 122);
    def.speed = 1 + 2 * unit(s, n, 123);
    def.crowd_class = below(s, n, 124, 2);
    def.user = n;
    (void)wend_crowd_add_body(s->crowd, &def, NULL);
}

static inline void begin(stage *s, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    s->seed = seed;
    fault_heap_init(&s->heap);
    s->source.seed = seed;
    s->source.heap = &s->heap;
    s->source.is_polled = seed % 3 != 0;
    make_ground(s);
    wend_crowd_class classes[2] = {wend_crowd_class_default(), wend_crowd_class_default()};
    classes[1].stops = (uint32_t)WEND_STOPS_ALL & ~(uint32_t)WEND_STOPS_WALK;
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = BODIES;
    def.grid = s->grid;
    def.walls = s->walls;
    def.classes = classes;
    def.class_count = 2;
    def.flow = s->flow;
    def.jam_grid = s->grid;
    def.has_contact_reports = true;
    def.step = 0.25;
    def.stuck_margin = 1;
    def.allocator = fault_heap_allocator(&s->heap);
    if (seed % 7 != 0) {
        def.route_source = (wend_route_source){.start = ask,
                                               .poll = s->source.is_polled ? poll : NULL,
                                               .cancel = cancel,
                                               .context = &s->source};
    }
    s->crowd = crowds_make(def);
    for (uint64_t i = 0; i < BODIES; i++) {
        add_body(s, 1000000 + i);
    }
}

static inline void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_path_destroy(s->path);
    wend_flow_destroy(s->flow);
    wend_walls_destroy(s->walls);
    wend_grid_destroy(s->grid);
    assert_int_equal(s->heap.live_blocks, 0);
    if (s->source.wrong != NULL) {
        fail_msg("%s", s->source.wrong);
    }
}

/* ---- calls ---- */

typedef wend_result (*call_fn)(stage *s, uint64_t n);

#endif
