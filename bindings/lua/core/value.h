/* Values from Lua, checked, and back.
 *
 * Definitions are described once, by a list of fields; the list reads tables into a struct (with
 * errors that name the field) and writes structs as tables. Everything is read raw: no metamethod
 * of a script runs in between. Numbers are numbers: no text is taken for one.
 */
#ifndef WEND_LUA_CORE_VALUE_H
#define WEND_LUA_CORE_VALUE_H

#include <lauxlib.h>
#include <lua.h>

#include "wend/base.h"

/** Type of a field in C. The comment gives the type in Lua. */
enum {
    WENDLUA_OTHER = 0, /**< Known, but read by other means. Not written. */
    WENDLUA_BOOL,      /**< true, false. */
    WENDLUA_U8,        /**< Integer 0 to 255. */
    WENDLUA_I32,       /**< Integer. */
    WENDLUA_U32,       /**< Integer 0 to 2^32 - 1. */
    WENDLUA_U64,       /**< Integer, all 64 bits. */
    WENDLUA_SIZE,      /**< size_t: integer 0 or more. */
    WENDLUA_DOUBLE,    /**< Finite number. */
    WENDLUA_LIMIT,     /**< Number, infinite ones too, not NaN. */
    WENDLUA_VEC2,      /**< {x=, y=} or {1, 2}. */
    WENDLUA_VEC3,      /**< {x=, y=, z=} or {1, 2, 3}; z may be left out. */
    WENDLUA_COST,      /**< wend_cost: number, 0 or more. */
    WENDLUA_NODE,      /**< Integer 0 or more; nil = none. */
    WENDLUA_TEAM,      /**< Integer 0 or more; nil = none. */
    WENDLUA_ENUM,      /**< One of names. */
    WENDLUA_NAMED,     /**< uint32_t: one of names, or an integer of the user's. */
    WENDLUA_MASK,      /**< Bits: an integer, a name, or a list of names. */
    WENDLUA_TEXT,      /**< const char *; written only. */
    WENDLUA_BODY,      /**< {index1, generation} of something: an id, see wendlua_push_id. */
    WENDLUA_ORDER,     /**< All up to WENDLUA_EXIT are ids, each of its own kind. */
    WENDLUA_WALL,
    WENDLUA_STAMP,
    WENDLUA_OVERLAY,
    WENDLUA_LINK,
    WENDLUA_MESH_LINK,
    WENDLUA_ZONE,
    WENDLUA_FORMATION,
    WENDLUA_PLAN,     /**< A request of a planner. */
    WENDLUA_ITEM,     /**< One of items. */
    WENDLUA_SOURCE,   /**< What can be perceived. */
    WENDLUA_OBSERVER, /**< What perceives. */
    WENDLUA_LAMP,
    WENDLUA_TELEGRAM, /**< A telegram that waits. */
    WENDLUA_OBSTACLE, /**< One in a mesh. */
    WENDLUA_SOCIAL,   /**< A social group. */
    WENDLUA_EXIT,
    WENDLUA_TYPES,
    WENDLUA_NEEDED = 64 /**< Added to a type: an error where it is missing. */
};

/** A word for a value; lists end with {NULL, 0}. */
typedef struct wendlua_name {
    const char *text;
    uint32_t value;
} wendlua_name;

/** A field of a struct; lists end with {NULL, 0, 0, NULL}. Fields called x, y, z may also be given
 * as entries 1, 2, 3. */
typedef struct wendlua_field {
    const char *name;
    unsigned type;
    size_t offset;
    const wendlua_name *names;
} wendlua_field;

/** Words that several files need. */
extern const wendlua_name wendlua_stops_names[];
extern const wendlua_name wendlua_behaviour_names[];
extern const wendlua_name wendlua_corner_rule_names[];
extern const wendlua_name wendlua_hex_layout_names[];

/* ---- tables ---- */

/** Reads the table at index into a struct; fields not named stay as they are, unknown ones are an
 * error. A missing table (nil) changes nothing. */
void wendlua_read(lua_State *L, int index, const wendlua_field *fields, void *target);
/** The same for an entry of a list: errors begin with "label[number].". */
void wendlua_read_item(lua_State *L, int index, const wendlua_field *fields, void *target,
                       const char *label, size_t number);
