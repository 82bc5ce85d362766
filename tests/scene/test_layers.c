/* Layers of a scene: their names, lists of names, and what they draw, of all objects and of agents. */
#include <math.h>
#include <string.h>

#include "scene_file.h"

/* Counts shapes, and keeps where texts and the first marks lie. */
typedef struct canvas {
    int shapes, texts;
    wend_vec2 text_at[32];
    char text[32][64];
} canvas;

static void on_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                     double value)
{
    (void)low;
    (void)high;
    (void)meaning;
    (void)value;
    ((canvas *)context)->shapes++;
}

static void on_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning, double value)
{
    on_cells(context, from, to, meaning, value);
}

static void on_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                       double value)
{
    on_cells(context, points[0], points[count - 1], meaning, value);
}

static void on_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                      double value)
{
    (void)radius;
    on_cells(context, centre, centre, meaning, value);
}

static void on_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    canvas *c = context;
    (void)meaning;
    c->shapes++;
    if (c->texts < 32) {
        c->text_at[c->texts] = at;
        snprintf(c->text[c->texts], sizeof c->text[0], "%s", text);
    }
    c->texts++;
}

static wend_draw draw_on(canvas *c)
{
    memset(c, 0, sizeof *c);
    return (wend_draw){on_cells, on_line, on_polygon, on_circle, on_text, c};
}

