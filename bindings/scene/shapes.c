/* The pen of a scene's function `draw`: it collects lines, discs, cells and texts for the window and
 * for films.
 * Cost: a call of the function for each tick that is shown; none for other ticks. */
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"
#include "wend/planner.h"
#include "wend/walls.h"

enum { SHAPES_MAX = 1 << 20 };

/* ---- the list ---- */

static scene_shape new_shape(scene_shape_kind kind)
{
    return (scene_shape){.kind = kind, .alpha = 1};
}

/* @return false: there are too many, or no memory. */
static bool try_add(scene *s, const scene_shape *shape)
{
    if (s->shape_count == s->shape_capacity) {
        const size_t more = 2 * s->shape_capacity + 64;
        scene_shape *grown = more > SHAPES_MAX ? NULL : realloc(s->shapes, more * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        s->shapes = grown;
        s->shape_capacity = more;
    }
    s->shapes[s->shape_count++] = *shape;
    return true;
}

static int add(lua_State *L, scene *s, const scene_shape *shape)
{
    return try_add(s, shape)
               ? 0
               : wendlua_fail(L, "too many shapes: %d are drawn already", (int)s->shape_count);
}

static scene *scene_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(3));
}

static void read_colour(lua_State *L, int arg, const char *fallback, uint8_t rgb[3])
{
    const char *text = fallback;
    if (!lua_isnoneornil(L, arg)) {
        wendlua_arg_check(L, lua_type(L, arg) == LUA_TSTRING, arg,
                          "a colour expected: \"red\" or \"#cc3333\"");
        text = lua_tostring(L, arg);
    }
    wendlua_arg_check(L, scene_read_colour(text, rgb), arg,
                      "no colour; write \"red\" or \"#cc3333\"");
}

static double read_alpha(lua_State *L, int arg, double fallback)
{
    const double alpha = wendlua_number_or(L, arg, fallback);
    wendlua_arg_check(L, alpha >= 0 && alpha <= 1, arg, "from 0 (clear) to 1 (solid) expected");
    return alpha;
}

/* ---- the pen ---- */

/* pen:line(x0, y0, x1, y1 [, colour [, pixels]]) */
static int draw_line(lua_State *L)
{
    uint8_t rgb[3];
    const wend_vec2 from = wendlua_xy(L, 2);
    const wend_vec2 to = wendlua_xy(L, 4);
    read_colour(L, 6, "black", rgb);
    const double width = wendlua_number_or(L, 7, 2);
    scene_shape shape = new_shape(SCENE_SHAPE_LINE);
    shape.from = from;
    shape.to = to;
    shape.size = width > 0 && width < 100 ? width : 2;
    memcpy(shape.rgb, rgb, sizeof rgb);
    return add(L, scene_of(L), &shape);
}

static int add_round(lua_State *L, scene_shape_kind kind)
{
    uint8_t rgb[3];
    const wend_vec2 centre = wendlua_xy(L, 2);
    const double radius = wendlua_number(L, 4);
    read_colour(L, 5, "black", rgb);
    const double alpha = read_alpha(L, 6, 1);
    scene_shape shape = new_shape(kind);
    shape.from = centre;
    shape.size = radius > 0 ? radius : 0;
    shape.alpha = alpha;
    memcpy(shape.rgb, rgb, sizeof rgb);
    return add(L, scene_of(L), &shape);
}

/* pen:disc(x, y, radius [, colour [, alpha]]); radius 0 is a mark of a few pixels */
static int draw_disc(lua_State *L)
{
    return add_round(L, SCENE_SHAPE_DISC);
}

/* pen:circle(x, y, radius [, colour [, alpha]]) */
static int draw_circle(lua_State *L)
{
    return add_round(L, SCENE_SHAPE_CIRCLE);
}

/* pen:cells(x, y, width, height [, colour [, alpha]]), metres; under the bodies */
static int draw_cells(lua_State *L)
{
    uint8_t rgb[3];
    const wend_vec2 low = wendlua_xy(L, 2);
    const wend_vec2 size = wendlua_xy(L, 4);
    read_colour(L, 6, "yellow", rgb);
    const double alpha = read_alpha(L, 7, 0.5);
    scene_shape shape = new_shape(SCENE_SHAPE_CELLS);
    shape.from = low;
    shape.to = (wend_vec2){low.x + size.x, low.y + size.y};
    shape.alpha = alpha;
    memcpy(shape.rgb, rgb, sizeof rgb);
    return add(L, scene_of(L), &shape);
}

/* pen:text(x, y, text [, colour]) */
static int draw_text(lua_State *L)
{
    uint8_t rgb[3];
    size_t count = 0;
    const wend_vec2 at = wendlua_xy(L, 2);
    const char *text = wendlua_bytes(L, 4, &count);
    read_colour(L, 5, "black", rgb);
    scene_shape shape = new_shape(SCENE_SHAPE_TEXT);
    shape.from = at;
    snprintf(shape.text, sizeof shape.text, "%s", text);
    memcpy(shape.rgb, rgb, sizeof rgb);
    return add(L, scene_of(L), &shape);
}

/* pen:points({x, y, x, y, ...} [, colour [, pixels]]): a line from point to point */
static int draw_points(lua_State *L)
{
    uint8_t rgb[3];
    size_t count = 0;
    read_colour(L, 3, "red", rgb);
    const double width = wendlua_number_or(L, 4, 2);
    const wend_vec2 *points = wendlua_points(L, 2, &count);
    for (size_t i = 1; i < count; i++) {
        scene_shape shape = new_shape(SCENE_SHAPE_LINE);
        shape.from = points[i - 1];
        shape.to = points[i];
        shape.size = width > 0 && width < 100 ? width : 2;
        memcpy(shape.rgb, rgb, sizeof rgb);
        add(L, scene_of(L), &shape);
    }
    return 0;
}