/** Pushes a table of a struct's fields. */
void wendlua_push(lua_State *L, const wendlua_field *fields, const void *source);
/** Sets the same fields in the table on top. */
void wendlua_set_fields(lua_State *L, const wendlua_field *fields, const void *source);

/** Pushes a field of the table at index if it is a list. @return how many entries; 0 and nothing
 * pushed where it is nil. An error if it is no list. */
size_t wendlua_field_list(lua_State *L, int index, const char *name);
/** Pushes a field of the table at index that is a table itself, or nil. @return its slot; 0 where
 * it is nil. An error if it is no table. */
int wendlua_field_table(lua_State *L, int index, const char *name);
/** Reads a key or value at index of the table that a field is; an error names the field. */
void wendlua_read_part(lua_State *L, int index, const char *name, unsigned type,
                       const wendlua_name *names, void *target);
/** Length of the list at index; an error where it has fields instead of entries: {x=, y=} where
 * {{x=, y=}} was meant. */
size_t wendlua_list_length(lua_State *L, int index);
/** Reads a list of structs on top of the stack into memory that Lua collects, which replaces it on
 * the stack. NULL fields: plain {x, y} points, flat lists {x, y, x, y...} too.
 * @param bytes sizeof an entry. @param count their number. @return [count]. */
void *wendlua_read_list(lua_State *L, const wendlua_field *fields, size_t bytes, const char *label,
                        size_t *count);
/** A list of points at index, flat or of pairs; pushes the memory it is in. */
wend_vec2 *wendlua_points(lua_State *L, int index, size_t *count);
/** A list of ids of one kind at index as pairs of index1 and generation, [count][2]; pushes its
 * memory. */
uint32_t *wendlua_ids(lua_State *L, int index, unsigned kind, size_t *count);
/** A list of nodes at index; pushes its memory. */
wend_node *wendlua_nodes(lua_State *L, int index, size_t *count);
/** A list of finite numbers at index; pushes its memory. */
double *wendlua_numbers(lua_State *L, int index, size_t *count);
/** A list of costs 1 to 255 (0 too where is_zero_fine), of just so many; pushes its memory. */
uint8_t *wendlua_costs(lua_State *L, int index, size_t count, bool is_zero_fine);
/** Pushes zeroed memory that Lua collects; an error where that is too much. */
void *wendlua_scratch(lua_State *L, size_t count, size_t bytes);
/** Saves an object as wend_grid_save does. */
typedef wend_result (*wendlua_save_fn)(const void *object, uint8_t *bytes, size_t capacity,
                                       size_t *count);
/** Pushes the bytes of an object that the one at index 1 holds. @return 1. */
int wendlua_push_save(lua_State *L, wendlua_save_fn save, const void *object);

/** Pushes a list of integers. */
void wendlua_push_nodes(lua_State *L, const wend_node *nodes, size_t count);
void wendlua_push_costs(lua_State *L, const uint8_t *costs, size_t count);
void wendlua_push_ids(lua_State *L, unsigned kind, const uint32_t *pairs, size_t count);
void wendlua_push_points(lua_State *L, const wend_vec2 *points, size_t count);
/** Pushes a list of tables of structs' fields. @param bytes sizeof a struct. @return 1. */
int wendlua_push_structs(lua_State *L, const wendlua_field *fields, const void *items, size_t bytes,
                         size_t count);
/** Pushes a list of agents or similar. @return 1. */
int wendlua_push_u64s(lua_State *L, const uint64_t *values, size_t count);
int wendlua_push_numbers(lua_State *L, const double *values, size_t count);

/* ---- arguments ---- */

/** Raises an error with the parameters of a method unless its object came with as many values.
 * @param takes "class, x, y": names with ", " between. */
