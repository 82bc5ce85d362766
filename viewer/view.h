/* The state of the window, and the files that work on it.
 *
 *   events, script --> keys, tools, widgets --> inputs --> scene --> bodies, ground, layers
 *                                                                        |
 *                              window <-- renderer <-- batches <----------+-- panels
 *
 *   window/   run, window, time, camera, shot, keys; scenes: opens, restarts, reloads; script,
 *             commands: mouse and keys of a file
 *   paint/    batch, shapes, atlas, font: what the renderer gets; draw, look: wend_draw; lines: text
 *   world/    bodies, trails, select, ground, layers
 *   tools/    tools of the mouse; undo; edits: walls, costs, stamps; nodes of graphs; placing: items,
 *             triggers, files
 *   panels/   inspector of a body, tips of widgets; widgets, panel, plot: time per phase, help; layer_panel: all layers; chooser of scenes
 */
#ifndef VIEW_H
#define VIEW_H

#include "paint/batch.h"
#include "scene.h"
#include "viewer.h"

typedef struct viewer viewer;

/* ---- camera ---- */

/* Visible part of the world: the middle of the window shows `at`. Rows of grids go downwards,
 * and so does y. */
typedef struct view_camera {
    wend_vec2 at;      /* metres */
    double scale;      /* pixels a metre */
    int width, height; /* pixels of the window */
} view_camera;

/** A position in pixels, and back. */
void view_to_screen(const view_camera *camera, wend_vec2 position, double *x, double *y);
wend_vec2 view_to_world(const view_camera *camera, double x, double y);
/** Shows a rectangle, as large as fits into the window without its panels. */
void view_camera_fit(viewer *v, wend_vec2 low, wend_vec2 high);
/** Zooms so that the position under a pixel stays there. */
void view_camera_zoom(view_camera *camera, double x, double y, double factor);
void view_camera_pan(view_camera *camera, double dx, double dy);

/* ---- time ---- */

enum { VIEW_PHASES = 9, VIEW_PLOT_FRAMES = 240 };

typedef enum view_phase {
    VIEW_PHASE_SCRIPT = 0,
    VIEW_PHASE_FLOW,
    VIEW_PHASE_CELLS,
    VIEW_PHASE_GOALS,
    VIEW_PHASE_AVOID,
    VIEW_PHASE_CONTACT,
    VIEW_PHASE_REST,
    VIEW_PHASE_LIST,
    VIEW_PHASE_PRESENT
} view_phase;

/* Milliseconds of a frame by phase. */
typedef struct view_frame_time {
    float ms[VIEW_PHASES];
} view_frame_time;

typedef struct view_time {
    bool is_paused, is_by_frames; /* by frames: a frame is a tick, regardless of the clock */
    uint32_t steps_wanted;        /* single steps while paused */
    double speed;                 /* ticks for each tick of time */
    double due;                   /* ticks that are owed; below 1 */
    double planner_ms; /* of the planner in a tick: the maximum, which fades by 2 % a tick */
    uint64_t last_ns;
    uint64_t frame;
    view_frame_time plot[VIEW_PLOT_FRAMES]; /* a ring; frame % VIEW_PLOT_FRAMES is this one */
    view_frame_time sum;                    /* of this frame */
    double *sim_ms, *list_ms, *present_ms;  /* [frame_count] of all frames that are measured */
    size_t frame_count, frame_capacity;
} view_time;

/** Ticks as many times as are due. */
void view_time_run(viewer *v);
void view_time_end_frame(viewer *v, double sim_ms, double list_ms, double present_ms);
void view_time_report(const viewer *v, viewer_report *report);
/** 0.125 to 16, by doubles. */
void view_time_faster(view_time *time, int doublings);

/* ---- bodies ---- */

/* A body as it is drawn. */
typedef struct view_body {
    wend_body_id id;
    float radius, heading;
    wend_vec2 position, velocity;
    uint32_t group;
    uint8_t state;
    bool is_stuck, is_selected;
} view_body;