/* ---- what the library draws by itself ---- */

/* Callbacks raise no errors: those would leave the library in the middle of its work. */
static void set_look(scene_shape *shape, wend_meaning meaning)
{
    static const struct {
        wend_meaning meaning;
        uint8_t rgb[3];
        double alpha;
    } looks[] = {
        {WEND_MEANING_WALL, {58, 62, 73}, 1},         {WEND_MEANING_SEARCHED, {226, 124, 30}, 0.3},
        {WEND_MEANING_FRONTIER, {45, 105, 200}, 0.6}, {WEND_MEANING_PATH, {204, 51, 51}, 1},
        {WEND_MEANING_START, {46, 148, 76}, 1},       {WEND_MEANING_GOAL, {204, 51, 51}, 1},
        {WEND_MEANING_EDGE, {150, 158, 172}, 0.9},    {WEND_MEANING_PORTAL, {86, 110, 170}, 1},
        {WEND_MEANING_ITEM, {130, 76, 180}, 1},       {WEND_MEANING_GROUND, {150, 158, 172}, 0.25},
    };
    static const uint8_t other[3] = {86, 110, 170};
    memcpy(shape->rgb, other, sizeof other);
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
        if (looks[i].meaning == meaning) {
            memcpy(shape->rgb, looks[i].rgb, sizeof shape->rgb);
            shape->alpha = looks[i].alpha;
        }
    }
    shape->size = meaning == WEND_MEANING_PATH ? 3 : 1.5;
}

static void lib_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                      double value)
{
    (void)value;
    scene_shape shape = new_shape(SCENE_SHAPE_CELLS);
    set_look(&shape, meaning);
    shape.from = low;
    shape.to = high;
    (void)try_add(context, &shape);
}

static void lib_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                     double value)
{
    (void)value;
    scene_shape shape = new_shape(SCENE_SHAPE_LINE);
    set_look(&shape, meaning);
    shape.from = from;
    shape.to = to;
    (void)try_add(context, &shape);
}

static void lib_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                        double value)
{
    for (size_t i = 0; i < count; i++) {
        lib_line(context, points[i], points[(i + 1) % count],
                 meaning == WEND_MEANING_GROUND ? WEND_MEANING_EDGE : meaning, value);
    }
}

static void lib_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                       double value)
{
    (void)value;
    scene_shape shape = new_shape(SCENE_SHAPE_DISC);
    set_look(&shape, meaning);
    shape.from = centre;
    shape.size = radius;
    (void)try_add(context, &shape);
}

/* pen:object(graph | mesh | walls), pen:object(planner, request): as the library draws it */
static int draw_object(lua_State *L)
{
    const wend_draw draw = {lib_cells, lib_line, lib_polygon, lib_circle, NULL, scene_of(L)};
    if (wendlua_test(L, 2, &wendlua_graph_kind) != NULL) {
        wend_graph_draw(wendlua_read_pointer(L, 2, &wendlua_graph_kind), &draw);
    } else if (wendlua_test(L, 2, &wendlua_mesh_kind) != NULL) {
        wend_mesh_draw(wendlua_read_pointer(L, 2, &wendlua_mesh_kind), &draw);
    } else if (wendlua_test(L, 2, &wendlua_walls_kind) != NULL) {
        wend_walls_draw(wendlua_read_pointer(L, 2, &wendlua_walls_kind), &draw);
    } else if (wendlua_test(L, 2, &wendlua_planner_kind) != NULL) {
        const wend_planner_request_id id = {wendlua_index1(L, 3, WENDLUA_PLAN),
                                            wendlua_generation(L, 3, WENDLUA_PLAN)};
        wend_planner_draw(wendlua_read_pointer(L, 2, &wendlua_planner_kind), id, &draw);
    } else {
        wendlua_fail(L, "a graph, a mesh, walls or a planner expected");
    }
    return 0;
}

/* ---- calling the scene ---- */

static const luaL_Reg pen_functions[] = {
    {"line", draw_line}, {"disc", draw_disc},     {"circle", draw_circle}, {"cells", draw_cells},
    {"text", draw_text}, {"points", draw_points}, {"object", draw_object}, {NULL, NULL},
};

/* Their upvalues are the names, as for all functions of the module, and the scene. */
static void push_pen(lua_State *L, scene *s)
{
    lua_newtable(L);
    for (const luaL_Reg *f = pen_functions; f->name != NULL; f++) {
        lua_pushstring(L, "pen:");
        lua_pushstring(L, f->name);
        lua_pushlightuserdata(L, s);
        lua_pushcclosure(L, f->func, 3);
        lua_setfield(L, -2, f->name);
    }
}

static int draw_all(lua_State *L)
{
    scene *s = lua_touserdata(L, 1);
    push_pen(L, s);
    scene_call(L, s->hooks[SCENE_DRAW], 1, 0);
    return 0;
}

wend_result scene_draw(scene *s, const scene_shape **shapes, size_t *count)
{
    *shapes = NULL;
    *count = 0;
    if (s->has_failed || !scene_has_hook(s, SCENE_DRAW)) {
        return s->has_failed ? WEND_ERROR_FILE : WEND_OK;
    }
    if (!s->is_drawn || s->drawn_tick != s->tick_count) {
        s->shape_count = 0;
        const wend_result result = scene_look(s, draw_all);
        if (result != WEND_OK) {
            return result;
        }
        s->is_drawn = true;
        s->drawn_tick = s->tick_count;
    }
    *shapes = s->shapes;
    *count = s->shape_count;
    return WEND_OK;
}
