/* takes: nothing
 * gives: a module without formations, for a core without them
 * cost:  none
 */
#include "lua_rooms.h"

static void destroy(wendlua_object *object)
{
    (void)object;
}

static const luaL_Reg methods[] = {{NULL, NULL}};

const wendlua_kind wendlua_formation_kind = {"formation", "wend.formation", destroy, methods};

const luaL_Reg wendlua_formation_functions[] = {{NULL, NULL}};