typedef struct view_bodies {
    view_body *items;
    wend_body_id *ids; /* [capacity] scratch */
    size_t count, capacity;
    uint32_t *selected; /* [selected_limit] by index1: the generation that is selected, or 0 */
    size_t selected_limit, selected_count;
    uint64_t tick;      /* when they were read, plus 1 */
    wend_body_id *told; /* [told_count] those that the scene was told to be selected */
    size_t told_count;
} view_bodies;

/** Reads them from the scene if it ticked since. */
void view_bodies_read(viewer *v);
void view_bodies_draw(viewer *v);
void view_bodies_free(view_bodies *bodies);
/** The colour of a group. */
SDL_Color view_group_colour(const viewer *v, uint32_t group);
/** The body at a position, or NULL. */
const view_body *view_body_at(const viewer *v, wend_vec2 position);

void view_select_none(viewer *v);
void view_select_all(viewer *v);
/** Selects those in a rectangle; adds to the others if is_added. */
void view_select_box(viewer *v, wend_vec2 a, wend_vec2 b, bool is_added);
void view_select_one(viewer *v, wend_body_id id, bool is_added);
/** All that look like it: of its group, in view. */
void view_select_group(viewer *v, uint32_t group);
/** Tells the scene of the selection, if it wants to know and it changed. */
void view_select_tell(viewer *v);
bool view_is_selected(const view_bodies *bodies, wend_body_id id);
/** The first that is selected, or NULL. */
const view_body *view_first_selected(const viewer *v);

/* ---- trails ---- */

enum { VIEW_TRAIL_POINTS = 24 /* samples: five seconds */ };

/* Where a body was. */
typedef struct view_trail {
    uint32_t generation1; /* of the body, plus 1; 0 = none */
    uint32_t count;       /* samples so far; slot count % VIEW_TRAIL_POINTS is the next */
    float x[VIEW_TRAIL_POINTS], y[VIEW_TRAIL_POINTS]; /* metres */
} view_trail;

typedef struct view_trails {
    view_trail *items; /* [limit] by index1 of the body */
    size_t limit;
    uint64_t sample; /* number of the last one */
} view_trails;

/** Adds positions if it is time, and forgets all if trails are not shown. */
void view_trails_sample(viewer *v);
void view_trails_draw(viewer *v);
void view_trails_free(view_trails *trails);

/* ---- layers ---- */

/* Shapes kept for several frames, as they lay on the screen then. */
typedef struct view_cache {
    view_batch batch;
    view_camera camera; /* when they were drawn */
    uint64_t made_ns;   /* when that was */
    uint64_t cost_ns;   /* how long it took */
    uint64_t key;       /* of the drawn state */
} view_cache;

/* So many bodies in view are too many for layers that draw lines at each, unless selected. */
enum { VIEW_SHOWN_MOST = 500 };

typedef struct view_layers {
    bool is_on[SCENE_LAYERS_MAX];    /* by the scene's numbers of layers */
    bool is_empty[SCENE_LAYERS_MAX]; /* it is on, and has nothing to show at the moment */
    uint32_t movement_class, floor;
    view_cache cache; /* fields, portals, routes: expensive to draw */
} view_layers;

/** A layer for the floor that is shown. @return false: there is none of this number. */
bool view_layer_get(const viewer *v, size_t index, scene_layer *layer);
void view_layers_draw_below(viewer *v); /* under the bodies */
void view_layers_draw_above(viewer *v);
/** True if layers for selected bodies are on, none is selected, and there are too many bodies to
 * show all. */
bool view_layers_want_selection(viewer *v);

/* ---- ground ---- */

enum { VIEW_CHUNK_SIDE = 256, VIEW_CHUNKS_MAX = 256 };

