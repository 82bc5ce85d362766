/* freedoom1.wad and freedoom2.wad in $WEND_DATA_FREEDOOM or /usr/share/games/doom: all 68 levels
 * are read and become walls and meshes in little time, nothing is seen where the levels' own REJECT
 * tables deny it, and discs exactly as wide as passages get an answer. */
#include "io/games/wad.h"
#include "support/meshes.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/io.h"
#include "wend/sense.h"
#include "wend/walls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_CAPACITY = 4096, LEVELS_EXPECTED = 68, SAMPLES = 20000, PLACES_MOST = 512 };

static const char *folder(void)
{
    static const char installed[] = "/usr/share/games/doom";
    struct stat status;
    const char *named = getenv("WEND_DATA_FREEDOOM");
    if ((named == NULL || named[0] == '\0') &&
        stat("/usr/share/games/doom/freedoom2.wad", &status) == 0) {
        return installed;
    }
    return skip_without_game("WEND_DATA_FREEDOOM");
}

typedef struct wad_file {
    uint8_t *bytes;
    size_t count;
    wendi_wad wad;
} wad_file;

static void open_file(const char *name, wad_file *file)
{
    char path[PATH_CAPACITY];
    wend_message message = {0};
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    if (wend_io_read_file(path, NULL, &file->bytes, &file->count, &message) != WEND_OK ||
        wendi_wad_open(file->bytes, file->count, NULL, &file->wad) != WEND_OK) {
        fail_msg("%s: %s", path, message.text);
    }
}

static wend_level *open_level(const wad_file *file, const char *name)
{
    wend_message message = {0};
    wend_level_options options = wend_level_options_default();
    options.message = &message;
    options.entry = name;
    wend_level *level = NULL;
    if (wend_level_load_memory(file->bytes, file->count, &options, &level) != WEND_OK) {
        fail_msg("%s: %s", name, message.text);
    }
    return level;
}

typedef void (*level_fn)(void *context, const wad_file *file, const char *name);

/* Every level of both files. @return how many. */
static size_t see_levels(level_fn see, void *context)
{
    static const char *const names[] = {"freedoom1.wad", "freedoom2.wad"};
    size_t count = 0;
    for (size_t i = 0; i < 2; i++) {
        wad_file file;
        open_file(names[i], &file);
        uint32_t at = 0;
        uint32_t marker = 0;
        char name[WENDI_WAD_NAME_CAPACITY];
        while (wendi_wad_next_level(&file.wad, &at, &marker, name)) {
            see(context, &file, name);
            count++;
        }
        wend_io_free(NULL, file.bytes, file.count);
    }
    return count;
}

/* ---- reading ---- */

typedef struct totals {
    size_t levels, regions, lines, items, teleports, starts;
    size_t walls_stopping_walk;
} totals;

static void see_totals(void *context, const wad_file *file, const char *name)
{
    totals *all = context;
    wend_level *level = open_level(file, name);
    size_t starts = 0;
    for (uint32_t i = 0; i < wend_level_item_count(level); i++) {
        starts += wend_level_get_item(level, i).is_start ? 1 : 0;
    }
    assert_true(starts > 0);
    for (uint32_t i = 0; i < wend_level_line_count(level); i++) {
        all->walls_stopping_walk +=
            (wend_level_get_line(level, i).stops & WEND_STOPS_WALK) != 0 ? 1 : 0;
    }
    all->levels++;
    all->starts += starts;
    all->regions += wend_level_region_count(level);
    all->lines += wend_level_line_count(level);
    all->items += wend_level_item_count(level);
    all->teleports += wend_level_teleport_count(level);
    wend_level_destroy(level);
}

static void freedoom_every_level_is_read(void **state)
{
    (void)state;
    totals all = {0};
    see_levels(see_totals, &all);
    print_message("%zu levels: %zu sectors, %zu lines (%zu stop walkers), %zu things, %zu starts, "
                  "%zu teleports\n",
                  all.levels, all.regions, all.lines, all.walls_stopping_walk, all.items,
                  all.starts, all.teleports);
    assert_int_equal(all.levels, LEVELS_EXPECTED);
    assert_true(all.regions > 20000 && all.teleports > 500);
}

/* ---- sight ---- */

/* A position well inside of a sector. */
typedef struct place {
    wend_vec2 at;
    uint32_t sector;
} place;

typedef struct sight {
    uint64_t pairs, rejected, seen, exceptions;
    uint64_t by_class[3];
    size_t levels_with_table;
} sight;

enum { BY_LOOP = 0, BY_ONE_WAY, BY_OTHER };

