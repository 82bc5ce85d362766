/* Handles of things that live in a crowd.
 * Cost: one small object of Lua each. */
#include "lua/crowd/handle.h"

void wendlua_handle_destroy(wendlua_object *object)
{
    (void)object;
}

wendlua_handle *wendlua_new_handle(lua_State *L, int slot, const wendlua_kind *kind)
{
    wendlua_handle *self = (wendlua_handle *)wendlua_new(L, kind, sizeof(wendlua_handle));
    wendlua_attach(L, -1, slot);
    self->crowd = lua_touserdata(L, slot);
    self->object.pointer = self->crowd->pointer;
    return self;
}

const wendlua_handle *wendlua_handle_read(lua_State *L, const wendlua_kind *kind)
{
    const wendlua_handle *self = (wendlua_handle *)wendlua_check(L, 1, kind);
    wendlua_arg_check(L, !self->crowd->is_closed, 1, "its crowd is closed");
    return self;
}

wend_crowd *wendlua_handle_edit(lua_State *L, const wendlua_kind *kind,
                                const wendlua_handle **handle)
{
    *handle = wendlua_handle_read(L, kind);
    wendlua_arg_check(L, (*handle)->crowd->locks == 0, 1,
                      "its crowd cannot be changed from this callback");
    return (*handle)->object.pointer;
}

int wendlua_handle_set(lua_State *L, wendlua_handle *handle, uint32_t index1, uint32_t generation)
{
    handle->index1 = index1;
    handle->generation = generation;
    return index1 == 0 ? wendlua_push_nil(L) : 1;
}

int wendlua_handle_id(lua_State *L, const wendlua_kind *kind, unsigned id)
{
    const wendlua_handle *self = wendlua_handle_read(L, kind);
    wendlua_push_id(L, id, self->index1, self->generation);
    return 1;
}

int wendlua_handle_is_equal(lua_State *L, const wendlua_kind *kind)
{
    const wendlua_handle *a = (wendlua_handle *)wendlua_test(L, 1, kind);
    const wendlua_handle *b = (wendlua_handle *)wendlua_test(L, 2, kind);
    lua_pushboolean(L, a != NULL && b != NULL && a->crowd == b->crowd && a->index1 == b->index1 &&
                           a->generation == b->generation);
    return 1;
}