/* A square of cells as a texture; level 1 has one pixel for 2 x 2 cells, and so on. */
typedef struct view_chunk {
    SDL_Texture *texture;
    int32_t x, y; /* in chunks of its level */
    int32_t level;
    uint64_t used_frame; /* 0 = free */
    bool is_old;
} view_chunk;

typedef struct view_ground {
    const wend_grid *grid; /* of its floor, or NULL */
    view_chunk chunks[VIEW_CHUNKS_MAX];
    uint64_t revision;       /* of the grid, when chunks were last compared */
    uint32_t movement_class; /* that they show */
    bool has_costs;          /* are colours by cost? */
    uint8_t *costs;          /* scratch: a row of a chunk */
    uint32_t *pixels;
} view_ground;

/** Redraws the textures that edits changed. */
void view_ground_prepare(viewer *v);
/** Sent to the renderer at once: the lowest layer. Other floors are darker, and below. */
void view_ground_draw(viewer *v);
void view_ground_free(viewer *v);

/* ---- colours and wend_draw ---- */

typedef struct view_look {
    SDL_Color fill, stroke;
    double width;  /* of lines, pixels */
    double radius; /* of marks, pixels */
} view_look;

view_look view_look_of(wend_meaning meaning, double value);
/** A strong colour for the n-th of many. */
SDL_Color view_nth_colour(uint32_t n);
SDL_Color view_ground_colour(uint32_t cost, bool has_costs);

/* Target of wend_draw. */
typedef struct view_canvas {
    view_batch *batch;
    view_camera camera;
    double margin;  /* pixels around the window that are drawn too */
    double thinner; /* lines get so much thinner; 1 = not */
} view_canvas;

/** Callbacks; the canvas must outlive them. */
wend_draw view_draw_of(view_canvas *canvas);

/* ---- mouse, tools ---- */

typedef enum view_tool {
    VIEW_TOOL_SELECT = 0,
    VIEW_TOOL_ORDER,
    VIEW_TOOL_WALL,
    VIEW_TOOL_LINE,
    VIEW_TOOL_ERASE,
    VIEW_TOOL_COST,
    VIEW_TOOL_STAMP,
    VIEW_TOOL_REMOVE,
    VIEW_TOOL_EXPLODE,
    VIEW_TOOL_NODE,
    VIEW_TOOL_ITEM,
    VIEW_TOOL_TRIGGER,
    VIEW_TOOL_COUNT
} view_tool;

typedef struct view_tool_row {
    const char *name;
    const char *key;  /* "1"; "F3" */
    const char *hint; /* of the mouse */
} view_tool_row;

const view_tool_row *view_tool_get(view_tool tool);
/** True if the scene has something for this tool. */
bool view_tool_is_there(const viewer *v, view_tool tool);

typedef struct view_tools {
    view_tool tool;
    bool is_dragging, is_panning;
    bool is_added;           /* Shift was held at the press */
    double press_x, press_y; /* pixels */
    wend_vec2 press, last;   /* metres */
    wend_node node;          /* that is dragged */
    wend_item_id item;       /* that is dragged */
    wend_trigger_id trigger; /* that is dragged */
    double brush, cost;      /* sliders of tools */
    double stamp_width, stamp_height;
    double blast_radius, blast_impulse;
    double item_tag, item_active; /* of the next item; 1 = active */
    double trigger_kind, trigger_radius, trigger_tag;
    /* The last order, shown for a while. */
    wend_vec2 order_at;
    uint64_t order_frame; /* plus 1; 0 = none */
    wend_vec2 blast_at;   /* the same of the last explosion */
    uint64_t blast_frame;
} view_tools;

