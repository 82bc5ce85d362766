/* The common parts of the files of scenes.
 *
 *   scene.c           open, close, what it is     scene_tick.c      a tick, hooks, figures
 *   scene_def.c       wend.scene{...}             scene_input.c     inputs: kept, done
 *   scene_sandbox.c   what scripts may do         scene_orders.c    orders that inputs place
 *   scene_order_of.c  pairs, next, sort           scene_line.c      inputs as lines of text
 *   scene_math.c      numbers                     scene_record.c    writes a record
 *   scene_power.c     refuses powers              scene_replay.c    plays it again
 *   scene_limits.c    memory, instructions        scene_files.c     which files may be read
 *   scene_reader.c    reads a record              scene_figures.c   figures of its own
 *   scene_saving.c    saves and loads             scene_parameters.c  wend.parameter
 *   scene_layers.c    what can be drawn of it     scene_placing.c   items and triggers
 */
#ifndef WEND_SCENE_PRIVATE_H
#define WEND_SCENE_PRIVATE_H

#include <stdio.h>

#include <lauxlib.h>
#include <lua.h>

#include "lua/core/ask.h"
#include "lua/core/object.h"
#include "lua/core/value.h"
#include "lua/crowd/crowd.h"
#include "scene.h"
#include "wend_lua.h"

/** Hooks of a scene. */
typedef enum scene_hook {
    SCENE_ON_TICK = 0,
    SCENE_ON_ARRIVE,
    SCENE_ON_LEG,
    SCENE_ON_BEHAVIOUR,
    SCENE_ON_ROUTE,
    SCENE_ON_NO_WAY,
    SCENE_ON_STUCK,
    SCENE_ON_FREE,
    SCENE_ON_GIVEN_UP,
    SCENE_ON_BURIED,
    SCENE_ON_FLOOR,
    SCENE_ON_ORDER,
    SCENE_ON_KEY,
    SCENE_ASK_TEXT,
    SCENE_ASK_DONE,
    SCENE_DRAW,
    SCENE_ASK_FIGURES,
    SCENE_ON_SELECT,
    SCENE_HOOKS
} scene_hook;

enum { SCENE_COLOURS_MAX = 256, SCENE_ORDERS_MAX = 256, SCENE_NAME_CAPACITY = 64 };
enum { SCENE_PATH_CAPACITY = 4096 };
enum { SCENE_FORM_CAPACITY = 256 };

typedef struct scene_own_slider {
    char name[SCENE_NAME_CAPACITY];
    double from, to, value;
    int table;     /**< Reference of its table; value is kept up to date there. */
    int on_change; /**< Reference, or LUA_NOREF. */
} scene_own_slider;

/** An object that the scene's field `objects` names. */
typedef struct scene_own_object {
    char label[SCENE_NAME_CAPACITY]; /**< "objects.senses". */
    int reference;
} scene_own_object;

#define SCENE_OBJECTS_PREFIX "objects."

struct scene_object_row;

/** A layer of an object. */
typedef struct scene_own_layer {
    const struct scene_object_row *row; /**< See layers.c. */
    uint32_t object;                    /**< Index in `objects`. */
    uint32_t part;                      /**< Of the row, where it stands for several layers. */
} scene_own_layer;

/** Where an agent is: its body. */
typedef struct scene_agent_body {
    uint64_t user;
    wend_body_id body;
} scene_agent_body;

/** State of math.random. */
typedef struct scene_dice {
    uint64_t seed, count, first_seed;
} scene_dice;

/** A parameter that was given. */
typedef struct scene_own_parameter {
    char *text;   /**< "NAME=VALUE". */
    bool is_read; /**< By the scene. */
} scene_own_parameter;

/** An input, and the bodies that it speaks of. */
typedef struct scene_kept_input {
    scene_input input;
    wend_body_id *bodies;
} scene_kept_input;

/** Inputs that wait for the next tick. */
typedef struct scene_inputs {
    scene_kept_input *items;
    size_t count, capacity;
} scene_inputs;

/** Orders of a flow that inputs placed. */
typedef struct scene_own_orders {
    wend_flow_request_id ids[SCENE_ORDERS_MAX];
    uint32_t followers[SCENE_ORDERS_MAX]; /**< 0 = the slot is free. */
    uint16_t *of;                         /**< [max_bodies] slot + 1 of each body; 0 = none. */
    uint32_t *generations;                /**< [max_bodies] of the body that was sent. */
    uint32_t limit;
} scene_own_orders;

