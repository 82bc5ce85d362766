/* Readers of levels, meshes, triangles and graphs with an allocator that fails at every call in
 * turn give WEND_ERROR_MEMORY and leave nothing behind. */
#include "support/fault.h"
#include "support/test.h"
#include "support/wad_make.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

typedef struct input {
    const uint8_t *bytes;
    size_t count;
    const char *file; /* NULL: bytes */
} input;

static wend_result open_level(wend_allocator allocator, void *context)
{
    const input *from = context;
    wend_message message = {0};
    wend_level_options o = wend_level_options_default();
    o.allocator = allocator;
    o.message = &message;
    wend_level *level = NULL;
    const wend_result result = from->file != NULL
                                   ? wend_level_load_file(from->file, &o, &level)
                                   : wend_level_load_memory(from->bytes, from->count, &o, &level);
    assert_int_equal(result == WEND_OK, level != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    wend_level_destroy(level);
    return result;
}

static wend_result open_mesh(wend_allocator allocator, void *context)
{
    const input *from = context;
    wend_message message = {0};
    wend_mesh_options o = wend_mesh_options_default();
    o.allocator = allocator;
    o.message = &message;
    wend_mesh *mesh = NULL;
    const wend_result result =
        from->file != NULL ? wend_mesh_load_file(from->file, &o, &mesh, NULL, NULL)
                           : wend_mesh_load_memory(from->bytes, from->count, &o, &mesh, NULL, NULL);
    assert_int_equal(result == WEND_OK, mesh != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    wend_mesh_destroy(mesh);
    return result;
}

static wend_result open_triangles(wend_allocator allocator, void *context)
{
    const input *from = context;
    wend_mesh_options o = wend_mesh_options_default();
    o.allocator = allocator;
    wend_triangles t;
    const wend_result result = from->file != NULL
                                   ? wend_triangles_load_file(from->file, &o, &t)
                                   : wend_triangles_load_memory(from->bytes, from->count, &o, &t);
    assert_int_equal(result == WEND_OK, t.points != NULL);
    wend_triangles_free(&t);
    return result;
}

static wend_result open_graph(wend_allocator allocator, void *context)
{
    const input *from = context;
    wend_message message = {0};
    wend_graph *graph = NULL;
    const wend_result result =
        from->file != NULL
            ? wend_graph_load_file(from->file, WEND_GRAPH_FORMAT_AUTO, &allocator, &graph, &message)
            : wend_graph_load_memory(from->bytes, from->count, WEND_GRAPH_FORMAT_AUTO, &allocator,
                                     &graph, &message);
    assert_int_equal(result == WEND_OK, graph != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    wend_graph_destroy(graph);
    return result;
}

static wend_result add_items(wend_allocator allocator, void *context)
{
    const input *from = context;
    wend_message message = {0};
    const wend_items_def items_def = wend_items_def_default();
    wend_triggers_def def = wend_triggers_def_default();
    wend_items *items = NULL;
    wend_triggers *triggers = NULL;
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    def.items = items;
    assert_int_equal(wend_triggers_create(&def, &triggers), WEND_OK);
    const wend_result result =
        from->file != NULL ? wend_items_add_file(from->file, items, triggers, &allocator, &message)
                           : wend_items_add_memory(from->bytes, from->count, items, triggers,
                                                   &allocator, &message);
    assert_int_equal(result == WEND_OK, wend_items_count(items) > 0);
    assert_int_equal(result == WEND_OK, wend_triggers_count(triggers) > 0);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    wend_triggers_destroy(triggers);
    wend_items_destroy(items);
    return result;
}

/* The caller's objects have no memory: what was added is removed again. */
static wend_result add_to_items(wend_allocator allocator, void *context)
{
    const input *from = context;
    wend_items_def items_def = wend_items_def_default();
    wend_triggers_def def = wend_triggers_def_default();
    wend_items *items = NULL;
    wend_triggers *triggers = NULL;
    items_def.allocator = allocator;
    def.allocator = allocator;
    wend_result result = wend_items_create(&items_def, &items);
    def.items = items;
    result = result == WEND_OK ? wend_triggers_create(&def, &triggers) : result;
    if (result == WEND_OK) {
        result = wend_items_add_memory(from->bytes, from->count, items, triggers, NULL, NULL);
    }
    assert_int_equal(result == WEND_OK, wend_items_count(items) > 0);
    assert_int_equal(result == WEND_OK, wend_triggers_count(triggers) > 0);
    wend_triggers_destroy(triggers);
    wend_items_destroy(items);
    return result;
}

static bool go_on(void *context, const char *name)
{
    (void)context;
    (void)name;
    return true;
}

static wend_result list_levels(wend_allocator allocator, void *context)
{
    const input *from = context;
    wend_level_options o = wend_level_options_default();
    o.allocator = allocator;
    return wend_level_list_file(from->file, &o, go_on, NULL);
}

/* From bytes, and from a file of them. */
static void run_both(fault_fn fn, const void *bytes, size_t count, const char *file)
{
    input from = {bytes, count, NULL};
    const size_t calls = fault_run(fn, &from);
    assert_true(calls >= 2);
    assert_int_equal(wend_io_write_file(file, bytes, count, NULL), WEND_OK);
    from.file = file;
    assert_true(fault_run(fn, &from) >= calls + 1);
    if (fn == open_level) {
        assert_true(fault_run(list_levels, &from) >= 1);
    }
    assert_int_equal(remove(file), 0);
}

static size_t make_wad(wad_maker *wad)
{
    static const int points[] = {0, 0, 0, 128, 128, 128, 128, 0};
    static const int lines[] = {0, 1, 1, 0,  0, 0, 65535, 1, 2, 1, 0, 0, 1, 65535,
                                2, 3, 1, 39, 0, 2, 65535, 3, 0, 1, 0, 0, 3, 65535};
    static const int sides[] = {0, 0, 0, 0};
    static const int things[] = {64, 64, 0, 1, 7, 32, 32, 0, 14, 7};
    static const int sectors[1][4] = {{0, 128, 0, 0}};
    wad_begin(wad);
    wad_lump(wad, "MAP01", NULL, 0);
    wad_lump(wad, "THINGS", things, 10);
    wad_lump(wad, "LINEDEFS", lines, 28);
    wad_sides(wad, sides, 4);
    wad_lump(wad, "VERTEXES", points, 8);
    wad_sectors(wad, sectors, 1);
    return wad_end(wad);
}

static void level_readers_without_memory_give_nothing(void **state)
{
    (void)state;
    static const char text[] = "..#\n1..\n";
    wad_maker wad;
    const size_t count = make_wad(&wad);
    run_both(open_level, wad.bytes, count, "test_io_world_fault.wad");
    run_both(open_level, text, strlen(text), "test_io_world_fault.txt");
}

static void mesh_readers_without_memory_give_nothing(void **state)
{
    (void)state;
    static const char polyanya[] = "mesh\n2\n4 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n2 2 2 1 -1\n"
                                   "0 2 3 -1 1 0\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";
    char obj[4000] = "";
    size_t used = 0;
    for (int i = 0; i < 80; i++) {
        used += (size_t)snprintf(obj + used, sizeof obj - used,
                                 "v %d 0 0\nv %d 0 1\nv %d 0 0\nf -3 -2 -1\n", i, i, i + 1);
    }
    run_both(open_mesh, polyanya, strlen(polyanya), "test_io_world_fault.mesh");
    run_both(open_mesh, obj, used, "test_io_world_fault.obj");
    run_both(open_triangles, obj, used, "test_io_world_fault.obj");
}

static void graph_readers_without_memory_give_nothing(void **state)
{
    (void)state;
    static const char text[] = "node 0 0\nnode 1 1 2 tag=4 user=9\nedge 0 1 4 swim oneway closed\n";
    uint8_t saved[1024];
    size_t count = 0;
    wend_graph *graph = NULL;
    run_both(open_graph, text, strlen(text), "test_io_world_fault.graph");
    assert_int_equal(wend_graph_load_memory((const uint8_t *)text, strlen(text),
                                            WEND_GRAPH_FORMAT_TEXT, NULL, &graph, NULL),
                     WEND_OK);
    assert_int_equal(wend_graph_save(graph, saved, sizeof saved, &count), WEND_OK);
    wend_graph_destroy(graph);
    run_both(open_graph, saved, count, "test_io_world_fault.wend");
}

static void item_readers_without_memory_add_nothing(void **state)
{
    (void)state;
    char text[4000] = "";
    size_t used = 0;
    for (int i = 0; i < 40; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "item %d 0\ntrigger take 0 0 item=%d\n", i, i);
    }
    used +=
        (size_t)snprintf(text + used, sizeof text - used, "trigger area 0 0 points=0,0,1,0,1,1\n");
    run_both(add_items, text, used, "test_io_world_fault.items");
    input from = {(const uint8_t *)text, used, NULL};
    assert_true(fault_run(add_to_items, &from) >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_readers_without_memory_give_nothing),
        cmocka_unit_test(mesh_readers_without_memory_give_nothing),
        cmocka_unit_test(graph_readers_without_memory_give_nothing),
        cmocka_unit_test(item_readers_without_memory_add_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