/* Sectors with lines of which both sides are theirs: drawn by tricks of the first engine. */
static void mark_loops(const wendi_wad_level *level, uint8_t *has_loop)
{
    for (uint32_t i = 0; i < level->lines.count; i++) {
        const wendi_wad_line line = wendi_wad_get_line(level, i);
        if (line.left == line.right && line.left != WENDI_WAD_NONE) {
            has_loop[line.left] = 1;
        }
    }
}

/* The sector of a whole square of 1; WENDI_WAD_NONE where several meet in it. */
static uint32_t sector_around(const wendi_wad_level *level, int32_t x, int32_t y)
{
    const uint32_t sector = wendi_wad_sector_at(level, x, y);
    const bool is_one = sector != WENDI_WAD_NONE &&
                        sector == wendi_wad_sector_at(level, x + 1, y) &&
                        sector == wendi_wad_sector_at(level, x, y + 1) &&
                        sector == wendi_wad_sector_at(level, x + 1, y + 1);
    return is_one ? sector : WENDI_WAD_NONE;
}

/* Middles of lines moved to either side a little: near walls, where sight is narrow, too. */
static size_t sample_places(const wendi_wad_level *level, uint64_t seed, place *places)
{
    size_t count = 0;
    for (uint64_t tick = 0; tick < PLACES_MOST * 2 && count < PLACES_MOST; tick++) {
        const uint32_t index = wend_random_below(seed, 1, tick, level->lines.count);
        const wendi_wad_line line = wendi_wad_get_line(level, index);
        int32_t ax;
        int32_t ay;
        int32_t bx;
        int32_t by;
        wendi_wad_point(level, line.a, &ax, &ay);
        wendi_wad_point(level, line.b, &bx, &by);
        const int32_t away = (int32_t)wend_random_below(seed, 2, tick, 120) - 60;
        const bool is_flat = abs(bx - ax) > abs(by - ay);
        const int32_t x = (ax + bx) / 2 + (is_flat ? 0 : away);
        const int32_t y = (ay + by) / 2 + (is_flat ? away : 0);
        const uint32_t sector = sector_around(level, x, y);
        if (sector != WENDI_WAD_NONE) {
            const place found = {{x + 0.5, y + 0.5}, sector};
            places[count++] = found;
        }
    }
    return count;
}

/* The reason for an allowed difference of line of sight and table. */
static int class_of(const wendi_wad_level *level, const uint8_t *has_loop, uint32_t a, uint32_t b)
{
    if (has_loop[a] != 0 || has_loop[b] != 0) {
        return BY_LOOP;
    }
    return wendi_wad_rejects(level, b, a) ? BY_OTHER : BY_ONE_WAY;
}

static void check_sight(const wendi_wad_level *level, const wend_walls *walls, uint64_t seed,
                        const char *name, sight *all)
{
    static place places[PLACES_MOST];
    const size_t count = sample_places(level, seed, places);
    uint8_t *has_loop = calloc(level->sectors.count, 1);
    assert_non_null(has_loop);
    assert_true(count > 0);
    mark_loops(level, has_loop);
    for (uint64_t i = 0; i < SAMPLES; i++) {
        const place *a = &places[wend_random_below(seed, 3, i, (uint32_t)count)];
        const place *b = &places[wend_random_below(seed, 4, i, (uint32_t)count)];
        all->pairs++;
        const bool sees = wend_walls_can_see(walls, a->at, b->at, WEND_STOPS_SIGHT);
        if (!wendi_wad_rejects(level, a->sector, b->sector)) {
            all->seen += sees ? 1 : 0;
            continue;
        }
        all->rejected++;
        if (sees) {
            const int why = class_of(level, has_loop, a->sector, b->sector);
            all->exceptions++;
            all->by_class[why]++;
            if (why == BY_OTHER && all->by_class[why] <= 8) {
                print_message("%s: sector %u at %.2f %.2f sees sector %u at %.2f %.2f\n", name,
                              a->sector, a->at.x, a->at.y, b->sector, b->at.x, b->at.y);
            }
        }
    }
    free(has_loop);
}

enum { WATCHERS = 48, TARGETS = 32 };

