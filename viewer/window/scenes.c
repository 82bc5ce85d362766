/* Opens, restarts, reloads and leaves the scene that the window shows.
 * Cost: that of opening it; its file is read twice a second. */
#include "view.h"
#include "wend/io.h"

#include <stdlib.h>
#include <string.h>

wend_result view_scene_open(viewer *v, const char *file, scene **made, wend_message *message)
{
    scene_options options = scene_options_default();
    options.seed = v->options.seed;
    options.threads = v->options.threads;
    options.record = v->options.record;
    options.record_stream = v->options.record_stream;
    options.text = v->options.text;
    options.text_count = v->options.text_count;
    options.memory_mb = v->options.memory_mb;
    options.instructions = v->options.instructions;
    options.folders = v->options.folders;
    options.folder_count = v->options.folder_count;
    options.parameters = v->options.parameters;
    options.parameter_count = v->options.parameter_count;
    wend_result result = scene_open(file, &options, made, message);
    if (result == WEND_OK && v->options.saved != NULL) {
        result = scene_load(*made, v->options.saved, v->options.saved_count);
        v->is_load_refused = result != WEND_OK;
        if (v->is_load_refused) {
            (void)view_fail(message, result, "%s", scene_message(*made));
        }
    }
    for (size_t i = 0; i < options.parameter_count && result == WEND_OK; i++) {
        result = scene_add_setting(*made, options.parameters[i], message);
    }
    if (result != WEND_OK) {
        scene_close(*made);
        *made = NULL;
    }
    return result;
}

void view_comment_take(const char *text, size_t count, char *comment, size_t capacity)
{
    size_t kept = 0;
    for (size_t i = 0; i + 1 < count && text[i] == '-' && text[i + 1] == '-';) {
        for (i += 2; i < count && text[i] != '\n'; i++) {
            const bool is_blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\r';
            const bool is_first = kept == 0 || comment[kept - 1] == ' ';
            if (kept + 2 < capacity && !(is_blank && is_first)) {
                comment[kept++] = is_blank ? ' ' : text[i];
            }
        }
        if (kept > 0 && comment[kept - 1] != ' ') {
            comment[kept++] = ' ';
        }
        i += i < count;
    }
    comment[kept] = '\0';
}

/* Of all files that the scene is made of. @return 0: one is missing at the moment, or the scene is no
 * file. */
static uint64_t stamp_of(const viewer *v)
{
    uint64_t hash = wend_hash_begin();
    for (size_t i = 0; i < scene_file_count(v->scene); i++) {
        const uint64_t stamp = scene_file_stamp(scene_file(v->scene, i));
        if (stamp == 0) {
            return 0;
        }
        hash = wend_hash_u64(hash, stamp);
    }
    return v->options.text != NULL ? 0 : hash != 0 ? hash : 1;
}

/* Keeps the first comment of the scene's text, and what tells a changed file. */
static void read_file(viewer *v)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    v->watch.stamp = stamp_of(v);
    v->watch.file_count = scene_file_count(v->scene);
    v->about[0] = '\0';
    if (v->options.text != NULL) {
        view_comment_take(v->options.text, v->options.text_count, v->about, sizeof v->about);
    } else if (wend_io_read_file(v->options.scene, NULL, &bytes, &count, NULL) == WEND_OK) {
        view_comment_take((const char *)bytes, count, v->about, sizeof v->about);
        wend_io_free(NULL, bytes, count);
    }
}

/* ---- the scene that is shown ---- */

/* Those that are shown at first, and those that the options name. */
wend_result view_scene_begin(viewer *v)
{
    read_file(v);
    for (size_t i = 0; i < scene_layer_count(v->scene); i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        v->layers.is_on[i] = layer.is_on || i == SCENE_LAYER_MARKS;
    }
    if (v->options.layers == NULL) {
        return WEND_OK;
    }
    const wend_result result =
        scene_set_layers(v->scene, v->options.layers, v->layers.is_on, &v->message);
    if (result != WEND_OK) {
        scene_list_layers(v->scene, v->layer_names, sizeof v->layer_names);
    }
    return result;
}

static void set_title(const viewer *v)
{
    char title[128];
    SDL_snprintf(title, sizeof title, "wend: %s",
                 v->scene != NULL ? scene_title(v->scene) : "scenes");
    SDL_SetWindowTitle(v->window, title);
}

void view_scene_show_all(viewer *v)
{
    wend_vec2 low = {0.0, 0.0};
    wend_vec2 high = {0.0, 0.0};
    scene_view(v->scene, &low, &high);
    view_camera_fit(v, low, high);
    view_bodies_read(v);
    set_title(v);
}

void view_scene_forget(viewer *v)
{
    view_tools *tools = &v->tools;
    view_undo_clear(v);
    view_ground_free(v);
    view_bodies_free(&v->bodies);
    view_trails_free(&v->trails);
    v->layers.cache.key = 0;
    v->layers.floor = 0;
    v->layers.movement_class = 0;
    tools->is_dragging = false;
    tools->node = WEND_NODE_NONE;
    tools->item = (wend_item_id){0, 0};
    tools->trigger = (wend_trigger_id){0, 0};
    tools->order_frame = 0;
    tools->blast_frame = 0;
    v->time.due = 0.0;
    v->time.steps_wanted = 0;
    v->time.planner_ms = 0.0;
    v->has_failed = false;
    v->result = WEND_OK;
    v->notice[0] = '\0';
    v->trouble[0] = '\0';
}

