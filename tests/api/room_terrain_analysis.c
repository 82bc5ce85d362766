/* Analyses of terrain: updates, regions, choke points, spots, bytes. */
#include "fuzz.h"

enum { LISTED = 12 };

void make_terrain_analysis(fuzz *f)
{
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    const bool has_mesh = chance(f, 4);
    def.grid = has_mesh ? NULL : get(f, KIND_GRID);
    def.mesh = has_mesh ? get(f, KIND_MESH) : NULL;
    def.cell_size = has_mesh && chance(f, 2) ? real(f, 0.4, 3) : def.cell_size;
    def.movement_class = chance(f, 4) ? some_class(f) : def.movement_class;
    def.team = chance(f, 4) ? some_team(f) : def.team;
    def.radius = chance(f, 2) ? real(f, 0, 2) : def.radius;
    def.choke_ratio = chance(f, 2) ? real(f, 0, 1) : def.choke_ratio;
    def.min_area = chance(f, 2) ? real(f, 0, 30) : def.min_area;
    def.height_radius = chance(f, 2) ? real(f, 0, 9) : def.height_radius;
    def.height_advantage = chance(f, 2) ? real(f, 0.01, 3) : def.height_advantage;
    def.view_radius = chance(f, 2) ? real(f, 0, 9) : def.view_radius;
    def.view_stride = chance(f, 2) ? whole(f, 1, 64) : def.view_stride;
    def.cover_radius = chance(f, 2) ? real(f, 0, 5) : def.cover_radius;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_terrain_analysis *analysis = NULL;
    GIVES(f, wend_terrain_analysis_create(&def, &analysis), "AUM");
    keep(f, KIND_TERRAIN_ANALYSIS, analysis, def.grid, def.mesh, NULL);
}

static void update_analysis(fuzz *f)
{
    wend_terrain_analysis *analysis = get(f, KIND_TERRAIN_ANALYSIS);
    wend_terrain_analysis_info info;
    wend_budget budget;
    wend_terrain_analysis_get_info(analysis, &info);
    if (chance(f, 4)) {
        const size_t count = chance(f, 4) ? below(f, 9) : (size_t)info.width * (size_t)info.height;
        float *heights = scratch(f, count + 1, sizeof *heights);
        for (size_t i = 0; i < count; ++i) {
            heights[i] = (float)real(f, -3, 3);
        }
        fuzz_watch(f, KIND_TERRAIN_ANALYSIS, analysis);
        GIVES(f, wend_terrain_analysis_set_heights(analysis, count == 0 ? NULL : heights, count),
              "AM");
    }
    const wend_result result =
        GIVES(f, wend_terrain_analysis_update(analysis, some_budget(f, &budget)), "AIM");
    CHECK(f, result != WEND_OK || wend_terrain_analysis_is_fresh(analysis));
    CHECK(f, wend_terrain_analysis_error(analysis) != NULL);
}