static wend_senses *make_senses(const wend_walls *walls, const place *places, size_t count,
                                wend_observer_id *watchers)
{
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_senses *senses = NULL;
    uint32_t number;
    def.walls = walls;
    def.target_limit = def.perception_limit = TARGETS;
    profile.sight_range = 4096;
    profile.sight_angle = 6.283185307179586;
    profile.points = WEND_SIGHT_CENTRE;
    assert_int_equal(wend_senses_create(&def, &senses), WEND_OK);
    assert_int_equal(wend_senses_add_profile(senses, &profile, &number), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_source source = wend_source_default();
        wend_observer observer = wend_observer_default();
        source.position = observer.position = wend_vec3_from_vec2(places[i].at, 0);
        source.user = i;
        assert_int_equal(wend_senses_add_source(senses, &source, &observer.self), WEND_OK);
        if (i < WATCHERS) {
            assert_int_equal(wend_senses_add_observer(senses, &observer, &watchers[i]), WEND_OK);
        }
    }
    return senses;
}

/* What observers perceive among many sources is what single rays see, and no table denies it. Walls are
 * in a tree in the first update, and in cells from the second on. */
static void check_senses(const wendi_wad_level *level, const wend_walls *walls, uint64_t seed)
{
    static place places[PLACES_MOST];
    wend_observer_id watchers[WATCHERS];
    const size_t count = sample_places(level, seed, places);
    uint8_t *has_loop = calloc(level->sectors.count, 1);
    assert_non_null(has_loop);
    mark_loops(level, has_loop);
    wend_senses *senses = make_senses(walls, places, count, watchers);
    for (int tick = 0; tick < 2; tick++) {
        assert_int_equal(wend_senses_update(senses, NULL), WEND_OK);
        for (size_t i = 0; i < WATCHERS && i < count; i++) {
            wend_perception list[TARGETS];
            size_t seen;
            assert_int_equal(
                wend_senses_get_perceptions(senses, watchers[i], 1, list, TARGETS, &seen), WEND_OK);
            for (size_t k = 0; k < seen; k++) {
                const place *b = &places[list[k].user];
                assert_true(wend_walls_can_see(walls, places[i].at, b->at, WEND_STOPS_SIGHT));
                assert_true(!wendi_wad_rejects(level, places[i].sector, b->sector) ||
                            class_of(level, has_loop, places[i].sector, b->sector) != BY_OTHER);
            }
        }
    }
    wend_senses_destroy(senses);
    free(has_loop);
}

static void see_sight(void *context, const wad_file *file, const char *name)
{
    sight *all = context;
    wendi_wad_level from;
    wend_walls *walls = NULL;
    wend_level *level = open_level(file, name);
    assert_int_equal(wendi_wad_level_open(&file->wad, name, &from), WEND_OK);
    assert_int_equal(wend_level_build_walls(level, NULL, &walls), WEND_OK);
    all->levels_with_table += from.reject.bytes != NULL ? 1 : 0;
    check_sight(&from, walls, file->count, name, all);
    check_senses(&from, walls, file->count);
    wend_walls_destroy(walls);
    wend_level_destroy(level);
}

static void freedoom_no_line_of_sight_where_reject_has_none(void **state)
{
    (void)state;
    sight all = {0};
    const size_t levels = see_levels(see_sight, &all);
    print_message("%zu of %zu levels have a table; %llu pairs of places, %llu of them not rejected "
                  "see each other; %llu rejected, %llu of these see each other:\n",
                  all.levels_with_table, levels, (unsigned long long)all.pairs,
                  (unsigned long long)all.seen, (unsigned long long)all.rejected,
                  (unsigned long long)all.exceptions);
    print_message("  %llu where a sector has lines with itself on both sides\n"
                  "  %llu where the table rejects one way and not the other\n"
                  "  %llu others\n",
                  (unsigned long long)all.by_class[BY_LOOP],
                  (unsigned long long)all.by_class[BY_ONE_WAY],
                  (unsigned long long)all.by_class[BY_OTHER]);
    assert_true(all.rejected * 3 > all.pairs && all.seen * 50 > all.pairs);
    assert_int_equal(all.by_class[BY_OTHER], 0);
}

/* ---- meshes ---- */

typedef struct meshes {
    uint64_t ns[LEVELS_EXPECTED * 2];
    size_t count;
    uint64_t polygons;
    wend_mesh_report report;
} meshes;

/* Players begin on ground. */
static void check_starts(const wend_level *level, const wend_mesh *mesh, const char *name)
{
    for (uint32_t i = 0; i < wend_level_item_count(level); i++) {
        const wend_level_item item = wend_level_get_item(level, i);
        const wend_node found = wend_mesh_locate(mesh, item.position.x, item.position.y, 0.0);
        if (item.is_start && found == WEND_NODE_NONE) {
            fail_msg("%s: %s at %g %g is nowhere", name, item.name, item.position.x,
                     item.position.y);
        }
    }
}

