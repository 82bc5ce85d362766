/* The maps of Tiled, Wesnoth and Warzone 2100 under $WEND_DATA_TILED, $WEND_DATA_WESNOTH and
 * $WEND_DATA_WARZONE: every one is read, and what it says of its players makes sense. Below a scale of 1
 * (WEND_TEST_SCALE) every so many-th of those that take long. */
#include "io/core/archive.h"
#include "io/core/xml.h"
#include "support/gen.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/io.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_CAPACITY = 4096, FOLDERS_DEEP = 8, PLAYERS_MAX = 16 };

/* The content of the packages when these tests were written. */
enum {
    TILED_MAPS = 21, /* four of them packed, until scripts/packages.sh has unpacked them */
    WESNOTH_MAPS = 83,
    WESNOTH_CLASSES = 32,
    WARZONE_MAPS_BASE = 24,
    WARZONE_MAPS_PLAYERS = 39
};

/* Whether the map of a number is read at this scale. */
static bool is_chosen(size_t number)
{
    enum { TRIES = 8 };
    const uint64_t tries = gen_scaled(TRIES);
    return tries >= TRIES || number % TRIES < tries;
}

typedef struct wesnoth_maps {
    const char *data;
    size_t count;
} wesnoth_maps;

typedef void (*visit_fn)(void *context, const char *path);

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t end = strlen(ending);
    return length >= end && strcmp(text + length - end, ending) == 0;
}

/* Every file with an ending below a folder. @return their number. */
static size_t visit(const char *folder, const char *ending, int deep, visit_fn see, void *context)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        fail_msg("%s: cannot be listed", folder);
    }
    for (const struct dirent *entry = readdir(directory); entry != NULL;
         entry = readdir(directory)) {
        char path[PATH_CAPACITY];
        struct stat status;
        const int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_true(length > 0 && length < PATH_CAPACITY);
        if (entry->d_name[0] == '.' || stat(path, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode) && deep > 0) {
            count += visit(path, ending, deep - 1, see, context);
        } else if (S_ISREG(status.st_mode) && ends_with(path, ending)) {
            see(context, path);
            ++count;
        }
    }
    closedir(directory);
    return count;
}

static wend_map *open_map(const char *path, const char *entry, const char *data_folder)
{
    wend_message message = {0};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    options.entry = entry;
    options.data_folder = data_folder;
    wend_map *map = NULL;
    if (wend_map_load_file(path, &options, &map) != WEND_OK) {
        fail_msg("%s, %s: %s", path, entry == NULL ? "" : entry, message.text);
    }
    return map;
}

static bool is_open_to_any(const wend_map *map, wend_node node)
{
    const wend_grid *grid = wend_map_grid(map);
    int32_t x = 0;
    int32_t y = 0;
    bool is_open = false;
    for (uint32_t k = 0; k < wend_map_class_count(map) && wend_grid_cell(grid, node, &x, &y); ++k) {
        is_open = is_open || wend_grid_is_open(grid, k, WEND_TEAM_NONE, x, y);
    }
    return is_open;
}

/* Spawns, each on ground that is open to some class. */
static size_t check_spawns(const char *path, const wend_map *map)
{
    size_t count = 0;
    for (size_t k = 0; k < wend_map_item_count(map); ++k) {
        const wend_map_item item = wend_map_get_item(map, k);
        if (item.kind != WEND_MAP_ITEM_SPAWN) {
            continue;
        }
        if (!is_open_to_any(map, item.node)) {
            fail_msg("%s: nobody can stand where player %d begins", path, (int)item.player);
        }
        ++count;
    }
    return count;
}

/* "8c-manhattan", "4p_Clash.map": how many players a map is for by its name; 0 = it does not say.
 */
static size_t players_by_name(const char *path, char letter)
{
    const char *slash = strrchr(path, '/');
    char *end = NULL;
    const unsigned long players = strtoul(slash == NULL ? path : slash + 1, &end, 10);
    return *end == letter && players <= PLAYERS_MAX ? players : 0;
}

/* ---- Tiled ---- */