/** A hash that costs a look at everything is worked out only after edits. */
typedef struct scene_kept_hash {
    uint64_t revision, hash;
    bool is_there;
} scene_kept_hash;

/** A block of an object's memory. */
typedef struct scene_block scene_block;

/** Limits of scripts, and their use so far. */
typedef struct scene_limits {
    size_t memory, used;         /**< Bytes. */
    size_t collect_at;           /**< Memory is collected before a new object beyond this. */
    uint64_t instructions, done; /**< Since scene_limits_begin. */
    uint64_t step;               /**< Instructions from one look to the next. */
    lua_State *L;                /**< The main one. */
    scene_block *blocks;         /**< Of all objects. */
    char place[128];             /**< "battle.lua:42: ", where a script was seen last. */
    bool has_refused;            /**< Memory, since scene_limits_begin. */
    bool is_spent;               /**< Too many instructions were done. */
} scene_limits;

struct scene {
    lua_State *L;
    wend_pool *pool;
    scene_options options;
    scene_limits limits;
    wend_message message;
    char *file;                            /**< As it was opened. */
    char *folder;                          /**< Its folder; "." for none. */
    char *readable[SCENE_FOLDERS_MAX + 1]; /**< Readable folders, as the disk resolves them. */
    char *files[SCENE_FILES_MAX];          /**< That scripts opened or asked for. */
    size_t file_count;
    uint64_t source_hash; /**< Of its text. */

    /* Content of the file. Objects are kept by references of the scene's own object. */
    wend_crowd *crowd;
    const wendlua_crowd *crowd_about; /**< Kept by crowd_object. */
    wend_flow *flow;
    wend_planner *planner;
    wend_grid *grid;
    wend_walls *walls;
    wend_graph *graph;
    char title[SCENE_NAME_CAPACITY];
    wend_vec2 view_low, view_high;
    bool has_view;
    uint64_t ticks;
    uint64_t flow_budget, planner_budget;
    double step; /**< Of its crowd. */
    uint32_t colour_groups[SCENE_COLOURS_MAX];
    uint8_t colours[SCENE_COLOURS_MAX][3];
    size_t colour_count;
    scene_own_slider sliders[SCENE_SLIDERS_MAX];
    size_t slider_count;
    scene_own_parameter parameters[SCENE_PARAMETERS_MAX];
    size_t parameter_count;
    int hooks[SCENE_HOOKS]; /**< References, or LUA_NOREF. */
    int table;              /**< Reference of the table given to wend.scene. */
    int keeper;             /**< Reference of the object that keeps the others alive. */
    int crowd_object;       /**< Reference. */
    scene_own_object objects[SCENE_OBJECTS_MAX]; /**< [object_count], sorted by name. */
    size_t object_count;
    scene_own_layer layers[SCENE_LAYERS_MAX]; /**< [layer_count] of its objects. */
    size_t layer_count;
    bool has_state;
    char where[128]; /**< "battle.lua:42: ", where wend.scene was called. */

    /* Running. */
    uint64_t tick_count;
    bool is_done, has_failed;
    char text[SCENE_TEXT_CAPACITY];
    scene_inputs inputs;
    scene_own_orders orders;
    wend_event
        *events; /**< [event_capacity] those of the last tick, for hooks may change crowds. */
    size_t event_capacity;
    scene_shape *shapes; /**< [shape_capacity] drawn after tick drawn_tick. */
    size_t shape_count, shape_capacity;
    uint64_t drawn_tick;
    bool is_drawn;
    scene_figure *figures; /**< [SCENE_FIGURES_MAX] as of tick figures_tick; NULL until then. */
    size_t figure_count;
    uint64_t figures_tick;
    bool has_figures;
    scene_agent_body *agents; /**< [agent_count] bodies with a user value, sorted by it, as of tick
                                   agents_tick. */
    size_t agent_count, agent_capacity;
    uint64_t agents_tick; /**< Plus 1; 0 = not read. */
    scene_dice dice;
    uint64_t own_hash; /**< Of objects and state. */
    scene_stats stats;
    scene_kept_hash grid_hash, walls_hash, graph_hash;
    FILE *record;
};