static scene *open_file(const char *path, int ticks)
{
    wend_message message = {0};
    scene *s = NULL;
    if (scene_open(path, NULL, &s, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    for (int i = 0; i < ticks; i++) {
        assert_int_equal(scene_tick(s), WEND_OK);
    }
    return s;
}

static scene *open_everything(int ticks)
{
    return open_file(WEND_SCENE_TESTS "/everything.lua", ticks);
}

/* The number of a layer. */
static size_t find(const scene *s, const char *name)
{
    scene_layer layer;
    for (size_t i = 0; scene_get_layer(s, i, 0, &layer); i++) {
        if (strcmp(layer.name, name) == 0) {
            return i;
        }
    }
    fail_msg("no layer %s", name);
    return 0;
}

static int draw(scene *s, size_t index, const scene_layer_look *look, canvas *c)
{
    const wend_draw table = draw_on(c);
    assert_int_equal(scene_draw_layer(s, index, look, &table), WEND_OK);
    return c->shapes;
}

/* ---- objects ---- */

enum { NAMES_MAX = 32 };

/* Ticks a scene until each of some layers has drawn something. @param names [NAMES_MAX] ended by NULL. */
static void expect_drawn(scene *s, const char *const *names, int ticks)
{
    const scene_layer_look look = {0, 0, NULL, 0};
    bool has_drawn[NAMES_MAX] = {false};
    for (int tick = 0; tick < ticks; tick++) {
        assert_int_equal(scene_tick(s), WEND_OK);
        for (size_t i = 0; names[i] != NULL; i++) {
            canvas c;
            has_drawn[i] = has_drawn[i] || draw(s, find(s, names[i]), &look, &c) > 0;
        }
    }
    for (size_t i = 0; names[i] != NULL; i++) {
        if (!has_drawn[i]) {
            fail_msg("%s draws nothing", names[i]);
        }
    }
}

static void layers_of_every_object_draw_something(void **state)
{
    static const char *const names[NAMES_MAX] = {"cover",
                                                 "influence.difference",
                                                 "influence.tension",
                                                 "influence.vulnerability",
                                                 "items",
                                                 "machines",
                                                 "markers",
                                                 "memories",
                                                 "minds",
                                                 "rules",
                                                 "senses.cones",
                                                 "senses.rays",
                                                 "senses.noises",
                                                 "senses.sources",
                                                 "smell",
                                                 "squads",
                                                 "terrain",
                                                 "triggers",
                                                 "traffic.moves",
                                                 "known"};
    (void)state;
    scene *s = open_everything(0);
    assert_int_equal(scene_layer_count(s), SCENE_LAYER_OBJECTS + 25);
    expect_drawn(s, names, 60);
    scene_close(s);
}

static void layers_of_other_objects_draw_something(void **state)
{
    static const char *const names[NAMES_MAX] = {"boss",   "second graph",  "fences", "eyes.lamps",
                                                 "floor",  "deaths.kind 1", "ways",   "others",
                                                 "ground", "post",          "claims"};
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    scene_file_write(
        scene_file_name("layers.lua", path),
        "local wend = require 'wend'\n"
        "local crowd = wend.crowd{max_bodies = 4}\n"
        "local others = wend.crowd{max_bodies = 4}\n"
        "others:add_body{x = 1, y = 1}\n"
        "local graph, walls, grid = wend.graph(), wend.walls(), wend.grid{width = 8, height = 8}\n"
        "graph:add_node{x = 1, y = 1}\n"
        "walls:add_segment(1, 1, 5, 1)\n"
        "local boss = wend.commander{}\n"
        "boss:add_goal{kind = 'capture', x = 3, y = 3, value = 2}\n"
        "local eyes = wend.senses{}\n"
        "eyes:add_lamp{position = {2, 2, 1}, strength = 1, radius = 3}\n"
        "local deaths = wend.traffic{width = 8, height = 8}\n"
        "deaths:add_event(1, 2.5, 2.5)\n"
        "local ways = wend.explorers{crowd = crowd}\n"
        "ways:send(crowd:add_body{x = 1, y = 1}, {goal = {6, 6}})\n"
        "local claims = wend.reservations{}\n"
        "claims:claim{kind = 1, agent = 1, x = 3, y = 3, radius = 1}\n"
        "local post = wend.messages{}\n"
        "for i = 1, 2 do post:add_agent(i); post:set_position(i, i, 2) end\n"
        "post:send{sender = 1, receiver = 2, type = 1, delay = 9}\n"
        "return wend.scene{crowd = crowd, objects = {boss = boss, ['second graph'] = graph,\n"
        "  fences = walls, eyes = eyes, deaths = deaths, floor = wend.mesh_from_grid(grid),\n"
        "  ways = ways, others = others, ground = grid, post = post, claims = claims, unseen = "
        "wend.predictor{action_count = 2}}}\n");
    scene *s = open_file(path, 0);
    expect_drawn(s, names, 3);
    scene_close(s);
    remove(path);
}

/* ---- agents ---- */

static const char *const agents_scene =
    "local wend = require 'wend'\n"
    "local crowd = wend.crowd{max_bodies = 8}\n"
    "local machines = wend.machines{states = {{name = 'idle'}}}\n"
    "local memories = wend.memories{}\n"
    "for i = 1, 3 do crowd:add_body{x = 10 * i, y = 5, radius = 0.5, user = 4 - i} end\n"
    "crowd:add_body{x = 90, y = 5, user = 2}\n"
    "local plain = crowd:add_body{x = 40, y = 5, radius = 0.5}\n"
    "for _, agent in ipairs{1, 2, 3, 77, plain} do\n"
    "  machines:add_agent(agent)\n"
    "  memories:add_agent(agent)\n"
    "  memories:observe(agent, {subject = 9, x = 1, y = 1})\n"
    "end\n"
    "return wend.scene{crowd = crowd, objects = {machines = machines, memories = memories},\n"
    "  on_tick = function(tick) if tick == 1 then crowd:remove_body(plain) end end}\n";

static scene *open_agents(char path[SCENE_FILE_CAPACITY])
{
    scene_file_write(scene_file_name("agents.lua", path), agents_scene);
    return open_file(path, 0);
}

/* By user value, the first of two; else by id; agents without a body are left out. */
static void layers_show_agents_at_their_bodies(void **state)
{
    static const double expected[] = {30.5, 20.5, 10.5, 40.5};
    const scene_layer_look look = {0, 0, NULL, 0};
    char path[SCENE_FILE_CAPACITY];
    canvas c;
    (void)state;
    scene *s = open_agents(path);
    const size_t machines = find(s, "machines");
    (void)draw(s, machines, &look, &c);
    assert_int_equal(c.texts, 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(c.text[i], "idle");
        assert_true(fabs(c.text_at[i].x - expected[i]) < 1e-9);
        assert_true(fabs(c.text_at[i].y - 4.5) < 1e-9);
    }
    /* The body that goes is no longer known in the tick after. */
    assert_int_equal(scene_tick(s), WEND_OK);
    (void)draw(s, machines, &look, &c);
    assert_int_equal(c.texts, 4);
    assert_int_equal(scene_tick(s), WEND_OK);
    (void)draw(s, machines, &look, &c);
    assert_int_equal(c.texts, 3);
    const scene_layer_look upstairs = {1, 0, NULL, 0};
    assert_int_equal(draw(s, machines, &upstairs, &c), 0);
    scene_close(s);
    remove(path);
}

static void layers_of_agents_are_of_the_selected(void **state)
{
    wend_body_id ids[8];
    size_t count = 0;
    char path[SCENE_FILE_CAPACITY];
    canvas c;
    (void)state;
    scene *s = open_agents(path);
    assert_int_equal(wend_crowd_list_bodies(scene_crowd(s), ids, 8, &count), WEND_OK);
    const scene_layer_look all = {0, 0, NULL, 0};
    const scene_layer_look first = {0, 0, ids, 1};
    const scene_layer_look none = {0, 0, ids + 3, 1};
    const int of_all = draw(s, find(s, "memories"), &all, &c);
    assert_int_equal(of_all % 5, 0);
    assert_true(of_all > 0);
    assert_int_equal(draw(s, find(s, "memories"), &first, &c), of_all / 5);
    assert_int_equal(draw(s, find(s, "memories"), &none, &c), 0);
    (void)draw(s, find(s, "machines"), &first, &c);
    assert_int_equal(c.texts, 1);
    assert_true(fabs(c.text_at[0].x - 10.5) < 1e-9);
    scene_close(s);
    remove(path);
}

/* ---- names ---- */

static void layers_of_scenes_come_first_and_objects_by_name(void **state)
{
    scene_layer layer;
    (void)state;
    scene *s = open_everything(0);
    assert_true(scene_get_layer(s, SCENE_LAYER_PATHS, 0, &layer));
    assert_string_equal(layer.name, "paths");
    assert_int_equal(layer.key, 'w');
    assert_false(layer.is_on || layer.is_below);
    assert_int_equal(layer.crowd_bits, WEND_CROWD_SHOW_PATHS);
    assert_true(scene_get_layer(s, SCENE_LAYER_PORTALS, 0, &layer));
    assert_false(layer.is_there);
    assert_true(scene_get_layer(s, SCENE_LAYER_DRAWING, 0, &layer));
    assert_false(layer.is_there);
    assert_true(scene_get_layer(s, SCENE_LAYER_OBJECTS, 0, &layer));
    assert_string_equal(layer.name, "cover");
    assert_true(layer.is_there && !layer.is_on && layer.key == '\0');
    assert_false(scene_get_layer(s, scene_layer_count(s), 0, &layer));
    assert_string_equal(layer.name, "");
    canvas c;
    const wend_draw table = draw_on(&c);
    const scene_layer_look look = {0, 0, NULL, 0};
    assert_int_equal(scene_draw_layer(s, scene_layer_count(s), &look, &table), WEND_ERROR_ARGUMENT);
    assert_int_equal(draw(s, SCENE_LAYER_PORTALS, &look, &c), 0);
    assert_int_equal(draw(s, SCENE_LAYER_ROUTES, &look, &c), 0);
    assert_int_equal(draw(s, SCENE_LAYER_DRAWING, &look, &c), 0);
    assert_int_equal(draw(s, SCENE_LAYER_BODIES, &look, &c), 12);
    assert_true(draw(s, SCENE_LAYER_WALLS, &look, &c) > 0);
    assert_true(draw(s, SCENE_LAYER_SECTORS, &look, &c) > 0);
    assert_true(draw(s, SCENE_LAYER_COSTS, &look, &c) > 0);
    assert_true(draw(s, SCENE_LAYER_GRAPH, &look, &c) > 0);
    scene_close(s);
}

static void expect_bad(const scene *s, const char *list, const char *text)
{
    bool is_on[SCENE_LAYERS_MAX] = {false};
    wend_message message = {0};
    assert_int_equal(scene_set_layers(s, list, is_on, &message), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, text);
    for (size_t i = 0; i < SCENE_LAYERS_MAX; i++) {
        assert_false(is_on[i]);
    }
}

static void layers_are_set_by_lists_of_names(void **state)
{
    bool is_on[SCENE_LAYERS_MAX] = {false};
    (void)state;
    scene *s = open_everything(0);
    is_on[SCENE_LAYER_BODIES] = true;
    assert_int_equal(
        scene_set_layers(s, "paths,senses,-senses.rays,-bodies,traffic.kind_0", is_on, NULL),
        WEND_OK);
    assert_true(is_on[SCENE_LAYER_PATHS]);
    assert_false(is_on[SCENE_LAYER_BODIES]);
    assert_true(is_on[find(s, "senses.cones")] && is_on[find(s, "senses.noises")]);
    assert_false(is_on[find(s, "senses.rays")]);
    assert_true(is_on[find(s, "traffic.kind 0")]);
    assert_false(is_on[find(s, "traffic.kind 1")]);
    assert_int_equal(scene_set_layers(s, "-senses", is_on, NULL), WEND_OK);
    assert_false(is_on[find(s, "senses.cones")]);
    assert_int_equal(scene_set_layers(s, "objects.items", is_on, NULL), WEND_OK);
    assert_true(is_on[find(s, "items")]);
    expect_bad(s, "paths,sense", "no layer 'sense' in this scene");
    expect_bad(s, "paths,", "no layer '' in this scene");
    expect_bad(s, "", "no layer '' in this scene");
    expect_bad(s, "--paths", "no layer '--paths' in this scene");
    expect_bad(s, "portals", "no layer 'portals' in this scene");
    expect_bad(s, "objects.paths", "no layer 'objects.paths' in this scene");
    scene_close(s);
}

static void layers_are_listed_by_name(void **state)
{
    char all[2048];
    char few[30];
    char least[4];
    (void)state;
    scene *s = open_everything(0);
    scene_list_layers(s, all, sizeof all);
    assert_int_equal(strncmp(all, "costs, sectors, graph, headings, paths, ", 40), 0);
    assert_non_null(strstr(all, ", bodies, walls, cover, "));
    assert_non_null(strstr(all, ", traffic.kind_1, triggers"));
    assert_null(strstr(all, "portals"));
    scene_list_layers(s, few, sizeof few);
    assert_string_equal(few, "costs, sectors, graph...");
    scene_list_layers(s, least, sizeof least);
    assert_string_equal(least, "...");
    scene_close(s);
}

/* Whoever looks changes nothing. */
static void layers_leave_the_scene_as_it_is(void **state)
{
    const scene_layer_look look = {0, 0, NULL, 0};
    (void)state;
    scene *seen = open_everything(30);
    scene *unseen = open_everything(30);
    for (int tick = 0; tick < 10; tick++) {
        for (size_t i = 0; i < scene_layer_count(seen); i++) {
            canvas c;
            (void)draw(seen, i, &look, &c);
        }
        assert_int_equal(scene_tick(seen), WEND_OK);
        assert_int_equal(scene_tick(unseen), WEND_OK);
    }
    assert_true(scene_hash(seen) == scene_hash(unseen));
    scene_close(seen);
    scene_close(unseen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_of_every_object_draw_something),
        cmocka_unit_test(layers_of_other_objects_draw_something),
        cmocka_unit_test(layers_show_agents_at_their_bodies),
        cmocka_unit_test(layers_of_agents_are_of_the_selected),
        cmocka_unit_test(layers_of_scenes_come_first_and_objects_by_name),
        cmocka_unit_test(layers_are_set_by_lists_of_names),
        cmocka_unit_test(layers_are_listed_by_name),
        cmocka_unit_test(layers_leave_the_scene_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
