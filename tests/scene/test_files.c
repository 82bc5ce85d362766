/* A scene reads what lies beneath its folder, or folders that are named, and nothing else; messages
 * keep to themselves what lies outside. */
#include "scene_file.h"

#include <sys/stat.h>
#include <unistd.h>

static const char secret[] = "SECRETWORDS of a file outside\n";
static const char map[] = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
static const char tmx[] =
    "<map version=\"1.0\" orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" "
    "tileheight=\"8\">\n <tileset firstgid=\"1\" source=\"%s\"/>\n <layer name=\"a\" width=\"2\" "
    "height=\"1\"><data encoding=\"csv\">1,2</data></layer>\n</map>\n";
static const char tsx[] = "<tileset name=\"t\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"2\" "
                          "columns=\"2\"/>\n";

/* folder/scene/s.lua, folder/scene/sub/in.map, folder/outside.map, folder/more/m.map. */
typedef struct tree {
    char folder[SCENE_FILE_CAPACITY];
    char scene[2 * SCENE_FILE_CAPACITY];
} tree;

static const char *const folders[] = {"", "/scene", "/scene/sub", "/more"};
static const char *const files[] = {
    "/scene/s.lua",   "/scene/sub/in.map", "/scene/own.tmx", "/scene/sub/up.tmx",
    "/scene/out.tmx", "/scene/own.tsx",    "/outside.map",   "/outside.txt",
    "/outside.lua",   "/outside.tsx",      "/more/m.map",    "/scene/sub/part.lua"};
static const char *const links[][2] = {{"/scene/link.map", "/outside.map"},
                                       {"/scene/folder", "/more"},
                                       {"/scene/module.lua", "/outside.lua"},
                                       {"/scene/inner.map", "/scene/sub/in.map"},
                                       {"/scene/nowhere.map", "/gone/nothing.map"}};

static const char *join(const tree *t, const char *name, char path[2 * SCENE_FILE_CAPACITY])
{
    snprintf(path, (size_t)2 * SCENE_FILE_CAPACITY, "%s%s", t->folder, name);
    return path;
}

static void write_file(const tree *t, const char *name, const char *text)
{
    char path[2 * SCENE_FILE_CAPACITY];
    scene_file_write(join(t, name, path), text);
}

static void begin(tree *t)
{
    char path[2 * SCENE_FILE_CAPACITY];
    char target[2 * SCENE_FILE_CAPACITY];
    char text[1024];
    scene_file_name("tree", t->folder);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        assert_int_equal(mkdir(join(t, folders[i], path), 0777), 0);
    }
    join(t, "/scene/s.lua", t->scene);
    write_file(t, "/scene/s.lua", "");
    write_file(t, "/scene/sub/in.map", map);
    write_file(t, "/outside.map", map);
    write_file(t, "/more/m.map", map);
    write_file(t, "/outside.txt", secret);
    write_file(t, "/outside.lua", "return 'outside'\n");
    write_file(t, "/scene/sub/part.lua", "return 'part'\n");
    write_file(t, "/scene/own.tsx", tsx);
    write_file(t, "/outside.tsx", tsx);
    snprintf(text, sizeof text, tmx, "own.tsx");
    write_file(t, "/scene/own.tmx", text);
    snprintf(text, sizeof text, tmx, "../own.tsx");
    write_file(t, "/scene/sub/up.tmx", text);
    snprintf(text, sizeof text, tmx, "../outside.tsx");
    write_file(t, "/scene/out.tmx", text);
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        assert_int_equal(symlink(join(t, links[i][1], target), join(t, links[i][0], path)), 0);
    }
}

static void end(const tree *t)
{
    char path[2 * SCENE_FILE_CAPACITY];
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        assert_int_equal(unlink(join(t, links[i][0], path)), 0);
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        assert_int_equal(unlink(join(t, files[i], path)), 0);
    }
    for (size_t i = sizeof folders / sizeof folders[0]; i-- > 0;) {
        assert_int_equal(rmdir(join(t, folders[i], path)), 0);
    }
}

/* %s in a line becomes the folder. */
static wend_result play(const tree *t, const char *line, const scene_options *options,
                        wend_message *message)
{
    char text[2048];
    char used[1024];
    scene *s = NULL;
    const char *at = strstr(line, "%s");
    if (at != NULL) {
        snprintf(used, sizeof used, "%.*s%s%s", (int)(at - line), line, t->folder, at + 2);
    } else {
        snprintf(used, sizeof used, "%s", line);
    }
    snprintf(text, sizeof text,
             "local wend = require 'wend'\n%s\nreturn wend.scene{crowd = wend.crowd{}}\n", used);
    scene_file_write(t->scene, text);
    wend_result result = scene_open(t->scene, options, &s, message);
    scene_close(s);
    return result;
}

