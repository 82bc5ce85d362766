/* Scenes: worlds written in Lua, ticked from C.
 *
 *     scene_open --> [ scene_input ... ] --> scene_tick --> look, draw --> scene_tick ... --> close
 *
 * One tick: inputs that came since the last one; on_tick; the flow and the planner, each with its
 * budget; the crowd; the hooks of what happened (on_arrive...). Whatever a person does to a running scene goes through
 * scene_input, so that it can be recorded and played again, and is done at the beginning of the
 * next tick. What a scene is may be read in between by the pointers that it gives.
 *
 * A scene runs in a sandbox: no files but those beneath its folder and folders that its options
 * name, a limit of memory and of instructions, no clock, the same numbers and the same order of
 * pairs on every machine. Equal scene, seed and inputs: equal hashes, for any number
 * of threads. Scene files are described in docs/scenes.md.
 *
 * Threads: one at a time.
 */
#ifndef WENDLUA_SCENE_H
#define WENDLUA_SCENE_H

#include "wend/crowd.h"
#include "wend/formation.h"
#include "wend/graph.h"
#include "wend/planner.h"
#include "wend/trigger.h"

#include <stdio.h>

enum {
    SCENE_SLIDERS_MAX = 32,          /**< Most sliders of a scene. */
    SCENE_FILES_MAX = 64,            /**< Most files that a scene keeps the names of. */
    SCENE_FOLDERS_MAX = 16,          /**< Most folders that are named beside the scene's own. */
    SCENE_PARAMETERS_MAX = 32,       /**< Most parameters that are given to a scene. */
    SCENE_PARAMETER_CAPACITY = 1024, /**< Bytes of a parameter, the zero included. */
    SCENE_KEY_CAPACITY = 32,         /**< Bytes of a key's name, the zero included. */
    SCENE_TEXT_CAPACITY = 512,       /**< Bytes of a line that a scene shows. */
    SCENE_OBJECTS_MAX = 64,          /**< Most objects that a scene names. */
    SCENE_FIGURES_MAX = 256,         /**< Most figures of a scene. */
    SCENE_FIGURE_NAME_CAPACITY = 64, /**< Bytes of a figure's name, the zero included. */
    SCENE_FIGURE_TEXT_CAPACITY = 256 /**< Bytes of a figure that is a text, the zero included. */
};

typedef struct scene scene;

/* ---- from file to scene ---- */

typedef struct scene_options {
    uint64_t seed;         /**< wend.args.seed. Default 1. */
    uint32_t threads;      /**< 1 to 256. Default 1. */
    const char *record;    /**< File for inputs and hashes; NULL (default) = none. */
    FILE *record_stream;   /**< Takes the record instead of a file that is made; `record` is then
                                only its name in failures, and must be given. The caller closes it.
                                Default NULL. */
    const char *text;      /**< [text_count] The content of the scene's file, which is not read
                                then. Such a scene has no folder of its own and reads
                                files in `folders` alone. Read while the scene is opened. Default
                                NULL. */
    size_t text_count;     /**< Default 0. */
    uint32_t memory_mb;    /**< Most memory of its scripts and of the objects that they make, in
                                2^20 bytes: 1 to 2^20. Default 1024. */
    uint64_t instructions; /**< Most instructions of Lua while the file runs, and again in each
                                tick: 1 or more. Default 10^9, some seconds. */
    const char *const *folders; /**< [folder_count] where scripts may read files beside the scene's
                                     own folder; copied. */
    size_t folder_count;        /**< Default 0, at most SCENE_FOLDERS_MAX. */
    const char *const
        *parameters;        /**< [parameter_count] "NAME=VALUE": texts that the scene may read
                                        by wend.parameter(name); copied. A name has 1 to 63 printable
                                        characters, no blank, '=' or ',', a value is one line. Of two
                                        of one name the last counts; a scene ignores those that it
                                        does not read. */
    size_t parameter_count; /**< Default 0, at most SCENE_PARAMETERS_MAX. */
} scene_options;

