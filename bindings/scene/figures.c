/* Figures of a scene: what its function `figures` returns, checked and put in order.
 * Cost: that of the function; n log n in their number.
 *
 *     {kills = 3, accuracy = 0.4}          sorted by name: accuracy, kills
 *     {{"kills", 3}, {"accuracy", 0.4}}    in the order of the list */
#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

/* Raises an error that begins with the line of the function. */
static int refuse(lua_State *L, const scene *s, const char *what)
{
    lua_Debug about = {0};
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->hooks[SCENE_ASK_FIGURES]);
    lua_getinfo(L, ">S", &about);
    return luaL_error(L, "%s:%d: figures: %s", about.short_src, about.linedefined, what);
}

static bool is_printable(const char *text, size_t count, size_t capacity)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c < ' ' || c == 127) {
            return false;
        }
    }
    return count < capacity;
}

/* Adds a figure of the name and the value at two places of the stack. */
static void add(lua_State *L, scene *s, int name, int value)
{
    size_t count = 0;
    scene_figure *figure = &s->figures[s->figure_count];
    if (s->figure_count == SCENE_FIGURES_MAX) {
        refuse(L, s, lua_pushfstring(L, "more than %d", SCENE_FIGURES_MAX));
    }
    memset(figure, 0, sizeof *figure);
    const char *text = lua_type(L, name) == LUA_TSTRING ? lua_tolstring(L, name, &count) : NULL;
    if (text == NULL || count == 0 || !is_printable(text, count, sizeof figure->name)) {
        refuse(L, s,
               lua_pushfstring(L, "names of 1 to %d printable characters expected, got a %s",
                               SCENE_FIGURE_NAME_CAPACITY - 1,
                               text != NULL ? "text that is none" : luaL_typename(L, name)));
        return;
    }
    memcpy(figure->name, text, count + 1);
    if (lua_isinteger(L, value)) {
        figure->kind = SCENE_FIGURE_INTEGER;
        figure->integer = lua_tointeger(L, value);
    } else if (lua_type(L, value) == LUA_TNUMBER && lua_tonumber(L, value) >= -DBL_MAX &&
               lua_tonumber(L, value) <= DBL_MAX) {
        figure->kind = SCENE_FIGURE_NUMBER;
        figure->number = lua_tonumber(L, value);
    } else if (lua_isboolean(L, value)) {
        figure->kind = SCENE_FIGURE_BOOLEAN;
        figure->integer = lua_toboolean(L, value);
    } else if (lua_type(L, value) == LUA_TSTRING) {
        const char *words = lua_tolstring(L, value, &count);
        figure->kind = SCENE_FIGURE_TEXT;
        if (!is_printable(words, count, sizeof figure->text)) {
            refuse(L, s,
                   lua_pushfstring(L, "'%s': a text of at most %d printable characters expected",
                                   figure->name, SCENE_FIGURE_TEXT_CAPACITY - 1));
        }
        memcpy(figure->text, words, count + 1);
    } else {
        refuse(L, s,
               lua_pushfstring(L, "'%s': a finite number, a boolean or a text expected, got %s",
                               figure->name,
                               lua_type(L, value) == LUA_TNUMBER ? lua_tostring(L, value)
                                                                 : luaL_typename(L, value)));
    }
    s->figure_count++;
}

static int by_name(const void *a, const void *b)
{
    const scene_figure *first = a;
    const scene_figure *second = b;
    return strcmp(first->name, second->name);
}

/* Two of the same name would be one key of JSON twice. */
static void refuse_pairs(lua_State *L, const scene *s)
{
    for (size_t i = 0; i < s->figure_count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(s->figures[i].name, s->figures[j].name) == 0) {
                refuse(L, s, lua_pushfstring(L, "there are two called '%s'", s->figures[i].name));
            }
        }
    }
}

/* The table on top of the stack: pairs where it is a list, else names and values. */
static void read_table(lua_State *L, scene *s)
{
    const int table = lua_gettop(L);
    const lua_Unsigned pairs = lua_rawlen(L, table);
    for (lua_Unsigned i = 1; i <= pairs; i++) {
        if (lua_rawgeti(L, table, (lua_Integer)i) != LUA_TTABLE || lua_rawlen(L, -1) != 2) {
            refuse(L, s,
                   lua_pushfstring(L, "entry %d: a pair {name, value} expected, got %s", (int)i,
                                   lua_istable(L, -1) ? "another table" : luaL_typename(L, -1)));
        }
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        add(L, s, lua_gettop(L) - 1, lua_gettop(L));
        lua_settop(L, table);
    }
    if (pairs > 0) {
        refuse_pairs(L, s);
        return;
    }
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        add(L, s, lua_gettop(L) - 1, lua_gettop(L));
    }
    /* Names differ, so the order does not depend on the way of sorting. */
    qsort(s->figures, s->figure_count, sizeof *s->figures, by_name);
}

static int ask(lua_State *L)
{
    scene *s = lua_touserdata(L, 1);
    s->figure_count = 0;
    if (s->figures == NULL) {
        s->figures = calloc(SCENE_FIGURES_MAX, sizeof *s->figures);
        if (s->figures == NULL) {
            return luaL_error(L, "out of memory");
        }
    }
    scene_call(L, s->hooks[SCENE_ASK_FIGURES], 0, 1);
    if (!lua_istable(L, -1)) {
        return refuse(L, s, lua_pushfstring(L, "a table expected, got %s", luaL_typename(L, -1)));
    }
    read_table(L, s);
    return 0;
}

wend_result scene_get_figures(scene *s, const scene_figure **figures, size_t *count)
{
    *figures = NULL;
    *count = 0;
    if (s->has_failed || !scene_has_hook(s, SCENE_ASK_FIGURES)) {
        return s->has_failed ? WEND_ERROR_FILE : WEND_OK;
    }
    if (!s->has_figures || s->figures_tick != s->tick_count) {
        const wend_result result = scene_look(s, ask);
        if (result != WEND_OK) {
            return result;
        }
        s->has_figures = true;
        s->figures_tick = s->tick_count;
    }
    *figures = s->figures;
    *count = s->figure_count;
    return WEND_OK;
}

void scene_figure_text(const scene_figure *figure, char *text)
{
    const size_t capacity = SCENE_FIGURE_TEXT_CAPACITY;
    switch (figure->kind) {
    case SCENE_FIGURE_INTEGER:
        snprintf(text, capacity, "%" PRId64, figure->integer);
        break;
    case SCENE_FIGURE_NUMBER:
        snprintf(text, capacity, "%.6g", figure->number);
        break;
    case SCENE_FIGURE_BOOLEAN:
        snprintf(text, capacity, "%s", figure->integer != 0 ? "true" : "false");
        break;
    case SCENE_FIGURE_TEXT:
        snprintf(text, capacity, "%s", figure->text);
        break;
    }
}