void wendlua_takes(lua_State *L, const char *takes);
double wendlua_number(lua_State *L, int arg);
double wendlua_number_or(lua_State *L, int arg, double fallback);
/** Infinity is fine here. */
double wendlua_limit(lua_State *L, int arg);
double wendlua_limit_or(lua_State *L, int arg, double fallback);
lua_Integer wendlua_integer(lua_State *L, int arg, lua_Integer low, lua_Integer high);
int32_t wendlua_i32(lua_State *L, int arg);
uint32_t wendlua_u32(lua_State *L, int arg);
uint32_t wendlua_u32_or(lua_State *L, int arg, uint32_t fallback);
uint64_t wendlua_u64(lua_State *L, int arg);
bool wendlua_bool(lua_State *L, int arg);
bool wendlua_bool_or(lua_State *L, int arg, bool fallback);
/** A budget of so many steps, 0 or more; NULL where there is nil: no limit. */
wend_budget *wendlua_budget(lua_State *L, int arg, wend_budget *steps);
/** Two numbers from arg on. */
wend_vec2 wendlua_xy(lua_State *L, int arg);
/** A table {x=, y=} or {1, 2}. */
wend_vec2 wendlua_vec2(lua_State *L, int arg);
/** A table {x=, y=, z=} or {1, 2, 3}; z may be left out. */
wend_vec3 wendlua_vec3(lua_State *L, int arg);
/** A node, or WEND_NODE_NONE for nil. */
wend_node wendlua_node(lua_State *L, int arg);
/** An enum by its name. */
uint32_t wendlua_enum_or(lua_State *L, int arg, const wendlua_name *names, uint32_t fallback);
uint32_t wendlua_mask_or(lua_State *L, int arg, const wendlua_name *names, uint32_t fallback);
/** Text, numbers not. */
const char *wendlua_bytes(lua_State *L, int arg, size_t *count);
/** The halves of an id. @param kind WENDLUA_BODY ... WENDLUA_EXIT; an id of another kind is an
 * error that says which. */
uint32_t wendlua_index1(lua_State *L, int arg, unsigned kind);
uint32_t wendlua_generation(lua_State *L, int arg, unsigned kind);
/** A table that must be there. */
void wendlua_need_table(lua_State *L, int arg);

/** As luaL_error, but the text begins with the line of the nearest script and the name of the
 * function that runs, however it was called: "battle.lua:3: grid:fill: ". Without either where
 * there is none. */
int wendlua_fail(lua_State *L, const char *format, ...);
/** As luaL_argerror, with the same line and name. */
int wendlua_arg_error(lua_State *L, int arg, const char *text);
/** The same unless it holds. */
void wendlua_arg_check(lua_State *L, bool holds, int arg, const char *text);
/** The same: "name expected, got string". */
int wendlua_type_error(lua_State *L, int arg, const char *name);
/** The userdata at arg of a metatable; an error if it is none. */
void *wendlua_check_kind(lua_State *L, int arg, const char *meta);

/* ---- results ---- */

/** An id as an integer with its kind, so that a request is never taken for a body:
 *
 *     63          32 31  27 26      0      kind: 0 for bodies, so theirs are the plain pair
 *     | generation  | kind |  index1 |     0 as a whole is none, of every kind
 *
 * The highest bit of a kind's number is the lowest one here: ids of the first 16 kinds in data of
 * scripts stay what they were when there were no more. */
void wendlua_push_id(lua_State *L, unsigned kind, uint32_t index1, uint32_t generation);
/** An id as an integer without a kind: generation << 32 | index1; nil for none. @return 1. */
int wendlua_push_plain_id(lua_State *L, uint32_t index1, uint32_t generation);
/** Pushes a list of them. @param pairs [count][2]. @return 1. */
int wendlua_push_plain_ids(lua_State *L, const uint32_t *pairs, size_t count);
/** Pushes nil, for a function that found nothing: without any value of it a script could not pass the
 * call on as an argument. @return 1. */
int wendlua_push_nil(lua_State *L);
/** A node, or nil for none. */
void wendlua_push_node(lua_State *L, wend_node node);
/** A count, revision or hash. */
void wendlua_push_u64(lua_State *L, uint64_t value);
/** The word for a value, or the value. */
void wendlua_push_name(lua_State *L, const wendlua_name *names, uint32_t value);
int wendlua_push_xy(lua_State *L, wend_vec2 point);
/** {x=, y=}. */
void wendlua_push_vec2(lua_State *L, wend_vec2 point);
/** Raises an error for results below 0: "grid:fill: " and the message, or the result's text and a
 * hint (may be NULL). Else returns the result. */
wend_result wendlua_done(lua_State *L, wend_result result, const wend_message *message,
                         const char *hint);
/** The same after a call that may change an object.
 * @param error wend_crowd_error(crowd) or similar: a failure is described in it, success leaves
 * it. */
wend_result wendlua_done_by(lua_State *L, wend_result result, const char *error);

#endif