static void read_analysis(fuzz *f)
{
    const wend_terrain_analysis *analysis = get(f, KIND_TERRAIN_ANALYSIS);
    const wend_vec2 at = somewhere(f);
    wend_terrain_analysis_info info;
    wend_terrain_cell cell;
    wend_terrain_region region;
    wend_terrain_choke choke;
    wend_terrain_high_ground high;
    wend_draw draw;
    size_t count;
    uint32_t *list = scratch(f, LISTED, sizeof *list);
    wend_terrain_analysis_get_info(analysis, &info);
    const uint32_t index = wend_terrain_analysis_region_at(analysis, at);
    CHECK(f, index == WEND_REGION_NONE || index < info.region_count);
    const wend_result result = GIVES(f, wend_terrain_analysis_get_cell(analysis, at, &cell), "A");
    CHECK(f, result != WEND_OK || (cell.region == index && cell.clearance >= 0 && cell.cover >= 0 &&
                                   cell.cover <= 1 && cell.openness >= 0 && cell.openness <= 1));
    const uint32_t one = below(f, info.region_count + 1);
    const wend_result got = GIVES(f, wend_terrain_analysis_get_region(analysis, one, &region), "A");
    CHECK(f, (got == WEND_OK) == (one < info.region_count));
    GIVES(f, wend_terrain_analysis_list_chokes(analysis, one, list, below(f, LISTED + 1), &count),
          "AT");
    CHECK(f, got != WEND_OK || count == region.choke_count);
    const uint32_t which = below(f, info.choke_count + 1);
    const wend_result has = GIVES(f, wend_terrain_analysis_get_choke(analysis, which, &choke), "A");
    CHECK(f, (has == WEND_OK) == (which < info.choke_count));
    CHECK(f, has != WEND_OK || (choke.region_a < choke.region_b &&
                                choke.region_b < info.region_count && choke.width > 0));
    GIVES(f,
          wend_terrain_analysis_get_high_ground(analysis, below(f, info.high_ground_count + 1),
                                                &high),
          "A");
    GIVES(f, wend_terrain_analysis_draw(analysis, some_draw(f, &draw)), "A");
}

static void find_ways(fuzz *f)
{
    const wend_terrain_analysis *analysis = get(f, KIND_TERRAIN_ANALYSIS);
    wend_terrain_analysis_info info;
    uint32_t *list = scratch(f, LISTED, sizeof *list);
    uint32_t *closed = scratch(f, LISTED, sizeof *closed);
    wend_vec2 *points = scratch(f, LISTED, sizeof *points);
    wend_terrain_spot *spots = scratch(f, LISTED, sizeof *spots);
    size_t count;
    wend_terrain_analysis_get_info(analysis, &info);
    for (uint32_t i = 0; i < LISTED; ++i) {
        points[i] = somewhere(f);
        closed[i] = below(f, info.choke_count + 1);
    }
    GIVES(f,
          wend_terrain_analysis_chokes_on_path(analysis, points, below(f, LISTED + 1), list,
                                               below(f, LISTED + 1), &count),
          "AT");
    GIVES(f,
          wend_terrain_analysis_find_route(
              analysis, below(f, info.region_count + 1), below(f, info.region_count + 1), closed,
              below(f, LISTED + 1), list, below(f, LISTED + 1), &count),
          "ANTM");
    GIVES(f,
          wend_terrain_analysis_find_spots(analysis, get(f, KIND_ITEMS), below(f, 4),
                                           chance(f, 2) ? 0 : UINT32_MAX, real(f, 0.01, 9), spots,
                                           below(f, LISTED + 1), &count),
          "ATM");
}

static void save_analysis(fuzz *f)
{
    const wend_terrain_analysis *analysis = get(f, KIND_TERRAIN_ANALYSIS);
    size_t count = 0;
    if (GIVES(f, wend_terrain_analysis_save(analysis, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_terrain_analysis_save(analysis, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    const bool has_mesh = chance(f, 4);
    def.grid = has_mesh ? NULL : get(f, KIND_GRID);
    def.mesh = has_mesh ? get(f, KIND_MESH) : NULL;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_terrain_analysis *loaded = NULL;
    GIVES(f, wend_terrain_analysis_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL ||
                 wend_terrain_analysis_hash(loaded) == wend_terrain_analysis_hash(analysis));
    keep(f, KIND_TERRAIN_ANALYSIS, loaded, def.grid, def.mesh, NULL);
}

static const fuzz_action actions[] = {
    {"make an analysis", make_terrain_analysis, 1}, {"update an analysis", update_analysis, 5},
    {"read an analysis", read_analysis, 3},         {"find ways of an analysis", find_ways, 3},
    {"save an analysis", save_analysis, 1},
};

const fuzz_room room_terrain_analysis = {"terrain_analysis", actions,
                                         sizeof actions / sizeof *actions};
