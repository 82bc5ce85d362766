/* Flows, requests, samples, and files of them. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The definitions of flows, to make equal ones. */
typedef struct made_flow {
    const wend_flow *flow;
    wend_flow_def def;
    const wend_grid *grids[2];
    wend_flow_class classes[3];
    wend_flow_join joins[2];
} made_flow;

enum { MADE_FLOWS = 64 };
static made_flow made_flows[MADE_FLOWS];
static uint32_t made_count;

static void note_flow(const wend_flow *flow, const wend_flow_def *def)
{
    for (uint32_t i = 0; i < MADE_FLOWS; ++i) {
        made_flows[i].flow = made_flows[i].flow == flow ? NULL : made_flows[i].flow;
    }
    made_flow *made = &made_flows[made_count++ % MADE_FLOWS];
    made->flow = flow;
    made->def = *def;
    made->def.executor = (wend_executor){0};
    made->def.allocator = (wend_allocator){0};
    made->def.message = NULL;
    if (def->floors != NULL) {
        memcpy(made->grids, def->floors, def->floor_count * sizeof *made->grids);
        made->def.floors = made->grids;
    }
    if (def->classes != NULL) {
        memcpy(made->classes, def->classes, def->class_count * sizeof *made->classes);
        made->def.classes = made->classes;
    }
    if (def->joins != NULL) {
        memcpy(made->joins, def->joins, def->join_count * sizeof *made->joins);
        made->def.joins = made->joins;
    }
}

wend_flow *make_flow_like(fuzz *f, const wend_flow *flow)
{
    wend_flow *like = NULL;
    for (uint32_t i = 0; i < MADE_FLOWS; ++i) {
        if (made_flows[i].flow == flow) {
            CHECK(f, wend_flow_create(&made_flows[i].def, &like) == WEND_OK);
        }
    }
    return like;
}