void view_tool_press(viewer *v, double x, double y, bool is_added);
void view_tool_move(viewer *v, double x, double y);
void view_tool_release(viewer *v, double x, double y);
/** Right button: sends the selected bodies. */
void view_tool_order(viewer *v, wend_vec2 position);
/** Stops the selected bodies. */
void view_stop_selected(viewer *v);
/** Delete: removes the object of the tool under the mouse. */
void view_tool_remove(viewer *v);
/** Boxes, brushes, marks. */
void view_tools_draw(viewer *v);
/** True if all selected bodies can reach the point; also if none is selected. */
bool view_can_reach(const viewer *v, wend_vec2 position);
/** Passes an input to the scene, and reports a failure. */
void view_input(viewer *v, const scene_input *input);

/* ---- undo ---- */

enum { VIEW_UNDO_MAX = 200 /* edits; the oldest ones are forgotten */ };

typedef struct view_input_list {
    scene_input *items; /* [count] */
    size_t count, capacity;
} view_input_list;

/* From a press of the mouse to the next one. */
typedef struct view_edit {
    view_input_list forward, back; /* back: to be made in the opposite order */
} view_edit;

typedef struct view_undo {
    view_edit edits[VIEW_UNDO_MAX];
    size_t count;                  /* all, */
    size_t done;                   /* and those that were not taken back */
    bool is_cut;                   /* the next input begins an edit of its own */
    uint64_t edit_tick, undo_tick; /* of the last edit, of the last undo or redo; plus 1 */
} view_undo;

/** Remembers what takes an input back; before the scene gets it. */
void view_undo_note(viewer *v, const scene_input *input);
/** Takes the last edit back, by inputs with the former values. */
void view_undo_back(viewer *v);
/** Makes the edit again that was taken back last. */
void view_undo_again(viewer *v);
void view_undo_clear(viewer *v);

/* tools/edits.c and tools/nodes.c: the tools that change the world. */
void view_edit_press(viewer *v, wend_vec2 position);
void view_edit_drag(viewer *v, wend_vec2 from, wend_vec2 to);
void view_edit_release(viewer *v, wend_vec2 position);
void view_edit_remove(viewer *v, wend_vec2 position);
void view_edit_draw(viewer *v, wend_vec2 position);
void view_blast_draw(viewer *v);
wend_node view_node_at(const viewer *v, wend_vec2 position);
void view_node_press(viewer *v, wend_vec2 position);
void view_node_drag(viewer *v, wend_vec2 position);
void view_node_remove(viewer *v, wend_vec2 position);
void view_node_draw(viewer *v, wend_vec2 position);

/* tools/placing.c: items and triggers. */
void view_placing_press(viewer *v, wend_vec2 position);
void view_placing_drag(viewer *v, wend_vec2 position);
void view_placing_remove(viewer *v, wend_vec2 position);
void view_placing_draw(viewer *v, wend_vec2 position);
/** All items and triggers of the scene. */
void view_placed_draw(viewer *v);
/** "take", "area"...; "" for other numbers. */
const char *view_trigger_kind_name(double kind);
/** Saves items and triggers as NAME.items and the grid as NAME.wend, and tells so. @return false: a
 * file cannot be written, and the notice says why. */
bool view_save(viewer *v, const char *name);

/* ---- widgets and panels ---- */

enum { VIEW_WIDGETS_MAX = 160 + SCENE_LAYERS_MAX, VIEW_NAME_CAPACITY = 104 };

/* The rectangle of a widget on the screen, for scripts and for the mouse. */
typedef struct view_widget {
    char name[VIEW_NAME_CAPACITY];
    double x, y, width, height;
} view_widget;

/* In a narrow window one covers the world at a time; in others both are seen. */
typedef enum view_panel_name {
    VIEW_PANEL_NONE = 0,
    VIEW_PANEL_TOOLS,
    VIEW_PANEL_SIDE,
    VIEW_PANEL_COUNT
} view_panel_name;

/* Content that may be higher than the window. */
typedef struct view_scroll {
    double at, height; /* pixels: of the part above the window; of all, in the last frame */
} view_scroll;