scene_options scene_options_default(void);
/** Reads the file and lets it build its world.
 * @param made set to NULL first; close it with scene_close. @param message "battle.lua:42: the
 * mistake" where that is known.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (its limit too), WEND_ERROR_FILE (the
 * scene's or the record's; too many instructions), WEND_ERROR_UNSUPPORTED (threads in a build
 * without them). */
wend_result scene_open(const char *file, const scene_options *options, scene **made,
                       wend_message *message);
/** Ends the record, if there is one: writes its end mark. Ticks that follow are not recorded.
 * @return WEND_OK, WEND_ERROR_FILE (it cannot be written; see scene_message). */
wend_result scene_end_record(scene *s);
/** Frees all, ends the record; NULL is fine. */
void scene_close(scene *s);
/** One step. @return WEND_OK, WEND_ERROR_FILE (a hook failed or took too many instructions, or the
 * record cannot be written; see scene_message), WEND_ERROR_MEMORY. After an error the scene can
 * only be read and closed. */
wend_result scene_tick(scene *s);
/** Message of the last failure; "" if none. */
const char *scene_message(const scene *s);
/** True if it has run for its length (its ticks, or is_done). It may be ticked further. */
bool scene_is_done(const scene *s);

/* ---- its parts; pointers live as long as the scene, NULL if it has none ---- */

wend_crowd *scene_crowd(const scene *s);
wend_flow *scene_flow(const scene *s);
wend_grid *scene_grid(const scene *s);
wend_walls *scene_walls(const scene *s);
wend_graph *scene_graph(const scene *s);
/** Of the objects that the scene names the items called "items" and the triggers called "triggers",
 * else the first ones by name. Good until the scene loads others. */
wend_items *scene_items(const scene *s);
wend_triggers *scene_triggers(const scene *s);
/** Where a trigger is shown: its item, its position, or the mean of its corners.
 * @return false: there is none. */
bool scene_trigger_at(const scene *s, wend_trigger_id id, wend_vec2 *at);

/** Floors of the crowd, 1 at least. */
uint32_t scene_floor_count(const scene *s);
/** The grid and the walls of a floor; those of the scene where floor 0 of the crowd has none. NULL
 * where there are none, and for floors that are not there. */
const wend_grid *scene_floor_grid(const scene *s, uint32_t floor);
const wend_walls *scene_floor_walls(const scene *s, uint32_t floor);

/** Returns the number of files that the scene is made of: its own, and those that its scripts opened so far,
 * each once and no more than SCENE_FILES_MAX. Its own counts even if it is a text in memory. */
size_t scene_file_count(const scene *s);
/** Returns the name of such a file, its own first; "" beyond their number. It belongs to the scene. */
const char *scene_file(const scene *s, size_t index);
/** Returns a number that changes when a file is saved, from its time and size. @return 0: there is none. */
uint64_t scene_file_stamp(const char *file);
/** "battle"; the file's name if it has none. */
const char *scene_title(const scene *s);
/** Part of the world shown at first: the scene's view, else all there is. */
void scene_view(const scene *s, wend_vec2 *low, wend_vec2 *high);
/** Ticks after which `wend run` stops. Default 1200. */
uint64_t scene_ticks(const scene *s);
/** Ticks done. */
uint64_t scene_tick_count(const scene *s);
/** Seconds of a tick. */
double scene_step(const scene *s);
/** Colour of a group, 0 to 255 each. @return false: the scene names none; rgb is then a colour of
 * a fixed palette. */
bool scene_colour(const scene *s, uint32_t group, uint8_t rgb[3]);
/** The line that the scene's `text` gives, "" without one; as of the last tick. */
const char *scene_text(const scene *s);

typedef enum scene_shape_kind {
    SCENE_SHAPE_LINE = 0, /**< from, to; size = width in pixels. */
    SCENE_SHAPE_DISC,     /**< Middle from; size = radius in metres, 0 = a mark. */
    SCENE_SHAPE_CIRCLE,   /**< Likewise, its outline. */
    SCENE_SHAPE_CELLS,    /**< The rectangle from `from` to `to`; lies under the bodies. */
    SCENE_SHAPE_TEXT      /**< Lower left corner from. */
} scene_shape_kind;