static void see_tiled(void *context, const char *path)
{
    (void)context;
    wend_map *map = open_map(path, NULL, NULL);
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_TMX);
    wend_map_destroy(map);
}

static void tiled_every_map_of_the_package_is_read(void **state)
{
    (void)state;
    const char *folder = skip_without_game("WEND_DATA_TILED");
    if (!wendi_xml_exists()) {
        skip_because("no expat in this build");
    }
    const size_t maps = visit(folder, ".tmx", FOLDERS_DEEP, see_tiled, NULL);
    print_message("%zu maps\n", maps);
    assert_true(maps >= TILED_MAPS);
}

/* ---- Wesnoth ---- */

static void see_wesnoth(void *context, const char *path)
{
    wesnoth_maps *maps = context;
    if (!is_chosen(maps->count++)) {
        return;
    }
    wend_map *plain = open_map(path, NULL, NULL);
    wend_map *map = open_map(path, NULL, maps->data);
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_WESNOTH);
    assert_int_equal(wend_map_class_count(map), WESNOTH_CLASSES);
    assert_int_equal(wend_map_class_count(plain), 1);
    assert_null(wend_map_property(map, "left_out 1"));
    if (wend_map_property(map, "unknown_terrain") != NULL) {
        fail_msg("%s: unknown terrain %s", path, wend_map_property(map, "unknown_terrain"));
    }
    assert_int_equal(wend_map_item_count(plain), wend_map_item_count(map));
    const size_t spawns = check_spawns(path, map);
    if (spawns < players_by_name(path, 'p')) {
        fail_msg("%s: only %zu places to begin", path, spawns);
    }
    wend_map_destroy(map);
    wend_map_destroy(plain);
}

static void wesnoth_every_map_of_the_package_is_read(void **state)
{
    (void)state;
    const char *folder = skip_without_game("WEND_DATA_WESNOTH");
    char data[PATH_CAPACITY];
    snprintf(data, sizeof data, "%s", folder);
    wesnoth_maps all = {data, 0};
    const size_t maps = visit(folder, ".map", FOLDERS_DEEP, see_wesnoth, &all);
    print_message("%zu maps\n", maps);
    assert_true(maps >= WESNOTH_MAPS);
}

/* ---- Warzone 2100 ---- */

static void see_warzone(const char *archive, const char *entry)
{
    wend_map *map = open_map(archive, entry, NULL);
    uint32_t ground = 9;
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_WARZONE);
    assert_int_equal(wend_map_class_count(map), 3);
    assert_true(wend_map_class_from_name(map, "ground", &ground));
    assert_string_equal(wend_map_property(map, "entry"), entry);
    const size_t spawns = check_spawns(entry, map);
    if (spawns < players_by_name(entry, 'c')) {
        fail_msg("%s: only %zu places to begin", entry, spawns);
    }
    wend_map_destroy(map);
}

/* @return how many maps the archive has. */
static size_t see_archive(const char *folder, const char *name)
{
    char path[PATH_CAPACITY];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    wend_map *first = open_map(path, NULL, NULL);
    size_t count = 0;
    for (;;) {
        char key[32];
        snprintf(key, sizeof key, "map %zu", count + 1);
        const char *entry = wend_map_property(first, key);
        if (entry == NULL) {
            break;
        }
        if (is_chosen(count)) {
            see_warzone(path, entry);
        }
        ++count;
    }
    wend_map_destroy(first);
    print_message("%s: %zu maps\n", name, count);
    return count;
}

static void warzone_every_map_of_the_package_is_read(void **state)
{
    (void)state;
    const char *folder = skip_without_game("WEND_DATA_WARZONE");
    if (!wendi_archive_exists()) {
        skip_because("no libzip in this build");
    }
    assert_true(see_archive(folder, "base.wz") >= WARZONE_MAPS_BASE);
    assert_true(see_archive(folder, "mp.wz") >= WARZONE_MAPS_PLAYERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiled_every_map_of_the_package_is_read),
        cmocka_unit_test(wesnoth_every_map_of_the_package_is_read),
        cmocka_unit_test(warzone_every_map_of_the_package_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
