/* What paths over a hierarchy cost over the published lengths of the scenarios under
 * $WEND_DATA/maps: a few queries of every map, those of the longest paths included. */
#include "support/searches.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/hierarchy.h"
#include "wend/io.h"
#include "wend/search.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_CAPACITY = 2048, NAMES_MAX = 256, QUERIES = 12 };

static const double map_mean_most = 0.03, all_mean_most = 0.005, worst_most = 0.3;

typedef struct tally {
    double sum, worst;
    size_t count, maps;
} tally;

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Names in a folder that end so, sorted. */
static size_t list_names(const char *folder, const char *ending, char (*names)[256])
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (const struct dirent *entry = readdir(directory); entry != NULL && count < NAMES_MAX;
         entry = readdir(directory)) {
        const size_t length = strlen(entry->d_name);
        const size_t end = strlen(ending);
        if (entry->d_name[0] != '.' && length >= end &&
            strcmp(entry->d_name + length - end, ending) == 0) {
            memcpy(names[count++], entry->d_name, length + 1);
        }
    }
    closedir(directory);
    qsort(names, count, sizeof names[0], compare_names);
    return count;
}

static void ask_rows(const char *name, const wend_grid *grid, const wend_scenario *scenario,
                     tally *all)
{
    wend_space *space = spaces_on(grid);
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy_search_def search_def = wend_hierarchy_search_def_default();
    wend_hierarchy *hierarchy;
    wend_hierarchy_search *search;
    wend_path *path = paths_make();
    def.space = space;
    assert_int_equal(wend_hierarchy_create(&def, &hierarchy), WEND_OK);
    assert_int_equal(wend_hierarchy_update(hierarchy, NULL), WEND_OK);
    search_def.hierarchy = hierarchy;
    assert_int_equal(wend_hierarchy_search_create(&search_def, &search), WEND_OK);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const size_t rows = wend_scenario_count(scenario);
    double sum = 0;
    size_t count = 0;
    for (size_t k = 1; k <= QUERIES; ++k) {
        const wend_scenario_row row = wend_scenario_get(scenario, rows * k / QUERIES - 1);
        const wend_node start = wend_grid_node(grid, row.start_x, row.start_y);
        const wend_node goal = wend_grid_node(grid, row.goal_x, row.goal_y);
        if (row.width != info.width || row.height != info.height || !(row.length > 0) ||
            !wend_space_is_open(space, start) || !wend_space_is_open(space, goal)) {
            continue;
        }
        assert_int_equal(wend_hierarchy_search_find(search, start, goal), WEND_OK);
        assert_int_equal(wend_path_from_hierarchy(path, search), WEND_OK);
        const double over = wend_cost_to_double(wend_path_cost(path)) / row.length - 1;
        assert_true(over * row.length > -row.rounding - 1e-6);
        sum += over;
        all->worst = over > all->worst ? over : all->worst;
        ++count;
    }
    if (count > 0 && sum / (double)count > map_mean_most) {
        fail_msg("%s: paths cost %d per mille more than the least", name,
                 (int)(1000 * sum / (double)count));
    }
    all->sum += sum;
    all->count += count;
    ++all->maps;
    wend_path_destroy(path);
    wend_hierarchy_search_destroy(search);
    wend_hierarchy_destroy(hierarchy);
    wend_space_destroy(space);
}

static void use_map(const char *folder, const char *name, tally *all)
{
    char file[PATH_CAPACITY];
    wend_message message = {0};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_grid *grid = NULL;
    wend_scenario *scenario = NULL;
    snprintf(file, sizeof file, "%s/%s", folder, name);
    if (wend_scenario_load_file(file, NULL, &scenario, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    file[strlen(file) - strlen(".scen")] = '\0';
    if (wend_map_load_grid_file(file, &options, &grid, NULL) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    ask_rows(name, grid, scenario, all);
    wend_grid_destroy(grid);
    wend_scenario_destroy(scenario);
}

static void hierarchy_paths_cost_little_more_than_published(void **state)
{
    (void)state;
    static char folders[NAMES_MAX][256];
    static char files[NAMES_MAX][256];
    char maps[1024];
    char folder[PATH_CAPACITY - 300];
    tally all = {0};
    skip_without_data("maps", maps, sizeof maps);
    const size_t folder_count = list_names(maps, "", folders);
    for (size_t k = 0; k < folder_count; ++k) {
        snprintf(folder, sizeof folder, "%s/%s", maps, folders[k]);
        const size_t file_count = list_names(folder, ".scen", files);
        for (size_t f = 0; f < file_count; ++f) {
            use_map(folder, files[f], &all);
        }
    }
    print_message("%d maps, %d paths, mean %d worst %d in 100,000 over the least\n", (int)all.maps,
                  (int)all.count, (int)(1e5 * all.sum / (double)all.count), (int)(1e5 * all.worst));
    assert_true(all.maps > 0 && all.count > 0);
    assert_true(all.sum / (double)all.count <= all_mean_most);
    assert_true(all.worst <= worst_most);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchy_paths_cost_little_more_than_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
