/* The maps and scenarios of the MovingAI collection under $WEND_DATA/maps: every exact method finds
 * their published lengths. Rows that cannot be used are counted and named. */
#include "support/searches.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/io.h"
#include "wend/search.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_CAPACITY = 1024, FILES_MAX = 256, SAMPLE = 16, SLOW_SAMPLE = 20 };

typedef struct tally {
    size_t asked, wrong, skipped, files;
} tally;

/* Names of one kind in a folder, sorted, so that the sample is the same everywhere. */
typedef struct listing {
    char *names[FILES_MAX];
    size_t count;
} listing;

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static listing listing_of(const char *folder, const char *ending)
{
    listing list = {{NULL}, 0};
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (const struct dirent *entry = readdir(directory); entry != NULL;
         entry = readdir(directory)) {
        const size_t length = strlen(entry->d_name);
        const size_t end = strlen(ending);
        if (entry->d_name[0] != '.' && length >= end &&
            strcmp(entry->d_name + length - end, ending) == 0) {
            assert_true(list.count < FILES_MAX);
            list.names[list.count] = malloc(length + 1);
            assert_non_null(list.names[list.count]);
            memcpy(list.names[list.count++], entry->d_name, length + 1);
        }
    }
    closedir(directory);
    qsort(list.names, list.count, sizeof list.names[0], compare_names);
    return list;
}

static void listing_free(listing *list)
{
    for (size_t k = 0; k < list->count; ++k) {
        free(list->names[k]);
    }
}

static size_t sample_every(void)
{
    const char *text = getenv("WEND_TEST_SCALE");
    const double scale = text != NULL ? strtod(text, NULL) : 1.0;
    const double sample = (double)SAMPLE / (scale > 0.01 ? scale : 1.0);
    return sample <= 1.0 ? 1 : (size_t)sample;
}

/* ---- one scenario ---- */

/* The reason why a row cannot be queried; NULL if it can. */
static const char *why_not(const wend_grid *grid, const wend_scenario_row *row)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (row->width != info.width || row->height != info.height) {
        return "made for a map of another size";
    }
    if (!wend_grid_is_open(grid, 0, WEND_TEAM_NONE, row->start_x, row->start_y)) {
        return "start blocked";
    }
    if (!wend_grid_is_open(grid, 0, WEND_TEAM_NONE, row->goal_x, row->goal_y)) {
        return "goal blocked";
    }
    return row->length <= 0 && (row->start_x != row->goal_x || row->start_y != row->goal_y)
               ? "length 0 between different cells"
               : NULL;
}

/* Queries one method; counts a mismatch and prints it. */
static void ask(const char *file, wend_search *search, const wend_search_query *query,
                const wend_scenario_row *row, tally *all)
{
    wend_search_answer answer;
    const wend_result result = wend_search_find(search, query);
    if (result == WEND_ERROR_UNSUPPORTED && query->method == WEND_METHOD_JUMP_POINT) {
        return; /* weighted terrain */
    }
    wend_search_get_answer(search, &answer);
    const double cost = wend_cost_to_double(answer.cost);
    ++all->asked;
    if (result != WEND_OK || fabs(cost - row->length) > row->rounding) {
        ++all->wrong;
        print_message("%s:%u: %s gives %.8f (result %d), published %.8f\n", file,
                      (unsigned)row->line, wend_method_name(query->method), cost, (int)result,
                      row->length);
    }
}

static void ask_row(const char *file, const wend_grid *grid, wend_search *search,
                    const wend_scenario_row *row, bool with_slow, tally *all)
{
    static const wend_method methods[] = {WEND_METHOD_BEST, WEND_METHOD_JUMP_POINT,
                                          WEND_METHOD_ASTAR, WEND_METHOD_ASTAR_BIDIRECTIONAL,
                                          WEND_METHOD_DIJKSTRA};
    wend_search_query query = wend_search_query_default();
    query.start = wend_grid_node(grid, row->start_x, row->start_y);
    query.goal = wend_grid_node(grid, row->goal_x, row->goal_y);
    const size_t count = with_slow ? sizeof methods / sizeof methods[0] : 2;
    for (size_t k = 0; k < count; ++k) {
        query.method = methods[k];
        ask(file, search, &query, row, all);
    }
}

static void play_rows(const char *file, const wend_scenario *scenario, const wend_grid *grid,
                      tally *all)
{
    wend_search_def def = wend_search_def_default();
    def.grid = grid;
    wend_search *search = searches_make(def);
    const size_t every = sample_every();
    const size_t count = wend_scenario_count(scenario);
    size_t skipped = 0;
    const char *last_why = NULL;
    for (size_t k = 0; k < count; ++k) {
        const wend_scenario_row row = wend_scenario_get(scenario, k);
        const char *why = why_not(grid, &row);
        if (why != NULL) {
            ++skipped;
            last_why = why;
        } else if (k % every == every / 2) {
            ask_row(file, grid, search, &row, k / every % SLOW_SAMPLE == 0, all);
        }
    }
    if (skipped > 0) {
        print_message("%s: %zu of %zu rows skipped (%s)\n", file, skipped, count, last_why);
    }
    all->skipped += skipped;
    wend_search_destroy(search);
}

static void play_file(const char *folder, const char *name, tally *all)
{
    char file[PATH_CAPACITY];
    char map[PATH_CAPACITY];
    wend_message message = {0};
    const int length = snprintf(file, sizeof file, "%s/%s", folder, name);
    assert_true(length > 0 && length < PATH_CAPACITY);
    memcpy(map, file, sizeof map);
    map[strlen(map) - strlen(".scen")] = '\0';
    wend_scenario *scenario = NULL;
    wend_grid *grid = NULL;
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    if (wend_scenario_load_file(file, NULL, &scenario, &message) != WEND_OK ||
        wend_map_load_grid_file(map, &options, &grid, NULL) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    play_rows(file, scenario, grid, all);
    ++all->files;
    wend_grid_destroy(grid);
    wend_scenario_destroy(scenario);
}

static void search_finds_the_published_length_of_every_row(void **state)
{
    (void)state;
    char maps[PATH_CAPACITY];
    char folder[PATH_CAPACITY + 300];
    tally all = {0, 0, 0, 0};
    skip_without_data("maps", maps, sizeof maps);
    listing folders = listing_of(maps, "");
    for (size_t k = 0; k < folders.count; ++k) {
        snprintf(folder, sizeof folder, "%s/%s", maps, folders.names[k]);
        listing files = listing_of(folder, ".scen");
        for (size_t f = 0; f < files.count; ++f) {
            play_file(folder, files.names[f], &all);
        }
        listing_free(&files);
    }
    listing_free(&folders);
    print_message("%zu scenarios, %zu questions, %zu wrong, %zu rows skipped\n", all.files,
                  all.asked, all.wrong, all.skipped);
    assert_true(all.files > 0 && all.asked > 0);
    assert_int_equal(all.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_finds_the_published_length_of_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