/* ---- scene_sandbox.c, scene_order_of.c, scene_math.c, scene_power.c ---- */

/** Opens the globals of scripts, `require` for the scene's folder included. */
void scene_open_sandbox(lua_State *L, scene *s);
/** pairs, next, table.sort in an order that is the same everywhere; globals on top of the stack. */
void scene_open_orders(lua_State *L);
/** math. */
void scene_open_math(lua_State *L, scene_dice *dice);
/** Loads a file of Lua text; raises an error with file and line. Leaves the function. */
void scene_load_file(lua_State *L, const char *file);
/** The same for a text that is in memory. @param name what it is called. @param text [count]. */
void scene_load_text(lua_State *L, const char *name, const char *text, size_t count);
/** The same for the scene's own file, alone on the stack; a file that is no Lua is reported as such. */
void scene_load_main(lua_State *L, const char *file);
/** The first line with a power that differs between machines; 0 = none. */
uint32_t scene_find_power(const char *text, size_t count);

/* ---- scene_files.c; scene_files_posix.c, scene_files_windows.c ---- */

/** Notes the folders that may be read. */
wend_result scene_files_begin(scene *s);
void scene_files_end(scene *s);
/** A wendlua_find_fn; its user is the scene, which keeps the name. */
bool scene_find_file(void *user, const char *name, char *path, size_t capacity);
/** Finds a folder. @return false: there is none. */
bool scene_folder_path(const char *path, char real[SCENE_PATH_CAPACITY]);
/** Finds a file, existing or not. @return false: its folder is unknown. */
bool scene_real_path(const char *path, char real[SCENE_PATH_CAPACITY]);

/* ---- scene_parameters.c ---- */

/** Copies those of the options. */
wend_result scene_parameters_begin(scene *s);
void scene_parameters_end(scene *s);
/** wend.parameter; its upvalue is the scene. */
int scene_take_parameter(lua_State *L);
/** Those that the scene has read, "NAME=VALUE", by name; of several of a name the last, which counts.
 * @param list [SCENE_PARAMETERS_MAX] good as long as the scene. @return how many. */
size_t scene_parameters_read(const scene *s, const char **list);
/** Finds texts that end in a zero, one behind the other, in bytes of any origin.
 * @param list [parameter_count] they lie in the bytes. @param bytes [count].
 * @return the bytes that they take; SIZE_MAX: they are damaged. */
size_t scene_parameters_take(const char **list, const uint8_t *bytes, size_t count,
                             size_t parameter_count);
/** Compares the parameters of a scene that was just opened with those that a saved one had read, which
 * then count as read.
 * @return WEND_OK; WEND_ERROR_FILE, and the scene's message names the first that differs. */
wend_result scene_parameters_match(scene *s, const char *const *saved, size_t count);

/* ---- scene_limits.c ---- */

/** A state of Lua that stays within limits; NULL where there is no memory for it. */
lua_State *scene_limits_open(scene_limits *limits, const scene_options *options);
/** Counts instructions from 0 again. */
void scene_limits_begin(scene_limits *limits);
/** Frees what objects held that Lua could not finalize, once the state is closed. */
void scene_limits_end(scene_limits *limits);
/** The memory of objects. */
wend_allocator scene_limits_allocator(scene_limits *limits);
/** Collects garbage after large allocations: Lua does not know the size of objects. */
void scene_limits_make_room(lua_State *L, void *scene_object);
/** Did a failure come from a limit? Keeps a sentence then. @param status of lua_pcall. @param text
 * of its error; may be NULL. */
bool scene_limits_tell(const scene *s, int status, const char *text, wend_message *message);

/* ---- scene_def.c ---- */

/** wend.scene; its upvalues are its name in two parts and the scene. */
int scene_take_def(lua_State *L);
/** A colour by name or as #rrggbb. */
bool scene_read_colour(const char *text, uint8_t rgb[3]);

/* ---- scene_layers.c ---- */

/** Lists the layers of the scene's objects. */
void scene_layers_begin(lua_State *L, scene *s);

/* ---- scene_input.c, scene_orders.c ---- */

