/* Reading a hex map with terrain rules with an allocator that fails at every call in turn gives
 * WEND_ERROR_MEMORY and leaves nothing behind. */
#include "base/core/memory.h"
#include "io/games/wml.h"
#include "support/fault.h"
#include "support/test.h"
#include "wend/io.h"

#include <string.h>

static const char map_text[] = "X,X,X,X\nX,1 Gg,Gg^Fp,X\nX,lake Ww,Zz,X\nX,X,X,X\n";

static const char *text_of(const char *name)
{
    if (strcmp(name, "data/core/macros/movetypes.cfg") == 0) {
        return "#define A X\nflat={X}\n#enddef\n#define B\n#enddef\n";
    }
    if (strcmp(name, "data/core/terrain.cfg") == 0) {
        return "[terrain_type]\nid=flat\nstring=Gt\n[/terrain_type]\n"
               "[terrain_type]\nid=water\nstring=Ww\nname=_ \"a name that needs more than one \" + "
               "\"piece of memory\"\n[/terrain_type]\n"
               "[terrain_type]\nid=grass\nstring=Gg\naliasof=Gt\n[/terrain_type]\n"
               "[terrain_type]\nid=trees\nstring=^Fp\nmvt_alias=-,_bas,Ww\n[/terrain_type]\n";
    }
    return "[movetype]\nname=foot\n[movement_costs]\n{A 1}\n[/movement_costs]\n[/movetype]\n"
           "[movetype]\nname=twin\n[movement_costs]\n{A 1}\n[/movement_costs]\n[/movetype]\n"
           "[movetype]\nname=boat\n[movement_costs]\nwater=1\n[/movement_costs]\n[/movetype]\n";
}

static wend_result open_data(void *context, const char *name, const wend_allocator *allocator,
                             uint8_t **bytes, size_t *count, wend_message *message)
{
    (void)context;
    (void)message;
    const char *text = text_of(name);
    size_t length = strlen(text);
    *bytes = wendi_alloc_zero(allocator, length + 1);
    if (*bytes == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memcpy(*bytes, text, length);
    *count = length;
    return WEND_OK;
}

static wend_result open_map(wend_allocator allocator, void *context)
{
    const bool *has_rules = context;
    wend_map_options options = wend_map_options_default();
    wend_message message = {0, ""};
    options.allocator = allocator;
    options.message = &message;
    options.read = open_data;
    options.data_folder = *has_rules ? "data" : NULL;
    wend_map *map = NULL;
    wend_result result =
        wend_map_load_memory((const uint8_t *)map_text, strlen(map_text), &options, &map);
    assert_int_equal(result == WEND_OK, map != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    if (map != NULL) {
        assert_int_equal(wend_map_class_count(map), *has_rules ? 2 : 1);
        assert_int_equal(wend_map_item_count(map), 2);
    }
    wend_map_destroy(map);
    return result;
}

static wend_result read_wml(wend_allocator allocator, void *context)
{
    static const wendi_wml_handler nobody = {NULL, NULL, NULL, NULL};
    const char *text = context;
    wendi_wml_macros macros = {NULL, 0, 0, allocator};
    wend_result result =
        wendi_wml_read((const uint8_t *)text, strlen(text), &macros, &nobody, NULL);
    wendi_wml_macros_free(&macros);
    return result;
}

static void wesnoth_without_memory_gives_nothing(void **state)
{
    (void)state;
    bool has_rules = true;
    assert_true(fault_run(open_map, &has_rules) >= 15);
    has_rules = false;
    assert_true(fault_run(open_map, &has_rules) >= 5);
}

static void wml_without_memory_gives_nothing(void **state)
{
    (void)state;
    char text[] = "#define A\nb=<<a longer text, so that the memory must grow again>>\n#enddef\n"
                  "[t]\n{A}\nc=\"and this one a second time, for it is long as well\"\n[/t]\n"
                  "d=without a quote, but also more than fits into the first piece\n";
    assert_true(fault_run(read_wml, text) >= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wesnoth_without_memory_gives_nothing),
        cmocka_unit_test(wml_without_memory_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
