/* Maps of Tiled with classes and items: the subcommands know them by name. */
#include "io/core/xml.h"
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Land for walkers around a lake for boats; "far" lies outside. */
static const char MAP[] =
    "<map orientation=\"orthogonal\" width=\"6\" height=\"3\" tilewidth=\"16\" tileheight=\"16\">"
    "<tileset firstgid=\"1\"><tile id=\"0\"><properties><property name=\"cost:boat\" "
    "value=\"wall\"/></properties></tile><tile id=\"1\"><properties><property name=\"blocked\" "
    "value=\"true\"/><property name=\"cost:boat\" value=\"2\"/></properties></tile></tileset>"
    "<layer><data encoding=\"csv\">1,1,1,1,1,1,\n1,2,2,2,2,1,\n1,1,1,1,1,1</data></layer>"
    "<objectgroup><object name=\"camp\" type=\"spawn\" x=\"8\" y=\"8\"><properties><property "
    "name=\"player\" value=\"1\"/></properties><point/></object>"
    "<object name=\"gate\" x=\"80\" y=\"32\" width=\"16\" height=\"16\"/>"
    "<object name=\"far\" x=\"800\" y=\"32\"/></objectgroup></map>";

static char map_path[RUN_PATH_CAPACITY];

static int write_map(void **state)
{
    (void)state;
    run_write_text(run_temporary("lake.tmx", map_path), MAP);
    return 0;
}

static int remove_map(void **state)
{
    (void)state;
    return remove(map_path);
}

static char *json_of(const char *command, const char *arguments, int exit_code)
{
    char line[3 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "%s %s %s", command, map_path, arguments);
    return run_json(line, exit_code);
}

static void expect_failure(const char *command, const char *arguments, const char *part)
{
    char line[3 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "%s %s %s", command, map_path, arguments);
    run_expect(line, 2, part);
}

static void info_lists_classes_and_items(void **state)
{
    (void)state;
    char *object = json_of("info", "", 0);
    json_expect(object, "format", "\"tmx\"");
    json_expect(object, "classes", "2");
    assert_non_null(strstr(object, "\"class_names\": [\"\", \"boat\"]"));
    assert_non_null(strstr(object, "\"kind\": \"spawn\", \"name\": \"camp\", \"type\": \"spawn\", "
                                   "\"player\": 1, \"cell\": [0, 0]"));
    assert_non_null(strstr(object, "\"name\": \"far\", \"type\": \"\", \"cell\": null"));
    free(object);
    run_result r = run_wendf("info %s", map_path);
    assert_non_null(strstr(r.out, "classes: 1 boat\n"));
    assert_non_null(strstr(r.out, "3 items\n"));
    assert_non_null(strstr(r.out, "#1   region     5,2    gate\n"));
    run_free(&r);
    object = json_of("info", "--class boat", 0);
    json_expect(object, "open", "4");
    free(object);
}

static void path_goes_from_item_to_item(void **state)
{
    (void)state;
    char *object = json_of("path", "--from camp --to gate", 0);
    json_expect(object, "from", "[0, 0]");
    json_expect(object, "to", "[5, 2]");
    json_expect(object, "cost", "7");
    free(object);
    object = json_of("path", "--from #0 --to 5,0", 0);
    json_expect(object, "cost", "5");
    free(object);
    object = json_of("path", "--class boat --from 1,1 --to 4,1", 0);
    json_expect(object, "cost", "6");
    free(object);
    object = json_of("path", "--class boat --from camp --to 4,1", 1);
    json_expect(object, "why", "\"the start 0,0 is blocked\"");
    free(object);
}

static void reach_begins_at_an_item(void **state)
{
    (void)state;
    char *object = json_of("reach", "--from gate --within 2 --class 0", 0);
    json_expect(object, "from", "[5, 2]");
    json_expect(object, "cells", "5");
    free(object);
}

static void convert_keeps_the_class_that_is_named(void **state)
{
    (void)state;
    char out[RUN_PATH_CAPACITY];
    char bytes[200];
    run_temporary("lake.txt", out);
    char with_class[RUN_PATH_CAPACITY + 20];
    snprintf(with_class, sizeof with_class, "%s --class boat", out);
    free(json_of("convert", with_class, 0));
    size_t count = run_read(out, bytes, sizeof bytes);
    assert_int_equal(count, 21);
    assert_memory_equal(bytes, "######\n#2222#\n######\n", count);
    free(json_of("convert", out, 0));
    count = run_read(out, bytes, sizeof bytes);
    assert_memory_equal(bytes, "......\n.####.\n......\n", count);
    assert_int_equal(remove(out), 0);
}

static void what_the_map_does_not_have_is_refused(void **state)
{
    (void)state;
    expect_failure("path", "--from camp --to hill", "--to: the map has no item named 'hill'");
    expect_failure("path", "--from #3 --to 1,1", "--from: the map has no item named '#3'");
    expect_failure("path", "--from far --to 1,1", "--from: 'far' lies outside");
    expect_failure("path", "--from camp --to gate --class ship",
                   "--class: the map has no class named 'ship'");
    expect_failure("path", "--from camp --to gate --class 2",
                   "--class: expected a whole number from 0 to 1");
    expect_failure("convert", "lake.tmx --to tmx", "--to: expected");
    expect_failure("convert", "lake.txt --class ship", "no class named 'ship'");
    expect_failure("info", "--tile-property type",
                   "--tile-property: no tile has the property "
                   "'type', nor a layer or the map");
    free(json_of("info", "--tile-property cost", 0));
    char line[3 * RUN_PATH_CAPACITY];
    char maze[RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "scen %s.scen --class boat", run_map("maze63.map", maze));
    run_expect(line, 2, "--class: a scenario's map names no classes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_lists_classes_and_items),
        cmocka_unit_test(path_goes_from_item_to_item),
        cmocka_unit_test(reach_begins_at_an_item),
        cmocka_unit_test(convert_keeps_the_class_that_is_named),
        cmocka_unit_test(what_the_map_does_not_have_is_refused),
    };
    if (!wendi_xml_exists()) {
        print_message("no expat in this build: skipped\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, write_map, remove_map);
}