typedef struct view_ui {
    view_widget widgets[VIEW_WIDGETS_MAX]; /* of the frame that is seen */
    size_t widget_count;
    view_widget areas[8]; /* of panels: the mouse is theirs there */
    size_t area_count;
    double mouse_x, mouse_y;
    bool is_pressed, is_held, is_released; /* the left button, on a panel */
    double press_x, press_y;
    char held[VIEW_NAME_CAPACITY]; /* the slider that is dragged */
    bool is_panel_hidden, is_help;
    bool is_layers;               /* the panel of all layers is shown */
    view_panel_name narrow_panel; /* that covers a narrow window */
    view_scroll side, layers, help;
    double rest_x, rest_y; /* where the mouse was in the last frame, */
    uint32_t rest_frames;  /* and for how many frames it has been there */
    int scale;             /* steps of text size, added to the size for the window's height */
} view_ui;

void view_ui_begin(viewer *v);
void view_ui_end(viewer *v);
bool view_ui_is_over(const view_ui *ui, double x, double y);
void view_ui_area(viewer *v, double x, double y, double width, double height);
/** @return true if it was pressed. */
bool view_ui_button(viewer *v, const char *name, const char *label, bool is_on, double x, double y,
                    double width, double height);
/** A rectangle that the caller draws. @return true if it was pressed. */
bool view_ui_area_button(viewer *v, const char *name, double x, double y, double width,
                         double height);
/** A row with a box. @return true if it was pressed. */
bool view_ui_toggle(viewer *v, const char *name, const char *label, char key, bool is_on, double x,
                    double y, double width);
/** Label, value, and a track between two buttons for a step less and a step more ("less NAME", "more
 * NAME"): 1 where values are whole, else a twentieth of the range.
 * @param name "slider ..." @return was the value changed? */
bool view_ui_slider(viewer *v, const char *name, const char *label, double from, double to,
                    bool is_whole, double *value, double x, double y, double width);
/** Height of a toggle's row and of a slider. */
double view_ui_row(const viewer *v);
double view_ui_slider_height(const viewer *v);
/** A widget of the frame that is seen; NULL if there is none. In the names "_" and a blank are the
 * same. */
const view_widget *view_ui_find(const view_ui *ui, const char *name);

void view_panels_draw(viewer *v);
bool view_panel_shows(const viewer *v, view_panel_name panel);
/** True if the window is too narrow for both panels beside the world. */
bool view_panel_is_narrow(const viewer *v);
/** Tab: hides and shows them, or the next one in a narrow window. */
void view_panel_next(viewer *v);
/** Part of the window without panels, from a height downwards. @param left, right pixels. */
void view_panel_room(const viewer *v, double top, double *left, double *right);
/** The wheel scrolls help, or the panel that it is over.
 * @return false: it is over the world. */
bool view_ui_wheel(viewer *v, double turns);
/** Keeps the scroll position in range, and draws the scroll bar. @param right of the bar, pixels. */
void view_scroll_hold(viewer *v, view_scroll *scroll, double right);
double view_panel_side_width(const viewer *v);
/** Width of the panels, pixels from the left and from the right. */
void view_panel_sides(const viewer *v, double *left, double *right);
void view_plot_draw(viewer *v, double x, double y, double width, double height);
/** Height that the plot with its legend takes. */
double view_plot_height(const viewer *v);
void view_help_draw(viewer *v);
/** The one body that is selected, which the inspector shows; NULL where several or none are. */
const view_body *view_inspected(const viewer *v);
void view_inspector_draw(viewer *v);
/** "waits for its route" */
const char *view_body_state_text(const wend_body *body);
/** Coordinates, cost and body of the point under the mouse; "" over panels and outside. */
void view_point_text(const viewer *v, char *text, size_t capacity);
/** What a widget does; NULL = unknown. Good until the next call. */
const char *view_tip_of(const viewer *v, const char *widget);
/** The tip of the widget on which the mouse rests. */
void view_tip_draw(viewer *v);
/** Shows or hides the panel of all layers. */
void view_layer_panel_toggle(viewer *v);
void view_layer_panel_draw(viewer *v);
/** Where it is. @param left, right pixels. @return false: it is not shown. */
bool view_layer_panel_sides(const viewer *v, double *left, double *right);
/** The row of a layer: its box, its name and its letter. */
void view_layer_row(viewer *v, size_t index, const scene_layer *layer, double x, double y,
                    double width);