/** A shape that the scene's `draw` drew. */
typedef struct scene_shape {
    scene_shape_kind kind;
    wend_vec2 from, to; /**< Metres. */
    double size;
    double alpha; /**< 0 = clear, 1 = solid. */
    uint8_t rgb[3];
    char text[61];
} scene_shape;

/** What the scene draws, as of the last tick; calls its function once a tick at most. What the
 * function changes of the scene's objects is refused.
 * @param shapes set to [count], good until the next tick; NULL where there are none.
 * @return WEND_OK; as scene_tick, and then the scene has failed. */
wend_result scene_draw(scene *s, const scene_shape **shapes, size_t *count);

/* ---- layers: what can be drawn of a scene ---- */

/** Layers that scenes have by themselves; those of their objects follow. */
typedef enum scene_layer_index {
    SCENE_LAYER_COSTS = 0,
    SCENE_LAYER_SECTORS,
    SCENE_LAYER_PORTALS,
    SCENE_LAYER_FIELD_COST,
    SCENE_LAYER_INTEGRATION,
    SCENE_LAYER_DIRECTIONS,
    SCENE_LAYER_SIGHT,
    SCENE_LAYER_ROUTES,
    SCENE_LAYER_WAVE_FRONT,
    SCENE_LAYER_GRAPH,
    SCENE_LAYER_HEADINGS,
    SCENE_LAYER_PATHS,
    SCENE_LAYER_GOALS,
    SCENE_LAYER_VELOCITIES,
    SCENE_LAYER_PREFERRED,
    SCENE_LAYER_NEIGHBOURS,
    SCENE_LAYER_HALF_PLANES,
    SCENE_LAYER_FORMATIONS,
    SCENE_LAYER_ZONES,
    SCENE_LAYER_STUCK,
    SCENE_LAYER_DENSITY, /**< Bodies a square metre, as a heat map. */
    SCENE_LAYER_TRAILS, /**< Where bodies were: the window alone keeps that, else nothing is drawn. */
    SCENE_LAYER_MARKS, /**< Goals that several bodies share, such as exits. */
    SCENE_LAYER_BODIES,
    SCENE_LAYER_WALLS,
    SCENE_LAYER_DRAWING, /**< What the scene's `draw` draws. */
    SCENE_LAYER_OBJECTS  /**< The first of its objects. */
} scene_layer_index;

enum {
    SCENE_OBJECT_LAYERS_MAX = 17, /**< Most layers of an object. */
    SCENE_LAYERS_MAX = SCENE_LAYER_OBJECTS + SCENE_OBJECT_LAYERS_MAX * SCENE_OBJECTS_MAX,
    SCENE_LAYER_NAME_CAPACITY = 96 /**< Bytes of a layer's name, the zero included. */
};

/** A layer. */
typedef struct scene_layer {
    char name[SCENE_LAYER_NAME_CAPACITY]; /**< "paths"; of an object "memories", "senses.cones". */
    const char *help;                     /**< What it shows. */
    char key;                             /**< Its letter, with Ctrl in the window; 0 = none. */
    bool is_there;                        /**< The scene has something for it. */
    bool is_on;                           /**< It is shown at first. */
    bool is_below;                        /**< It lies under the bodies. */
    uint32_t crowd_bits; /**< Bits of wend_crowd_show; 0 where it is not of the crowd. */
    uint32_t flow_bits;  /**< Bits of wend_flow_show, likewise. */
} scene_layer;

/** What is drawn of layers. */
typedef struct scene_layer_look {
    uint32_t floor;
    uint32_t movement_class; /**< Of costs. */
    const wend_body_id
        *bodies; /**< [body_count] ascending by index1: layers of single bodies and of
                                     agents show these alone; NULL: all. */
    size_t body_count;
} scene_layer_look;

