/* A folder of this process for scenes and records, and a scene that has everything
 * an input can touch. Scenes are opened by the names of files, so a fuzz target writes one a run.
 */
#ifndef TEST_FUZZ_SCENE_PLACE_H
#define TEST_FUZZ_SCENE_PLACE_H

#include "fuzz/check.h"
#include "scene.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SCENE_PLACE_NAME = 256 };

static const char scene_place_world[] =
    "local wend = require 'wend'\n"
    "local grid = wend.grid{width = 24, height = 16}\n"
    "grid:fill('all', 12, 0, 1, 13, 255)\n"
    "local walls = wend.walls()\n"
    "walls:add_segment(4, 4, 4, 9)\n"
    "local flow = wend.flow{grid = grid}\n"
    "local graph = wend.graph()\n"
    "graph:add_node{x = 1, y = 1}\n"
    "graph:add_node{x = 9, y = 1}\n"
    "graph:add_edge(0, 1)\n"
    "local items = wend.items()\n"
    "items:add(3, 3, {tag = 2})\n"
    "local triggers = wend.triggers{items = items}\n"
    "triggers:add{kind = 'area', points = {{8, 1}, {12, 1}, {12, 3}}}\n"
    "local crowd = wend.crowd{grid = grid, walls = walls, flow = flow, max_bodies = 20}\n"
    "local keys = ''\n"
    "for i = 0, 7 do crowd:add_body{x = 6.5 + i % 4, y = 5.5 + i // 4, group = i % 2} end\n"
    "local speed = {name = 'speed', from = 0, to = 4, value = 1}\n"
    "speed.on_change = function(v)\n"
    "  for _, body in ipairs(crowd:list_bodies()) do crowd:set_body(body, {speed = v}) end\n"
    "end\n"
    "return wend.scene{\n"
    "  crowd = crowd, grid = grid, walls = walls, flow = flow, graph = graph,\n"
    "  objects = {items = items, triggers = triggers},\n"
    "  sliders = {speed, {name = 'other', from = -1e9, to = 1e9, value = 0}},\n"
    "  on_key = function(key) keys = keys:sub(-40) .. key end,\n"
    "  on_stuck = function(body) crowd:stop(body) end,\n"
    "  text = function() return speed.value .. keys end,\n"
    "}\n";

static char scene_place_folder[SCENE_PLACE_NAME];

static inline void scene_place_remove(void)
{
    static const char *const names[] = {"world.lua", "scene.lua", "a.rec", "b.rec"};
    char path[2 * SCENE_PLACE_NAME];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", scene_place_folder, names[i]);
        remove(path);
    }
    rmdir(scene_place_folder);
}

/** The path of a file in the folder, which is made with the first one. */
static inline const char *scene_place(const char *name, char path[2 * SCENE_PLACE_NAME])
{
    if (scene_place_folder[0] == '\0') {
        const char *folder = getenv("TMPDIR");
        folder = folder != NULL ? folder : access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(scene_place_folder, sizeof scene_place_folder, "%s/wend-fuzz-XXXXXX", folder);
        check(mkdtemp(scene_place_folder) != NULL);
        atexit(scene_place_remove);
    }
    snprintf(path, 2 * SCENE_PLACE_NAME, "%s/%s", scene_place_folder, name);
    return path;
}

static inline void scene_place_write(const char *name, const void *bytes, size_t count)
{
    char path[2 * SCENE_PLACE_NAME];
    FILE *out = fopen(scene_place(name, path), "wb");
    check(out != NULL);
    check(fwrite(bytes, 1, count, out) == count);
    check(fclose(out) == 0);
}

/** Limits that a run of a fuzz target has time for. */
static inline scene_options scene_place_options(void)
{
    scene_options options = scene_options_default();
    options.memory_mb = 16;
    options.instructions = 50000;
    return options;
}

/** The same for the world above, which is not read from a file then. */
static inline scene_options scene_place_world_options(void)
{
    scene_options options = scene_place_options();
    options.text = scene_place_world;
    options.text_count = sizeof scene_place_world - 1;
    return options;
}

/** Holds of every call of a scene: an error has a sentence, and nothing else has one. */
static inline void scene_place_check(wend_result result, const char *text)
{
    check(result == WEND_OK || result == WEND_NO_PATH || result == WEND_PARTIAL ||
          result == WEND_ERROR_FILE || result == WEND_ERROR_MEMORY ||
          result == WEND_ERROR_ARGUMENT);
    check(result >= 0 || text[0] != '\0');
}

#endif