/** Text in as many lines as it needs. @return the y below them. */
double view_text_wrapped(view_batch *batch, double x, double y, double width, const char *text,
                         SDL_Color colour);
double view_text_wrapped_height(const view_atlas *atlas, const char *text, double width);
/** The same in so many lines at most; the last one ends in two points where the text goes on. */
void view_text_lines(view_batch *batch, double x, double y, double width, const char *text,
                     int lines, SDL_Color colour);
/** One line that ends in two points where it would be too wide. */
void view_text_cut(view_batch *batch, view_text_size size, double x, double y, double width,
                   const char *text, SDL_Color colour);
/** Help for the tool, the scene's line, notices. */
void view_lines_draw(viewer *v);
/** The notice alone. */
void view_notice_draw(viewer *v);
/** A notice, for some seconds. */
void view_tell(viewer *v, const char *text);

/* Colours of panels. */
typedef enum view_ink {
    VIEW_INK_PANEL = 0,
    VIEW_INK_EDGE,
    VIEW_INK_TEXT,
    VIEW_INK_DIM,
    VIEW_INK_ACCENT,
    VIEW_INK_BAD,
    VIEW_INK_GOOD,
    VIEW_INK_TRACK,
    VIEW_INK_HOT
} view_ink;

SDL_Color view_ink_colour(view_ink ink);

/* ---- scenes ---- */

/* One of the scenes that can be chosen. */
typedef struct view_choice {
    char name[64];        /* of its file, without folder and ending */
    char text[512];       /* its first comment */
    SDL_Texture *picture; /* of a few seconds; NULL = none yet */
    bool is_done;         /* painted, or it cannot be opened */
} view_choice;

typedef struct view_chooser {
    view_choice *items; /* [options.choice_count] */
    size_t at;          /* the marked one */
    size_t chosen;      /* the one to be opened before the next frame, plus 1; 0 = none */
    size_t columns;     /* in the last frame */
    bool is_open;
    bool is_moved; /* a key moved the mark, so it is scrolled to */
    view_scroll scroll;
    scene *trial; /* that is run for its picture, or NULL */
    size_t trial_at;
    uint64_t trial_ns; /* that its ticks took */
} view_chooser;

/* The scene's files, to notice that one was saved. */
typedef struct view_watch {
    uint64_t stamp;    /* of all of them; 0 = not watched */
    size_t file_count; /* that it covers */
    uint64_t next_ns;  /* when they are looked at again */
} view_watch;

/** Opens the scene of the options. @param made NULL on failure. */
wend_result view_scene_open(viewer *v, const char *file, scene **made, wend_message *message);
/** The window shows v->scene from its beginning: layers, camera, title.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a layer of the options is none). */
wend_result view_scene_begin(viewer *v);
/** The camera shows all of the scene, and its bodies are read. Needs the window. */
void view_scene_show_all(viewer *v);
/** Forgets all about the scene that was shown, but not the camera. */
void view_scene_forget(viewer *v);
/** Opens the scene that was chosen, restarts and leaves the one that is shown where that is wanted, and restarts it if its file was changed. The old scene
 * goes on if the new one cannot be opened; a recorded one goes on in any case. */
void view_scene_turn(viewer *v);
/** True if the scene can be left for the choice of another one. */
bool view_can_leave(const viewer *v);

/** The comment at the top of a scene's text as one line, without its dashes. @param comment [capacity] */
void view_comment_take(const char *text, size_t count, char *comment, size_t capacity);