void make_flow(fuzz *f)
{
    wend_flow_def def = wend_flow_def_default();
    const wend_grid *grids[2] = {get(f, KIND_GRID), get(f, KIND_GRID)};
    const wend_flow_class classes[3] = {
        wend_flow_class_default(),
        {some_class(f), some_team(f), real(f, 0, 2), WEND_LAYER_JAM},
        {0, 0, real(f, 0, 1), below(f, 4)},
    };
    const wend_flow_join joins[2] = {
        {0, 1, some_node(f, 100), some_node(f, 100), some_cost(f), UINT32_MAX, chance(f, 2)},
        {below(f, 2), below(f, 2), some_node(f, 100), some_node(f, 100), some_cost(f),
         (uint32_t)roll(f), chance(f, 2)}};
    if (f->is_sound) {
        wend_grid_def plain = wend_grid_def_default();
        plain.width = 10 + (int32_t)below(f, 14);
        plain.height = 10 + (int32_t)below(f, 14);
        plain.allocator = *some_allocator(f);
        wend_grid *grid = NULL;
        wend_grid_create(&plain, &grid);
        grids[0] = keep(f, KIND_GRID, grid, NULL, NULL, NULL);
    }
    if (grid_nodes(grids[0]) > FUZZ_SIDE * FUZZ_SIDE ||
        grid_nodes(grids[1]) > FUZZ_SIDE * FUZZ_SIDE) {
        return;
    }
    if (!f->is_sound && chance(f, 4)) {
        def.floors = grids;
        def.floor_count = unsound(f, 20) ? 65 : 2;
        def.floor_count = def.floor_count > 2 ? 0 : def.floor_count;
        def.joins = joins;
        def.join_count = below(f, 3);
    } else {
        def.grid = grids[0];
    }
    if (!f->is_sound) {
        def.classes = chance(f, 2) ? NULL : classes;
        def.class_count = 1 + below(f, 3);
    }
    def.integration = (wend_flow_integration)(chance(f, 2) ? 0 : below(f, unsound(f, 20) ? 5 : 3));
    def.is_fine = chance(f, 3);
    def.has_angles = chance(f, 3);
    def.has_line_of_sight = !chance(f, 3);
    def.margin = chance(f, 2) ? 1 : whole(f, 0, 4);
    def.merge_slack = chance(f, 2) ? 0.05 : real(f, 0, 1);
    def.cluster_size = chance(f, 2) ? 8 : chance(f, 3) ? 0 : whole(f, 2, 32);
    def.max_unused_bytes = chance(f, 3) ? below(f, 9000) : def.max_unused_bytes;
    def.max_unused_age = chance(f, 3) ? below(f, 4) : def.max_unused_age;
    def.executor = some_executor(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_flow *flow = NULL;
    if (GIVES(f, wend_flow_create(&def, &flow), "AUM") == WEND_OK) {
        note_flow(flow, &def);
    }
    keep(f, KIND_FLOW, flow, grids[0], def.floors != NULL ? grids[1] : NULL, NULL);
}

wend_flow_request_id some_order(fuzz *f, const wend_flow *flow)
{
    wend_flow_request_id ids[32];
    size_t count = 0;
    wend_flow_list_requests(flow, ids, 32, &count);
    wend_flow_request_id id;
    some_id(f, ids, count < 32 ? count : 32, &id);
    return id;
}

static wend_flow_position some_place(fuzz *f)
{
    const wend_vec2 at = somewhere(f);
    const wend_flow_position place = {{at.x * 0.6, at.y * 0.6}, unsound(f, 30) ? below(f, 66) : 0};
    return place;
}

static wend_flow_position *some_places(fuzz *f, size_t count)
{
    wend_flow_position *places = scratch(f, count, sizeof *places);
    for (size_t i = 0; i < count; ++i) {
        places[i] = some_place(f);
    }
    return places;
}

static void update_flow(fuzz *f)
{
    wend_flow *flow = get(f, KIND_FLOW);
    wend_budget budget;
    wend_budget *some = some_budget(f, &budget);
    const wend_result result = GIVES(f, wend_flow_update(flow, some), "IAM");
    CHECK(f, result != WEND_IN_PROGRESS || some != NULL);
}

static wend_flow_request_def some_request(fuzz *f)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    wend_flow_area *areas = scratch(f, 2, sizeof *areas);
    for (uint32_t i = 0; i < 2; ++i) {
        areas[i].x = whole(f, 0, 9);
        areas[i].y = whole(f, 0, 9);
        areas[i].width = whole(f, 0, 3);
        areas[i].height = whole(f, 0, 3);
    }
    def.flow_class = chance(f, 3) ? count_to(f, 2) : 0;
    def.goal_count = below(f, 4);
    def.goals = some_places(f, def.goal_count);
    def.areas = areas;
    def.area_count = chance(f, 3) ? below(f, 3) : 0;
    def.source_count = below(f, 6);
    def.sources = some_places(f, def.source_count);
    def.covers_all = chance(f, 3);
    def.seeds = (wend_flow_seeds)(chance(f, 3) ? below(f, unsound(f, 20) ? 4 : 2) : 0);
    def.arrival_radius = chance(f, 2) ? 0 : real(f, 0.01, 2);
    def.user = roll(f);
    some_cookie(f, &def.cookie);
    return def;
}

static void request(fuzz *f)
{
    wend_flow *flow = get(f, KIND_FLOW);
    const wend_flow_request_def def = some_request(f);
    wend_flow_request_id id = {7, 7};
    const wend_result result =
        GIVES(f, wend_flow_add_request(flow, &def, &id, some_message(f)), "NAFM");
    CHECK(f, (result >= 0) == (id.index1 != 0));
    if (chance(f, 3)) {
        const wend_vec2 goal = somewhere(f);
        const wend_result added =
            GIVES(f, wend_flow_add_request_to(flow, below(f, 2), goal, chance(f, 9) ? 1 : 0, &id),
                  "NAFM");
        CHECK(f, (added >= 0) == (id.index1 != 0));
    }
}