/** The number of layers: all those of scene_layer_index, and those of the scene's objects, sorted by
 * their names. */
size_t scene_layer_count(const scene *s);
/** @param floor for which `is_there` is told. @param layer zeroed when there is no such one. */
bool scene_get_layer(const scene *s, size_t index, uint32_t floor, scene_layer *layer);
/** Draws a layer as it is between two ticks. Costs, bodies and walls are drawn as the library draws
 * them; the scene's own drawing is that of scene_draw, and nothing here.
 *
 * An object (machines, rules, memories) names an agent by a number. The agent is drawn at the first body
 * whose `user` is that number; if there is none, at the body whose id is that number. An agent that has
 * no body, or is on another floor, is not drawn where a position is needed.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (no such layer), WEND_ERROR_MEMORY; as the library's functions. */
wend_result scene_draw_layer(scene *s, size_t index, const scene_layer_look *look,
                             const wend_draw *draw);
/** Requests of the flow that layers show: that of the first of the bodies that has one, else the first
 * requests of all. @return how many; 0 without a flow. */
size_t scene_requests_shown(const scene *s, const wend_body_id *bodies, size_t body_count,
                            wend_flow_request_id *requests, size_t capacity);
/** Shows and hides the layers that a list names: "paths,senses.cones,-bodies" ("-" hides; "_" stands
 * for a blank; the name of an object for all of its layers, with "objects." before it where a layer
 * of the scene has that name too).
 * @param is_on [scene_layer_count] changed where the list is good.
 * @param message the name that is none; see scene_list_layers. May be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
wend_result scene_set_layers(const scene *s, const char *list, bool *is_on, wend_message *message);
/** Writes the names of the layers that are there, with ", " between them; ends in "..." where the
 * text is too short for all. @param text [capacity], 4 or more. */
void scene_list_layers(const scene *s, char *text, size_t capacity);

typedef enum scene_figure_kind {
    SCENE_FIGURE_INTEGER = 0, /**< integer. */
    SCENE_FIGURE_NUMBER,      /**< number; it is finite. */
    SCENE_FIGURE_BOOLEAN,     /**< integer: 0 or 1. */
    SCENE_FIGURE_TEXT         /**< text. */
} scene_figure_kind;

/** A figure that the scene's `figures` gives. */
typedef struct scene_figure {
    char name[SCENE_FIGURE_NAME_CAPACITY]; /**< Printable. */
    scene_figure_kind kind;
    int64_t integer;
    double number;
    char text[SCENE_FIGURE_TEXT_CAPACITY]; /**< Printable. */
} scene_figure;

/** The scene's own figures, as of the last tick, in the order in which they are shown; calls its
 * function once a tick at most. What the function changes of the scene's objects is refused.
 * @param figures set to [count], good until the next tick; NULL where there are none.
 * @return WEND_OK; as scene_tick, and then the scene has failed. */
wend_result scene_get_figures(scene *s, const scene_figure **figures, size_t *count);
/** Writes the value of a figure as text: numbers to six digits, true, false.
 * @param text [SCENE_FIGURE_TEXT_CAPACITY]. */
void scene_figure_text(const scene_figure *figure, char *text);

typedef struct scene_slider {
    const char *name;
    double from, to, value;
} scene_slider;

/** Sliders. @param slider zeroed when there is no such one. */
size_t scene_slider_count(const scene *s);
bool scene_get_slider(const scene *s, size_t index, scene_slider *slider);

/** True if the scene was given a parameter of this name and has read it. */
bool scene_reads_parameter(const scene *s, const char *name);
/** Sets a slider by "NAME=VALUE", as an input for the next tick; does nothing for a parameter that the
 * scene has read.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (neither slider nor parameter; no number in the slider's range),
 * WEND_ERROR_MEMORY. */
wend_result scene_add_setting(scene *s, const char *setting, wend_message *message);

/** Fingerprint of crowd, grid, walls and graph, and of the objects and the state that the scene names.
 * An object or a state that cannot be hashed is a failure of the scene (see scene_message). */