static void scenes_read_beneath_their_folder(void **state)
{
    static const char *const lines[] = {
        "wend.grid_load_file('sub/in.map')",
        "wend.grid_load_file('./sub/../sub/in.map')",
        "wend.grid_load_file('../scene/sub/in.map')",
        "wend.grid_load_file('%s/scene/sub/in.map')",
        "wend.grid_load_file('inner.map')",
        "wend.level_load_file('sub/in.map')",
        "wend.grid_load_file('own.tmx')",
        "wend.level_load_file('own.tmx')",
        "wend.grid_load_file('sub/up.tmx')",
        "assert(require 'sub.part' == 'part')",
    };
    tree t;
    (void)state;
    begin(&t);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        wend_message message = {0};
        if (play(&t, lines[i], NULL, &message) != WEND_OK) {
            fail_msg("%s\n%s", lines[i], message.text);
        }
    }
    end(&t);
}

static void scenes_read_nothing_outside_and_learn_nothing_of_it(void **state)
{
    static const char *const lines[] = {
        "wend.grid_load_file('/etc/passwd')",
        "wend.grid_load_file('/no/such/file/at/all')",
        "wend.grid_load_file('../..')",
        "wend.grid_load_file('..')",
        "wend.grid_load_file('/')",
        "wend.grid_load_file('../outside.txt')",
        "wend.grid_load_file('../outside.map')",
        "wend.grid_load_file('../no_such.map')",
        "wend.grid_load_file('sub/../../outside.map')",
        "wend.grid_load_file('no_such/../../outside.map')",
        "wend.grid_load_file('no_such/../sub/../../outside.map')",
        "wend.grid_load_file('%s/outside.map')",
        "wend.grid_load_file('%s/scenes/no_such.map')",
        "wend.grid_load_file('link.map')",
        "wend.grid_load_file('folder/m.map')",
        "wend.grid_load_file('folder/no_such.map')",
        "wend.grid_load_file('folder/../outside.map')",
        "wend.level_load_file('../outside.map')",
        "wend.mesh_load_file('../outside.map')",
        "wend.graph_load_file('../outside.txt')",
        "require 'module'",
        "wend.grid_load_file('out.tmx')",
        "wend.level_load_file('out.tmx')",
    };
    tree t;
    (void)state;
    begin(&t);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        wend_message message = {0};
        assert_int_equal(play(&t, lines[i], NULL, &message), WEND_ERROR_FILE);
        if (strstr(message.text, "lies outside of the scene's folder") == NULL) {
            fail_msg("%s\n%s", lines[i], message.text);
        }
        assert_null(strstr(message.text, "root:"));
        assert_null(strstr(message.text, "SECRET"));
    }
    wend_message message = {0};
    assert_int_equal(play(&t, "wend.grid_load_file('no_such.map')", NULL, &message),
                     WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "no_such.map"));
    assert_null(strstr(message.text, "outside"));
    end(&t);
}

static void scenes_read_beneath_folders_that_are_named(void **state)
{
    tree t;
    char more[2 * SCENE_FILE_CAPACITY];
    wend_message message = {0};
    scene_options options = scene_options_default();
    (void)state;
    begin(&t);
    const char *named[] = {join(&t, "/more", more)};
    options.folders = named;
    options.folder_count = 1;
    assert_int_equal(play(&t, "wend.grid_load_file('../more/m.map')", &options, &message), WEND_OK);
    assert_int_equal(play(&t, "wend.grid_load_file('%s/more/m.map')", &options, &message), WEND_OK);
    assert_int_equal(play(&t, "wend.grid_load_file('folder/m.map')", &options, &message), WEND_OK);
    assert_int_equal(play(&t, "wend.grid_load_file('../outside.map')", &options, &message),
                     WEND_ERROR_FILE);
    assert_int_equal(play(&t, "wend.grid_load_file('../more/../outside.map')", &options, &message),
                     WEND_ERROR_FILE);
    named[0] = "/no/such/folder";
    assert_int_equal(play(&t, "", &options, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "/no/such/folder: no folder"));
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_read_beneath_their_folder),
        cmocka_unit_test(scenes_read_nothing_outside_and_learn_nothing_of_it),
        cmocka_unit_test(scenes_read_beneath_folders_that_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