static void request_group(fuzz *f)
{
    wend_flow *flow = get(f, KIND_FLOW);
    const wend_flow_request_def def = some_request(f);
    const size_t count = below(f, 6);
    wend_flow_member *members = scratch(f, count, sizeof *members);
    uint32_t *assigned = scratch(f, count, sizeof *assigned);
    for (size_t i = 0; i < count; ++i) {
        members[i].position = some_place(f);
        members[i].flow_class = count_to(f, 2);
    }
    wend_flow_request_id ids[WEND_FLOW_CLASSES_MAX];
    size_t id_count = 99;
    const wend_result result = GIVES(
        f,
        wend_flow_add_group(flow, &def, members, count, ids, &id_count, assigned, some_message(f)),
        "NAFM");
    for (size_t i = 0; i < count && result >= 0; ++i) {
        CHECK(f, assigned[i] < id_count);
    }
    wend_flow_class_fits(flow, count_to(f, 2), count_to(f, 2));
}

static void edit_order(fuzz *f)
{
    wend_flow *flow = get(f, KIND_FLOW);
    const wend_flow_request_id id = some_order(f, flow);
    const uint32_t how = below(f, 4);
    const size_t count = below(f, 5);
    if (how == 0) {
        GIVES(f, wend_flow_remove_request(flow, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_flow_set_goals(flow, id, some_places(f, count), count, some_message(f)),
              "NAFMS");
    } else if (how == 2) {
        GIVES(f, wend_flow_set_sources(flow, id, some_places(f, count), count, some_message(f)),
              "NAFMS");
    } else {
        const wend_flow_position at = some_place(f);
        GIVES(f, wend_flow_add_source(flow, id, at.floor, at.position.x, at.position.y), "NAMS");
    }
}

/* Three functions that sample directions agree to the bit. */
static void sample(fuzz *f)
{
    wend_flow *flow = get(f, KIND_FLOW);
    const wend_flow_request_id id = some_order(f, flow);
    const size_t count = 1 + below(f, 8);
    double *x = scratch(f, count, sizeof *x);
    double *y = scratch(f, count, sizeof *y);
    double *direction_x = scratch(f, count, sizeof *direction_x);
    double *direction_y = scratch(f, count, sizeof *direction_y);
    double *follow_x = scratch(f, count, sizeof *follow_x);
    double *follow_y = scratch(f, count, sizeof *follow_y);
    double *cost_left = scratch(f, count, sizeof *cost_left);
    uint8_t *why = scratch(f, count, 1);
    uint8_t *follow_why = scratch(f, count, 1);
    wend_flow_memo *memos = scratch(f, count, sizeof *memos);
    for (size_t i = 0; i < count; ++i) {
        const wend_flow_position at = some_place(f);
        x[i] = at.position.x;
        y[i] = at.position.y;
    }
    const wend_result result = GIVES(
        f, wend_flow_sample_many(flow, id, NULL, x, y, count, direction_x, direction_y, why), "AS");
    const wend_result followed =
        GIVES(f,
              wend_flow_follow_many(flow, id, memos, NULL, x, y, count, follow_x, follow_y,
                                    cost_left, follow_why),
              "AS");
    CHECK(f, followed == result);
    for (size_t i = 0; i < count && result == WEND_OK; ++i) {
        double one_x = 9;
        double one_y = 9;
        const wend_flow_guidance one = wend_flow_sample(flow, id, 0, x[i], y[i], &one_x, &one_y);
        CHECK(f, (uint8_t)one == why[i] && why[i] == follow_why[i]);
        CHECK(f,
              memcmp(&one_x, &direction_x[i], 8) == 0 && memcmp(&one_y, &direction_y[i], 8) == 0);
        CHECK(f, memcmp(&one_x, &follow_x[i], 8) == 0 && memcmp(&one_y, &follow_y[i], 8) == 0);
        double cost = 0;
        const wend_result left =
            GIVES(f, wend_flow_cost_left(flow, id, 0, x[i], y[i], &cost), "NAS");
        CHECK(f, left != WEND_OK || memcmp(&cost, &cost_left[i], 8) == 0);
        wend_flow_position to;
        const wend_result link = GIVES(f, wend_flow_link_at(flow, id, 0, x[i], y[i], &to), "NAS");
        CHECK(f, one != WEND_FLOW_TAKE_LINK || link == WEND_OK);
    }
}

static void ask_flow(fuzz *f)
{
    wend_flow *flow = get(f, KIND_FLOW);
    const wend_flow_request_id id = some_order(f, flow);
    wend_flow_request_info info;
    GIVES(f, wend_flow_get_request(flow, id, &info), "AS");
    const size_t capacity = below(f, 5);
    wend_flow_request_id *ids = scratch(f, capacity, sizeof *ids);
    size_t count = 0;
    GIVES(f, wend_flow_list_requests(flow, ids, capacity, &count), "AT");
    const uint32_t flow_class = chance(f, 4) ? count_to(f, 2) : 0;
    const wend_flow_position from = some_place(f);
    const wend_flow_position to = some_place(f);
    wend_flow_position nearest;
    const bool can = wend_flow_can_reach(flow, flow_class, from, to);
    const wend_result result =
        GIVES(f, wend_flow_nearest_reachable(flow, flow_class, from, to, &nearest), "NAS");
    CHECK(f, !can || result != WEND_OK ||
                 memcmp(&nearest.position, &to.position, sizeof to.position) == 0);
    wend_flow_cell cell;
    GIVES(f, wend_flow_get_cell(flow, id, 0, whole(f, 0, 20), whole(f, 0, 20), &cell), "AS");
    wend_flow_info figures;
    wend_flow_get_info(flow, &figures);
    CHECK(f, figures.requests == count);
    wend_draw draw;
    GIVES(f, wend_flow_draw(flow, id, 0, below(f, 512), some_draw(f, &draw)), "AS");
    GIVES(f, wend_flow_draw_portals(flow, flow_class, 0, some_draw(f, &draw)), "AS");
    CHECK(f, flow == NULL || wend_flow_hash(flow) == wend_flow_hash(flow));
}

/* ---- files ---- */

void make_bytes(fuzz *f)
{
    (void)f;
}

static bool read_bytes(void *context, uint64_t offset, uint8_t *bytes, size_t count)
{
    const fuzz_bytes *file = context;
    call_back();
    if (offset > file->count || count > file->count - offset) {
        return false;
    }
    memcpy(bytes, file->bytes + offset, count);
    return true;
}

static void bake_and_save(fuzz *f)
{
    wend_flow *flow = get(f, KIND_FLOW);
    wend_budget budget;
    GIVES(f, wend_flow_bake(flow, chance(f, 4) ? count_to(f, 2) : 0, some_budget(f, &budget)),
          "IASM");
    size_t count = 0;
    if (GIVES(f, wend_flow_save(flow, NULL, 0, &count), "TASM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_flow_save(flow, bytes, count, &count), "TASM") != WEND_OK) {
        return;
    }
    const uint8_t *copy = damaged(f, bytes, &count);
    fuzz_bytes *file = malloc(sizeof *file + count);
    CHECK(f, file != NULL);
    file->count = count;
    memcpy(file->bytes, copy, count);
    keep(f, KIND_BYTES, file, flow, NULL, NULL);
}

static void stream(fuzz *f)
{
    fuzz_bytes *file = get_old(f, KIND_BYTES);
    wend_flow *flow = get(f, KIND_FLOW);
    if (file == NULL || flow == NULL || chance(f, 8)) {
        GIVES(f, wend_flow_load_stream(flow, NULL, NULL, 0, some_message(f)), "ALM");
        return;
    }
    may_call_back(f, KIND_FLOW, flow);
    const wend_result result = GIVES(
        f, wend_flow_load_stream(flow, read_bytes, file, file->count, some_message(f)), "ALM");
    if (result == WEND_OK) {
        keep_parent(f, KIND_FLOW, flow, file);
    }
}

static const fuzz_action actions[] = {
    {"make_flow", make_flow, 2},   {"update_flow", update_flow, 10},
    {"request", request, 6},       {"request_group", request_group, 2},
    {"edit_order", edit_order, 5}, {"sample", sample, 8},
    {"ask_flow", ask_flow, 5},     {"bake_and_save", bake_and_save, 3},
    {"stream", stream, 3},
};
const fuzz_room room_flow = {"flow", actions, sizeof actions / sizeof *actions};
