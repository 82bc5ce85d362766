/* Hierarchies over grids and graphs: making, updates, routes, pieces. */
#include "fuzz.h"

void make_hierarchy(fuzz *f)
{
    wend_hierarchy_def def = wend_hierarchy_def_default();
    uint32_t *regions = scratch(f, 40, sizeof *regions);
    const bool is_mesh = chance(f, 3);
    if (is_mesh) {
        def.mesh_space = get(f, KIND_MESH_SPACE);
        def.radius = chance(f, 2) ? 0 : real(f, 0, 1);
    } else {
        def.space = get(f, KIND_SPACE);
        def.radius = unsound(f, 20) ? 1 : 0;
    }
    def.level_count = unsound(f, 20) ? below(f, 9) : below(f, 5);
    def.group_size = unsound(f, 20) ? below(f, 12) : 2 + below(f, 3);
    def.sector_size = unsound(f, 20) ? below(f, 200) : 8 + below(f, 9);
    def.portal_spacing = unsound(f, 20) ? below(f, 200) : 1 + below(f, 9);
    def.region_nodes = unsound(f, 20) ? below(f, 3) : 2 + below(f, 9);
    if (unsound(f, 3)) {
        for (uint32_t k = 0; k < 40; ++k) {
            regions[k] = chance(f, 400) ? UINT32_MAX : below(f, 6);
        }
        def.regions = regions;
        def.region_node_count = below(f, 41);
    }
    def.executor = some_executor(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_hierarchy *hierarchy = NULL;
    GIVES(f, wend_hierarchy_create(&def, &hierarchy), "AM");
    keep(f, KIND_HIERARCHY, hierarchy, def.space, def.mesh_space, NULL);
}

static void update_hierarchy(fuzz *f)
{
    wend_hierarchy *hierarchy = get(f, KIND_HIERARCHY);
    wend_hierarchy_info before;
    wend_hierarchy_info after;
    wend_budget budget = wend_budget_steps(below(f, 100));
    wend_hierarchy_get_info(hierarchy, &before);
    const wend_result result =
        GIVES(f, wend_hierarchy_update(hierarchy, chance(f, 2) ? NULL : &budget), "AISM");
    wend_hierarchy_get_info(hierarchy, &after);
    CHECK(f, after.work_done >= before.work_done);
    CHECK(f, hierarchy == NULL || after.is_ready == (result == WEND_OK));
    CHECK(f, after.is_ready == (wend_hierarchy_hash(hierarchy) != 0));
    CHECK(f, after.memory_bytes == wend_hierarchy_memory_bytes(hierarchy));
    CHECK(f, !before.is_ready || after.work_done == before.work_done);
}

static void save_hierarchy(fuzz *f)
{
    wend_hierarchy *hierarchy = get(f, KIND_HIERARCHY);
    size_t count = 0;
    if (GIVES(f, wend_hierarchy_save(hierarchy, NULL, 0, &count), "ATSM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_hierarchy_save(hierarchy, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    uint8_t *copy = damaged(f, bytes, &count);
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.space = get(f, KIND_SPACE);
    def.sector_size = 8 + below(f, 9);
    def.level_count = below(f, 5);
    def.group_size = 2 + below(f, 3);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    wend_hierarchy *loaded = NULL;
    GIVES(f, wend_hierarchy_load(&def, copy, count, &loaded), "ALSM");
    keep(f, KIND_HIERARCHY, loaded, def.space, NULL, NULL);
}

static void look_at_hierarchy(fuzz *f)
{
    wend_hierarchy *hierarchy = get(f, KIND_HIERARCHY);
    wend_hierarchy_info info;
    wend_draw draw;
    wend_node nodes[64];
    size_t count;
    wend_hierarchy_get_info(hierarchy, &info);
    const wend_node node = some_node(f, 100);
    const uint32_t region = wend_hierarchy_region(hierarchy, node);
    CHECK(f, region == WEND_NODE_NONE || region < info.cell_counts[0]);
    const size_t capacity = below(f, 65);
    const wend_result listed = GIVES(
        f,
        wend_hierarchy_portals(hierarchy, region, unsound(f, 9) ? NULL : nodes, capacity, &count),
        "ATS");
    for (size_t k = 0; listed == WEND_OK && k < count; ++k) {
        CHECK(f, wend_hierarchy_region(hierarchy, nodes[k]) != WEND_NODE_NONE);
    }
    GIVES(f, wend_hierarchy_draw(hierarchy, some_draw(f, &draw)), "A");
}

void make_hierarchy_search(fuzz *f)
{
    wend_hierarchy_search_def def = wend_hierarchy_search_def_default();
    def.hierarchy = get(f, KIND_HIERARCHY);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_hierarchy_search *search = NULL;
    GIVES(f, wend_hierarchy_search_create(&def, &search), "AM");
    keep(f, KIND_HIERARCHY_SEARCH, search, def.hierarchy, NULL, NULL);
}

static void run_hierarchy_search(fuzz *f)
{
    wend_hierarchy_search *search = get(f, KIND_HIERARCHY_SEARCH);
    wend_budget budget;
    wend_hierarchy_answer answer;
    const wend_node from = some_node(f, 300);
    const wend_node to = some_node(f, 300);
    wend_result result;
    if (chance(f, 2)) {
        result = GIVES(f, wend_hierarchy_search_start(search, from, to), "AUSM");
        if (result == WEND_OK) {
            result = GIVES(f, wend_hierarchy_search_run(search, some_budget(f, &budget)), "NIFM");
        }
    } else {
        result = GIVES(f, wend_hierarchy_search_find(search, from, to), "NAUSFM");
    }
    wend_hierarchy_search_get_answer(search, &answer);
    CHECK(f, result < 0 || answer.result == result);
    CHECK(f, result < 0 || (result == WEND_OK) == (answer.cost != WEND_COST_INFINITE));
    CHECK(f, result != WEND_NO_PATH || answer.reason != WEND_FAILURE_NONE);
}

static void run_mesh_hierarchy_search(fuzz *f)
{
    wend_hierarchy_search *search = get(f, KIND_HIERARCHY_SEARCH);
    wend_budget budget;
    wend_hierarchy_answer answer;
    const wend_vec3 from = somewhere_high(f);
    const wend_vec3 to = somewhere_high(f);
    wend_mesh_location start = wend_mesh_location_at(from.x, from.y, from.z);
    const wend_mesh_location goal = wend_mesh_location_at(to.x, to.y, to.z);
    if (unsound(f, 20)) {
        start.polygon = some_node(f, 100);
    }
    wend_result result;
    if (chance(f, 2)) {
        result = GIVES(f, wend_hierarchy_search_start_mesh(search, start, goal), "AUSM");
        if (result == WEND_OK) {
            result = GIVES(f, wend_hierarchy_search_run(search, some_budget(f, &budget)), "NIFM");
        }
    } else {
        result = GIVES(f, wend_hierarchy_search_find_mesh(search, start, goal), "NAUSFM");
    }
    wend_hierarchy_search_get_answer(search, &answer);
    CHECK(f, result < 0 || answer.result == result);
    CHECK(f, result < 0 || (result == WEND_OK) == (answer.cost != WEND_COST_INFINITE));
}

static void go_on_with_route(fuzz *f)
{
    wend_hierarchy_search *search = get(f, KIND_HIERARCHY_SEARCH);
    wend_budget budget;
    GIVES(f, wend_hierarchy_search_run(search, some_budget(f, &budget)), "NIASFM");
}

static void take_pieces(fuzz *f)
{
    wend_hierarchy_search *search = get(f, KIND_HIERARCHY_SEARCH);
    wend_path *path = get(f, KIND_PATH);
    wend_hierarchy_answer answer;
    wend_hierarchy_stop stops[32];
    size_t count;
    wend_hierarchy_search_get_answer(search, &answer);
    GIVES(f, wend_hierarchy_search_route(search, stops, below(f, 33), &count), "TNAS");
    fuzz_watch(f, KIND_PATH, path);
    const wend_result next = GIVES(f, wend_hierarchy_search_next(search, path), "PNAUSFM");
    CHECK(f, next != WEND_PARTIAL || wend_path_leg_count(path) > 0);
    if (chance(f, 4)) {
        wend_hierarchy_search_rewind(search);
    }
    if (chance(f, 2)) {
        fuzz_watch(f, KIND_PATH, path);
        const wend_result whole = GIVES(f, wend_path_from_hierarchy(path, search), "NAUSFM");
        CHECK(f, whole != WEND_OK || answer.result == WEND_OK);
    }
}

static const fuzz_action actions[] = {
    {"make_hierarchy", make_hierarchy, 2},
    {"update_hierarchy", update_hierarchy, 6},
    {"save_hierarchy", save_hierarchy, 1},
    {"look_at_hierarchy", look_at_hierarchy, 2},
    {"make_hierarchy_search", make_hierarchy_search, 2},
    {"run_hierarchy_search", run_hierarchy_search, 6},
    {"run_mesh_hierarchy_search", run_mesh_hierarchy_search, 4},
    {"go_on_with_route", go_on_with_route, 2},
    {"take_pieces", take_pieces, 5},
};
const fuzz_room room_hierarchy = {"hierarchy", actions, sizeof actions / sizeof *actions};