uint64_t scene_hash(scene *s);

/** The order of a body that follows the flow because of an input; {0, 0} else. */
wend_flow_request_id scene_order_of(const scene *s, wend_body_id body);
/** All orders that inputs placed and that bodies still follow. @return how many there are. */
size_t scene_orders(const scene *s, wend_flow_request_id *orders, size_t capacity);
/** True if a body of a class can reach b from a, as far as that is known. For a cursor on every frame. */
bool scene_can_reach(const scene *s, wend_body_id body, wend_vec2 to, uint32_t floor);

typedef struct scene_stats {
    uint64_t ticks;
    uint32_t agents, moving, arrived, stuck;
    uint64_t arrivals, stucks, embedded, given_up, no_path; /**< Events since the beginning. */
    double max_overlap;                                     /**< As part of the diameter. */
    uint64_t wall_violations;                               /**< Is 0. */
    uint64_t ns_last;                                       /**< The last tick: all of it, */
    uint64_t ns_script;                                     /**< inputs and hooks, */
    uint64_t ns_flow;                                       /**< the flow, */
    uint64_t ns_planner;                                    /**< the planner, */
    uint64_t ns_crowd;                                      /**< and the crowd. */
} scene_stats;

/** Cost: a look at each body. */
void scene_get_stats(const scene *s, scene_stats *stats);

/* ---- saving in mid-run ---- */

/** Saves the scene as it is between two ticks: its world, the objects and the state that it names, sliders,
 * random numbers and the tick. Saving does not change how the scene continues, with one exception: a
 * flow that lags behind its budget is completed first.
 * @param bytes set to [count]; free() it.
 * @return WEND_OK; WEND_ERROR_BUSY (inputs wait for the next tick), WEND_ERROR_FILE (something cannot be
 * saved: see scene_message; the scene goes on), WEND_ERROR_MEMORY. */
wend_result scene_save(scene *s, uint8_t **bytes, size_t *count);
/** The seed that a scene must be opened with to load these bytes. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_FILE. */
wend_result scene_saved_seed(const uint8_t *bytes, size_t count, uint64_t *seed,
                             wend_message *message);
/** The parameters that a scene must be opened with to load these bytes: those that the saved one had read,
 * by name.
 * @param parameters [SCENE_PARAMETERS_MAX] "NAME=VALUE"; they lie in the bytes.
 * @param parameter_count set to their number. @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_FILE. */
wend_result scene_saved_parameters(const uint8_t *bytes, size_t count, const char **parameters,
                                   size_t *parameter_count, wend_message *message);
/** Puts what was saved into a scene that was just opened, of the same text, seed and parameters: it then
 * goes on bit for bit as the saved one. Bytes from any origin are safe to try.
 * @param bytes [count].
 * @return WEND_OK; WEND_ERROR_BUSY (it has run already, or is recorded); WEND_ERROR_FILE (damaged, of
 * another version, or of another scene: see scene_message), WEND_ERROR_MEMORY. The last two may leave a
 * scene that can only be read and closed. */
wend_result scene_load(scene *s, const uint8_t *bytes, size_t count);

/* ---- actions of users ---- */