static void see_mesh(void *context, const wad_file *file, const char *name)
{
    meshes *all = context;
    wend_level *level = open_level(file, name);
    wend_message message = {0};
    wend_mesh_report report;
    wend_mesh *mesh = NULL;
    wend_level_mesh_def def = wend_level_mesh_def_default();
    def.message = &message;
    const uint64_t begin = wend_clock_ns();
    if (wend_level_build_mesh(level, &def, &mesh, &report) != WEND_OK) {
        fail_msg("%s: %s", name, message.text);
    }
    assert_true(all->count < LEVELS_EXPECTED * 2);
    all->ns[all->count++] = wend_clock_ns() - begin;
    all->polygons += wend_mesh_polygon_count(mesh);
    check_starts(level, mesh, name);
    all->report.crossings += report.crossings;
    all->report.open_ends += report.open_ends;
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

static void freedoom_every_level_becomes_a_mesh(void **state)
{
    (void)state;
    meshes all = {0};
    see_levels(see_mesh, &all);
    qsort(all.ns, all.count, sizeof all.ns[0], by_size);
    print_message("%zu meshes of %llu polygons; %.2f ms at the median, %.2f ms at most; "
                  "%llu crossings, %llu open ends\n",
                  all.count, (unsigned long long)all.polygons, (double)all.ns[all.count / 2] / 1e6,
                  (double)all.ns[all.count - 1] / 1e6, (unsigned long long)all.report.crossings,
                  (unsigned long long)all.report.open_ends);
    assert_int_equal(all.count, LEVELS_EXPECTED);
}

/* ---- discs ---- */

enum { DISC_PAIRS = 6, DISC_STEPS_MOST = 100000, DISC_RADII = 7 };

/* Passages of Doom are as wide as multiples of 8: half of them are radii at which a disc just fits.
 */
static const double disc_radii[DISC_RADII] = {8, 12, 16, 20, 24, 28, 32};

typedef struct discs {
    size_t found, none;
    uint64_t steps, steps_most;
} discs;

static void find_with_disc(wend_mesh_search *search, const wend_mesh *mesh, uint64_t pair,
                           double radius, const char *name, discs *all)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    assert_int_equal(wend_mesh_random_location(mesh, 7, pair, 1, &query.start), WEND_OK);
    assert_int_equal(wend_mesh_random_location(mesh, 7, pair, 2, &query.goal), WEND_OK);
    query.radius = radius;
    wend_budget budget = wend_budget_steps(DISC_STEPS_MOST);
    assert_int_equal(wend_mesh_search_start(search, &query), WEND_OK);
    const wend_result result = wend_mesh_search_run(search, &budget);
    wend_mesh_search_get_answer(search, &answer);
    if (result != WEND_OK && result != WEND_NO_PATH) {
        fail_msg("%s, radius %g, from %.3f,%.3f to %.3f,%.3f: no answer after %llu steps", name,
                 radius, query.start.x, query.start.y, query.goal.x, query.goal.y,
                 (unsigned long long)answer.expanded);
    }
    all->found += result == WEND_OK ? 1 : 0;
    all->none += result == WEND_OK ? 0 : 1;
    all->steps += answer.expanded;
    all->steps_most = answer.expanded > all->steps_most ? answer.expanded : all->steps_most;
}

static void see_discs(void *context, const wad_file *file, const char *name)
{
    wend_level *level = open_level(file, name);
    wend_level_mesh_def def = wend_level_mesh_def_default();
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_level_build_mesh(level, &def, &mesh, NULL), WEND_OK);
    wend_mesh_space *space = mesh_spaces_on(mesh);
    wend_mesh_search *search = mesh_searches_on(space);
    for (size_t r = 0; r < DISC_RADII; r++) {
        for (uint64_t pair = 0; pair < DISC_PAIRS; pair++) {
            find_with_disc(search, mesh, pair, disc_radii[r], name, context);
        }
    }
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    wend_level_destroy(level);
}

static void freedoom_discs_as_wide_as_passages_get_an_answer(void **state)
{
    (void)state;
    discs all = {0};
    see_levels(see_discs, &all);
    print_message("%zu paths of discs found, %zu without; %llu steps, %llu at most\n", all.found,
                  all.none, (unsigned long long)all.steps, (unsigned long long)all.steps_most);
    assert_true(all.found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(freedoom_every_level_is_read),
        cmocka_unit_test(freedoom_no_line_of_sight_where_reject_has_none),
        cmocka_unit_test(freedoom_every_level_becomes_a_mesh),
        cmocka_unit_test(freedoom_discs_as_wide_as_passages_get_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
