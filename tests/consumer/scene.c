/* A program outside the project that opens a scene and runs Lua's module. */
#include <scene.h>
#include <wend_lua.h>

#include <lauxlib.h>
#include <lualib.h>

#include <stdio.h>

static bool runs_module(void)
{
    lua_State *L = luaL_newstate();
    if (L == NULL) {
        return false;
    }
    luaL_openlibs(L);
    luaL_requiref(L, "wend", luaopen_wend, 1);
    const bool is_right =
        luaL_dostring(L, "assert(wend.grid{width = 3, height = 2}:get_info().width == 3)") ==
        LUA_OK;
    lua_close(L);
    return is_right;
}

int main(int argc, char **argv)
{
    if (argc != 2 || !runs_module()) {
        return 1;
    }
    const scene_options options = scene_options_default();
    scene *made = NULL;
    wend_message message = {0};
    if (scene_open(argv[1], &options, &made, &message) != WEND_OK) {
        printf("%s\n", message.text);
        return 1;
    }
    const bool is_run = scene_tick(made) == WEND_OK && scene_tick_count(made) == 1;
    scene_close(made);
    return is_run ? 0 : 1;
}