typedef enum scene_input_kind {
    SCENE_INPUT_ORDER = 1,    /**< bodies go to `at` on `floor`: on_order, else by the flow, else
                                by the crowd's route source. */
    SCENE_INPUT_STOP,         /**< bodies stop. */
    SCENE_INPUT_CELLS,        /**< The ground of x, y, width, height gets `cost` (255 = wall) for
                                `movement_class`. */
    SCENE_INPUT_STAMP,        /**< A stamp of one cost over x, y, width, height. */
    SCENE_INPUT_LIFT,         /**< The stamp in cell x, y goes. */
    SCENE_INPUT_SEGMENT,      /**< A wall from `at` to `to`. */
    SCENE_INPUT_ERASE,        /**< The wall nearest to `at`, within `radius`, goes. */
    SCENE_INPUT_EXPLODE,      /**< At `at` on `floor`: radius, impulse; walls shield. */
    SCENE_INPUT_SLIDER,       /**< Slider `index` is set to `value`. */
    SCENE_INPUT_KEY,          /**< on_key(key). */
    SCENE_INPUT_NODE_ADD,     /**< A node of the graph at `at`, joined both ways to `index` nearest
                                nodes within `radius`. */
    SCENE_INPUT_NODE_MOVE,    /**< Node `index` goes to `at`. */
    SCENE_INPUT_NODE_REMOVE,  /**< Node `index` and its edges go. */
    SCENE_INPUT_SELECT,       /**< bodies are those that are selected now, none when they were
                                released: on_select. */
    SCENE_INPUT_ITEM_ADD,     /**< An item at `at` with the tag `index`; `value` 0 = not active. */
    SCENE_INPUT_ITEM_MOVE,    /**< Item `index` goes to `at`. */
    SCENE_INPUT_ITEM_ACTIVE,  /**< Item `index` becomes active, or with `value` 0 not. */
    SCENE_INPUT_ITEM_REMOVE,  /**< Item `index` goes. */
    SCENE_INPUT_TRIGGER_ADD,  /**< A trigger at `at` of the kind `cost` (wend_trigger_kind), with
                                `radius` and the tag `index`, linked to the item `value` - 1;
                                0 = none. */
    SCENE_INPUT_TRIGGER_MOVE, /**< Trigger `index` goes to `at`, and its item with it. */
    SCENE_INPUT_TRIGGER_REMOVE, /**< Trigger `index` goes; its item stays. */
    SCENE_INPUT_KINDS
} scene_input_kind;

/** Zero fields that a kind does not name. */
typedef struct scene_input {
    scene_input_kind kind;
    uint32_t floor;
    const wend_body_id *bodies; /**< [body_count], copied. */
    size_t body_count;
    wend_vec2 at, to;
    double radius, impulse, value;
    int32_t x, y, width, height; /**< Cells. */
    uint32_t movement_class;
    uint32_t cost;
    uint32_t index;
    char key[SCENE_KEY_CAPACITY]; /**< "a", "space", "left": printable, no blanks. */
} scene_input;

/** True if the scene is told of selections (on_select). */
bool scene_takes_selections(const scene *s);
/** Stores an input for the next tick. An input that is impossible then (a removed body, a cell
 * outside, no grid) changes nothing, the same in a replay.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (no such kind, NaN, more than 10^6 bodies),
 * WEND_ERROR_MEMORY. */
wend_result scene_add_input(scene *s, const scene_input *input);

/* ---- playing a record again ---- */

typedef struct scene_replay scene_replay;

/** Opens a record and its scene: by the name in the record, else beside the record.
 * @param file of the record. @param scene_file NULL = as above; options->text stands for its text.
 * @param options NULL = the default; seed and record are not looked at.
 * @return as scene_open. */
wend_result scene_replay_open(const char *file, const char *scene_file,
                              const scene_options *options, scene_replay **made,
                              wend_message *message);
/** The same of a record's bytes, which are copied. @param file their name. @param bytes
 * [count]. */
wend_result scene_replay_open_bytes(const char *file, const uint8_t *bytes, size_t count,
                                    const char *scene_file, const scene_options *options,
                                    scene_replay **made, wend_message *message);
/** The scene that is played. */
scene *scene_replay_scene(const scene_replay *replay);

typedef struct scene_difference {
    uint64_t tick;
    uint64_t recorded, played; /**< Hashes. */
    bool is_changed_scene;     /**< The scene's text is another one than when it was recorded. */
} scene_difference;

/** Plays one tick.
 * @return WEND_OK; WEND_NO_PATH (the record is at its end: nothing was done); WEND_PARTIAL (this
 * tick's hash differs: see difference, may be NULL); as scene_tick, and WEND_ERROR_FILE for a
 * damaged record. */
wend_result scene_replay_tick(scene_replay *replay, scene_difference *difference,
                              wend_message *message);
void scene_replay_close(scene_replay *replay);

#endif