/** Applies the waiting inputs, in order. May raise Lua errors (of hooks). */
void scene_do_inputs(lua_State *L, scene *s);
void scene_free_inputs(scene_inputs *inputs);
/** True if it can be recorded. */
bool scene_input_is_good(const scene_input *input);
/** Sends bodies by the flow if there is one, else together by the crowd. */
wend_result scene_order(scene *s, const scene_input *input);
/** Bodies that no longer follow. */
void scene_forget_order(scene *s, wend_body_id body);

/* ---- scene_placing.c ---- */

/** Does an input of items or triggers; an impossible one changes nothing. */
void scene_do_placing(const scene *s, const scene_input *input);

/* ---- scene_tick.c ---- */

/** Calls a function of the scene with the arguments on the stack; raises its errors. */
void scene_call(lua_State *L, int reference, int argument_count, int result_count);
/** True if the scene has this hook. Pushes nothing. */
bool scene_has_hook(const scene *s, scene_hook hook);
/** Keeps the text of the error on top of the stack. */
wend_result scene_keep_error(scene *s, int status);
/** Calls a function, its argument the scene, while all that the scene stands on is locked: it can
 * be looked at, not changed. @return as scene_tick; after an error the scene has failed. */
wend_result scene_look(scene *s, lua_CFunction function);
/** text and is_done. */
void scene_ask(lua_State *L, scene *s);

/* ---- scene_saving.c ---- */

/** Pushes the packed state of the scene; nil without one. Raises an error for what is no plain data. */
void scene_push_state(lua_State *L, const scene *s);
/** A hash with the scene's own objects and state added, where it names any. */
uint64_t scene_hash_own(scene *s, uint64_t hash);

/* ---- scene_line.c, scene_record.c ---- */

/** Writes "order 0 1 2 ..." without an end of line. @return was it written? */
bool scene_write_input(FILE *out, const scene_input *input);
/** Reads the same. @param L for numbers. @param bodies set to NULL first; free it. */
bool scene_parse_input(lua_State *L, const char *text, scene_input *input, wend_body_id **bodies);
/** Form of the input that begins so: "explode FLOOR X Y RADIUS IMPULSE"; the names of all
 * where it is none of them. @param form [SCENE_FORM_CAPACITY]. @return form. */
const char *scene_input_form(const char *text, char *form);
/** Opens the record that the options name. */
wend_result scene_record_begin(scene *s);
void scene_record_input(scene *s, const scene_input *input);
/** The end of a tick. @return WEND_OK or WEND_ERROR_FILE. */
wend_result scene_record_tick(scene *s);

/* ---- scene_reader.c ---- */

/** A record, read line by line. */
typedef struct scene_reader {
    uint8_t *bytes;
    size_t count;
    char *line;           /**< The next text to read; ends of lines are zeros already. */
    uint32_t line_number; /**< Of the one read last; past the last one at the end. */
    char *file;           /**< Name of the record. */
    const char *scene;    /**< The file of the scene, as the record names it. */
    uint64_t source_hash, seed;
    const char *parameters[SCENE_PARAMETERS_MAX]; /**< [parameter_count] "NAME=VALUE". */
    size_t parameter_count;
    bool has_ended; /**< The end mark was read. */
    bool is_copy;   /**< bytes came from malloc, not from wend_io_read_file. */
} scene_reader;

typedef enum scene_reader_kind { SCENE_READER_INPUT = 0, SCENE_READER_TICK } scene_reader_kind;

typedef struct scene_reader_item {
    scene_reader_kind kind;
    scene_input input;
    wend_body_id *bodies; /**< Of the input: to be freed, after errors too. */
    uint64_t hash;        /**< After the tick. */
} scene_reader_item;

/** Reads the head. @param bytes [count], copied; NULL: those of the file.
 * @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY; close it in each case. */
wend_result scene_reader_open(scene_reader *r, const char *file, const uint8_t *bytes, size_t count,
                              wend_message *message);
/** Reads a line. @param L for numbers. @param ticks how many came before.
 * @return WEND_OK; WEND_NO_PATH at the end mark; WEND_ERROR_FILE. */
wend_result scene_reader_next(scene_reader *r, lua_State *L, uint64_t ticks,
                              scene_reader_item *item, wend_message *message);
void scene_reader_close(scene_reader *r);

/** Message of a failure. @return result. */
wend_result scene_fail(wend_message *message, wend_result result, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#endif