/* panels/chooser.c */
wend_result view_chooser_open(viewer *v);
void view_chooser_free(viewer *v);
/** Runs the scenes that lack a picture for a while, and draws the choice. */
void view_chooser_draw(viewer *v);
void view_chooser_key(viewer *v, SDL_Keycode key);

/* ---- script ---- */

typedef struct view_script {
    char *text; /* [size] all of the file; NULL = no script */
    size_t size;
    const char *next;
    uint32_t line;
    uint64_t wait_until; /* frame */
    double x, y;         /* of the mouse */
    /* A drag under way. */
    double to_x, to_y;
    uint32_t drag_left; /* frames */
    uint8_t drag_button;
    bool is_done; /* all lines were read */
} view_script;

/** Reads the file. @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY. */
wend_result view_script_open(viewer *v, const char *file);
/** Runs the commands that are due in this frame. */
void view_script_run(viewer *v);
/** One line, at once; a failure is reported in v->message. */
bool view_script_line(viewer *v, const char *line);
void view_script_free(view_script *script);

/* ---- the window ---- */

struct viewer {
    viewer_options options;
    scene *scene;
    SDL_Window *window;
    SDL_Renderer *renderer;
    view_atlas atlas;
    view_batch world, front; /* the world with bodies; the panels on it */
    view_camera camera;
    view_time time;
    view_bodies bodies;
    view_trails trails;
    view_layers layers;
    view_ground *grounds; /* [ground_count], one a floor */
    uint32_t ground_count;
    view_tools tools;
    view_undo undo;
    view_ui ui;
    view_script script;
    view_chooser chooser;
    view_watch watch;
    char about[1024];                    /* the scene's first comment */
    char trouble[WEND_MESSAGE_CAPACITY]; /* why the changed file was refused; "" = it was not */
    double pixel_ratio;                  /* pixels of the renderer for one of the mouse's */
    uint16_t modifiers;                  /* keys that are held */
    char shot[256];                      /* picture to be written after this frame; "" = none */
    char layer_names[VIEWER_LAYERS_CAPACITY]; /* of all, where the options name none of them */
    bool has_video;
    bool is_over;          /* it is to be closed */
    bool wants_restart;    /* done between two frames, as events and panels read the scene */
    bool wants_leave;      /* likewise */
    bool has_failed;       /* the scene can be looked at, no more */
    bool is_load_refused;  /* it cannot go on from the saved one */
    wend_result result;    /* of the failure */
    char notice[256];      /* the failure, shown at the bottom; "" = none */
    uint64_t notice_frame; /* since when */
    wend_message message;
};

/** Opens scene and window. @param v zeroed by the call. @return as viewer_run. */
wend_result view_open(viewer *v, const viewer_options *options, wend_message *message);
void view_close(viewer *v);
/** Events, ticks, picture: one frame. */
void view_frame_run(viewer *v);
/** Draws the picture without showing it, so that its pixels can be read. */
void view_paint(viewer *v);

bool view_window_open(viewer *v);
void view_window_close(viewer *v);
/** Handles the events of SDL. */
void view_events(viewer *v);
/** Puts the world together: ground, bodies and layers, without tools and panels. */
void view_world_list(viewer *v);
/** Sends ground, world and panels to the renderer. */
void view_picture_send(viewer *v);
/** Size of window and text, after either changed. */
void view_window_fit(viewer *v);
/** A key was pressed. */
void view_key(viewer *v, SDL_Keycode key, uint16_t modifiers);

/** Reads the picture that was painted last. @param pixels [height][width][4], red green blue alpha;
 * free() it. @return false: it cannot be read. */
bool view_pixels(viewer *v, uint8_t **pixels, int *width, int *height);
/** Writes it as .png or .bmp. */
wend_result view_shot(viewer *v, const char *file, wend_message *message);

/** Message of a failure. @return result. */
wend_result view_fail(wend_message *message, wend_result result, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#endif
