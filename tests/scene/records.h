/* A scene with everything that inputs can touch. */
#ifndef TEST_SCENE_RECORDS_H
#define TEST_SCENE_RECORDS_H

#include "scene_file.h"
#include "wend/stamp.h"

static const char world[] =
    "local wend = require 'wend'\n"
    "local grid = wend.grid{width = 48, height = 32}\n"
    "local walls = wend.walls()\n"
    "local flow = wend.flow{grid = grid}\n"
    "local graph = wend.graph()\n"
    "local a = graph:add_node{x = 1, y = 1}\n"
    "local b = graph:add_node{x = 9, y = 1}\n"
    "local crowd = wend.crowd{grid = grid, walls = walls, flow = flow, max_bodies = 20}\n"
    "local keys = ''\n"
    "for i = 0, 11 do crowd:add_body{x = 3 + i % 4, y = 10 + i // 4, group = i % 2} end\n"
    "local speed = {name = 'speed', from = 0, to = 4, value = 1}\n"
    "speed.on_change = function(v) keys = keys .. ' speed ' .. v end\n"
    "return wend.scene{\n"
    "  title = 'world', crowd = crowd, grid = grid, walls = walls, flow = flow, graph = graph,\n"
    "  colours = {[1] = '#0a141e'}, sliders = {speed}, ticks = 120,\n"
    "  on_key = function(key) keys = keys .. ' ' .. key end,\n"
    "  text = function() return speed.value .. keys end,\n"
    "}\n";

typedef struct fixture {
    char scene[SCENE_FILE_CAPACITY], record[SCENE_FILE_CAPACITY];
} fixture;

static inline void begin(fixture *f)
{
    scene_file_write(scene_file_name("world.lua", f->scene), world);
    scene_file_name("world.rec", f->record);
}

static inline void end(const fixture *f)
{
    remove(f->scene);
    remove(f->record);
}

static inline scene *open_world(const fixture *f, bool is_recorded)
{
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *s = NULL;
    options.record = is_recorded ? f->record : NULL;
    if (scene_open(f->scene, &options, &s, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return s;
}

static inline void add(scene *s, scene_input input)
{
    assert_int_equal(scene_add_input(s, &input), WEND_OK);
}

static inline void tick(scene *s, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (scene_tick(s) != WEND_OK) {
            fail_msg("%s", scene_message(s));
        }
    }
}

static inline size_t list(const scene *s, wend_body_id ids[20])
{
    size_t count = 0;
    assert_int_equal(wend_crowd_list_bodies(scene_crowd(s), ids, 20, &count), WEND_OK);
    return count;
}

/* ---- records ---- */

/* Plays the world with all kinds of inputs, recorded. @return its last hash. */
static inline uint64_t record(const fixture *f)
{
    wend_body_id ids[20];
    scene *s = open_world(f, true);
    size_t count = list(s, ids);
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 0, .value = 1.0 / 3.0});
    add(s,
        (scene_input){
            .kind = SCENE_INPUT_ORDER, .bodies = ids, .body_count = count, .at = {40.125, 20.3}});
    tick(s, 10);
    add(s, (scene_input){
               .kind = SCENE_INPUT_CELLS, .x = 12, .y = 8, .width = 2, .height = 9, .cost = 255});
    add(s, (scene_input){
               .kind = SCENE_INPUT_STAMP, .x = 20, .y = 15, .width = 3, .height = 9, .cost = 255});
    add(s, (scene_input){.kind = SCENE_INPUT_SEGMENT, .at = {8.5, 3.1}, .to = {8.5, 9}});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_ADD, .at = {5, 6}, .radius = 20, .index = 2});
    tick(s, 20);
    add(s,
        (scene_input){.kind = SCENE_INPUT_EXPLODE, .at = {5.1, 11}, .radius = 4, .impulse = 300});
    add(s, (scene_input){.kind = SCENE_INPUT_KEY, .key = "b"});
    add(s, (scene_input){.kind = SCENE_INPUT_LIFT, .x = 21, .y = 16});
    add(s, (scene_input){.kind = SCENE_INPUT_ERASE, .at = {8.6, 5}, .radius = 1});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_MOVE, .index = 2, .at = {2.7, 3}});
    tick(s, 5);
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_REMOVE, .index = 0});
    add(s, (scene_input){.kind = SCENE_INPUT_STOP, .bodies = ids, .body_count = 2});
    tick(s, 25);
    uint64_t hash = scene_hash(s);
    scene_close(s);
    return hash;
}

#endif
