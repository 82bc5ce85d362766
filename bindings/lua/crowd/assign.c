/* wend.assign: slots for agents such that the sum of the costs is least.
 * Cost: as in wend_assign. */
#include "lua/core/field.h"
#include "lua/core/rooms.h"
#include "wend/formation.h"

/* The cost on top of the stack. */
static void read_cost(lua_State *L, size_t row, size_t column, double *cost)
{
    const char *expected = wendlua_convert(L, -1, WENDLUA_LIMIT, NULL, cost);
    if (expected != NULL) {
        wendlua_fail(L, "row %I, entry %I: %s expected", (LUAI_UACINT)row + 1,
                     (LUAI_UACINT)column + 1, expected);
    }
}

/* The rows as one array; all must be as long as the first. */
static double *read_costs(lua_State *L, size_t *rows, size_t *columns)
{
    wendlua_need_table(L, 1);
    *rows = wendlua_list_length(L, 1);
    *columns = 0;
    if (*rows > 0 && lua_rawgeti(L, 1, 1) == LUA_TTABLE) {
        *columns = (size_t)lua_rawlen(L, -1);
    }
    wendlua_arg_check(L, *columns == 0 || *rows <= (size_t)INT32_MAX / *columns, 1,
                      "too many costs");
    double *costs = wendlua_scratch(L, *rows * *columns, sizeof *costs);
    for (size_t row = 0; row < *rows; row++) {
        bool is_table = lua_rawgeti(L, 1, (lua_Integer)row + 1) == LUA_TTABLE;
        if (!is_table || (size_t)lua_rawlen(L, -1) != *columns) {
            wendlua_fail(L, "row %I: a list of %I costs expected", (LUAI_UACINT)row + 1,
                         (LUAI_UACINT)*columns);
        }
        for (size_t column = 0; column < *columns; column++) {
            lua_rawgeti(L, -1, (lua_Integer)column + 1);
            read_cost(L, row, column, &costs[row * *columns + column]);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    return costs;
}

/* assign(rows): each row's column, counted from 1, or false; and whether as many as possible got
 * one. */
static int assign(lua_State *L)
{
    size_t rows = 0;
    size_t columns = 0;
    lua_settop(L, 1);
    const double *costs = read_costs(L, &rows, &columns);
    uint32_t *columns_of = wendlua_scratch(L, rows, sizeof *columns_of);
    wend_result result = wend_assign(costs, rows, columns, NULL, columns_of);
    wendlua_done(L, result, NULL, "a cost is 0 or more, or infinite");
    lua_newtable(L);
    for (size_t row = 0; row < rows; row++) {
        if (columns_of[row] == UINT32_MAX) {
            lua_pushboolean(L, false);
        } else {
            lua_pushinteger(L, (lua_Integer)columns_of[row] + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)row + 1);
    }
    lua_pushboolean(L, result == WEND_OK);
    return 2;
}

const luaL_Reg wendlua_assign_functions[] = {
    {"assign", assign},
    {NULL, NULL},
};