/* ---- restart ---- */

/* Layers keep their names when a changed scene gets others. */
typedef struct layer_state {
    char name[SCENE_LAYER_NAME_CAPACITY];
    bool is_on;
} layer_state;

/* @return [*count] or NULL: memory ran out, and the usual ones are shown. */
static layer_state *keep_layers(const viewer *v, size_t *count)
{
    *count = scene_layer_count(v->scene);
    layer_state *kept = malloc(*count * sizeof *kept);
    for (size_t i = 0; i < *count && kept != NULL; i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        SDL_strlcpy(kept[i].name, layer.name, sizeof kept[i].name);
        kept[i].is_on = v->layers.is_on[i];
    }
    return kept;
}

static void put_layers_back(viewer *v, const layer_state *kept, size_t kept_count)
{
    for (size_t i = 0; i < scene_layer_count(v->scene); i++) {
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        for (size_t k = 0; k < kept_count; k++) {
            if (strcmp(kept[k].name, layer.name) == 0) {
                v->layers.is_on[i] = kept[k].is_on;
            }
        }
    }
}

static void restart(viewer *v)
{
    scene *made = NULL;
    wend_message message = {0};
    size_t count = 0;
    if (v->options.record != NULL) {
        view_tell(v, "this scene is recorded: a restart would overwrite the record");
        return;
    }
    const uint32_t floor = v->layers.floor;
    const wend_result result = view_scene_open(v, v->options.scene, &made, &message);
    if (result != WEND_OK) {
        SDL_strlcpy(v->trouble, message.text[0] != '\0' ? message.text : wend_result_text(result),
                    sizeof v->trouble);
        return;
    }
    layer_state *kept = keep_layers(v, &count);
    const uint64_t stamp = v->watch.stamp;
    view_scene_forget(v);
    scene_close(v->scene);
    v->scene = made;
    (void)view_scene_begin(v);
    v->watch.stamp = v->watch.stamp != 0 ? v->watch.stamp : stamp;
    if (kept != NULL) {
        put_layers_back(v, kept, count);
    }
    free(kept);
    v->layers.floor = floor < scene_floor_count(made) ? floor : 0;
    view_bodies_read(v);
    set_title(v);
}

/* True if a file of the scene was saved. One that is missing is being written. */
static bool is_changed(viewer *v)
{
    enum { FRAMES = 30 };
    const uint64_t half_a_second = 500000000;
    const uint64_t now = wend_clock_ns();
    const bool is_due =
        v->time.is_by_frames ? v->time.frame % FRAMES == FRAMES - 1 : now >= v->watch.next_ns;
    if (v->watch.stamp == 0 || v->options.record != NULL || !is_due) {
        return false;
    }
    v->watch.next_ns = now + half_a_second;
    const uint64_t stamp = stamp_of(v);
    const size_t count = scene_file_count(v->scene);
    const bool is_same = count == v->watch.file_count;
    if (stamp == 0 || stamp == v->watch.stamp) {
        return false;
    }
    v->watch.stamp = stamp;
    v->watch.file_count = count;
    return is_same; /* else its scripts have only opened another one while it ran */
}

/* ---- the choice of another one ---- */

bool view_can_leave(const viewer *v)
{
    return v->options.choice_count > 0;
}

static void leave(viewer *v)
{
    view_scene_forget(v);
    scene_close(v->scene);
    v->scene = NULL;
    v->options.scene = NULL;
    v->time.is_paused = false;
    v->ui.is_help = false;
    v->ui.is_layers = false;
    v->chooser.is_open = true;
    v->chooser.is_moved = true;
    set_title(v);
}

static void choose(viewer *v, size_t index)
{
    wend_message message = {0};
    scene_close(v->chooser.trial);
    v->chooser.trial = NULL;
    const wend_result result = view_scene_open(v, v->options.choices[index], &v->scene, &message);
    if (result != WEND_OK) {
        view_tell(v, message.text[0] != '\0' ? message.text : wend_result_text(result));
        return;
    }
    v->options.scene = v->options.choices[index];
    view_scene_forget(v);
    if (view_scene_begin(v) != WEND_OK) {
        view_tell(v, v->message.text);
    }
    v->chooser.at = index;
    v->chooser.is_open = false;
    v->time.last_ns = wend_clock_ns();
    view_scene_show_all(v);
}

void view_scene_turn(viewer *v)
{
    if (v->scene == NULL && v->chooser.chosen > 0) {
        choose(v, v->chooser.chosen - 1);
    }
    v->chooser.chosen = 0;
    if (v->scene == NULL) {
        v->wants_restart = v->wants_leave = false;
        return;
    }
    if (v->wants_leave) {
        leave(v);
    } else if (v->wants_restart || is_changed(v)) {
        restart(v);
    }
    v->wants_restart = v->wants_leave = false;
}
