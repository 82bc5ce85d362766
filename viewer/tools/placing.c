/* The tools of items and triggers: inputs that place, move and remove them, what they look like, and
 * the files that keep what was edited.
 * Cost: a query of the nearest item, a pass over the triggers. */
#include "view.h"
#include "wend/io.h"

#include <stdio.h>

/* Pixels within which an item or a trigger is taken hold of. */
static const double pick_pixels = 12.0;
/* Numbers are written beside the first ones only. */
enum { NUMBERED_MOST = 500 };

const char *view_trigger_kind_name(double kind)
{
    static const char *const names[] = {"take", "area", "time", "sound"};
    const int number = (int)kind;
    return number >= 0 && number < 4 ? names[number] : "";
}

/* ---- what lies under the mouse ---- */

static wend_item_id item_at(const viewer *v, wend_vec2 position)
{
    wend_items_query near = wend_items_query_default();
    const wend_vec3 at = {position.x, position.y, 0.0};
    near.max_distance = pick_pixels / v->camera.scale;
    near.is_inactive_found = true;
    return wend_items_nearest(scene_items(v->scene), at, &near);
}

/* The nearest one by its mark; ties: the first. */
static wend_trigger_id trigger_at(const viewer *v, wend_vec2 position)
{
    const wend_triggers *triggers = scene_triggers(v->scene);
    wend_trigger_id found = {0, 0};
    double least = pick_pixels / v->camera.scale;
    for (uint32_t i = 0; i < wend_triggers_limit(triggers); i++) {
        const wend_trigger_id id = wend_triggers_id_at(triggers, i);
        wend_vec2 mark;
        if (id.index1 != 0 && scene_trigger_at(v->scene, id, &mark)) {
            const double distance = wend_vec2_distance(mark, position);
            found = distance < least ? id : found;
            least = distance < least ? distance : least;
        }
    }
    return found;
}

/* ---- inputs ---- */

static void press_item(viewer *v, wend_vec2 position)
{
    view_tools *tools = &v->tools;
    scene_input input = {0};
    wend_item item;
    tools->item = item_at(v, position);
    if (tools->item.index1 == 0) {
        input.kind = SCENE_INPUT_ITEM_ADD;
        input.at = position;
        input.index = (uint32_t)tools->item_tag;
        input.value = tools->item_active;
        view_input(v, &input);
    } else if (tools->is_added &&
               wend_items_get(scene_items(v->scene), tools->item, &item) == WEND_OK) {
        input.kind = SCENE_INPUT_ITEM_ACTIVE;
        input.index = tools->item.index1 - 1;
        input.value = item.is_active ? 0.0 : 1.0;
        view_input(v, &input);
    }
}

/* A thing that is put on an item is linked to it. */
static void press_trigger(viewer *v, wend_vec2 position)
{
    view_tools *tools = &v->tools;
    const bool is_thing = tools->trigger_kind < 0.5;
    scene_input input = {0};
    tools->trigger = trigger_at(v, position);
    if (tools->trigger.index1 != 0) {
        return;
    }
    const wend_item_id item = is_thing ? item_at(v, position) : (wend_item_id){0, 0};
    input.kind = SCENE_INPUT_TRIGGER_ADD;
    input.at = position;
    input.radius = tools->trigger_radius;
    input.index = (uint32_t)tools->trigger_tag;
    input.cost = (uint32_t)tools->trigger_kind;
    input.value = item.index1;
    view_input(v, &input);
}

void view_placing_press(viewer *v, wend_vec2 position)
{
    if (v->tools.tool == VIEW_TOOL_ITEM) {
        press_item(v, position);
    } else {
        press_trigger(v, position);
    }
}

void view_placing_drag(viewer *v, wend_vec2 position)
{
    const view_tools *tools = &v->tools;
    const wend_triggers *triggers = scene_triggers(v->scene);
    scene_input input = {0};
    wend_trigger trigger;
    input.at = position;
    if (tools->tool == VIEW_TOOL_ITEM && wend_items_has(scene_items(v->scene), tools->item)) {
        input.kind = SCENE_INPUT_ITEM_MOVE;
        input.index = tools->item.index1 - 1;
        view_input(v, &input);
    } else if (tools->tool == VIEW_TOOL_TRIGGER &&
               wend_triggers_get(triggers, tools->trigger, &trigger) == WEND_OK) {
        input.kind = SCENE_INPUT_TRIGGER_MOVE;
        input.index = tools->trigger.index1 - 1;
        view_input(v, &input);
    }
}

void view_placing_remove(viewer *v, wend_vec2 position)
{
    const bool is_item = v->tools.tool == VIEW_TOOL_ITEM;
    const uint32_t index1 = is_item ? item_at(v, position).index1 : trigger_at(v, position).index1;
    scene_input input = {0};
    if (index1 != 0) {
        input.kind = is_item ? SCENE_INPUT_ITEM_REMOVE : SCENE_INPUT_TRIGGER_REMOVE;
        input.index = index1 - 1;
        view_input(v, &input);
    }
}

/* ---- files ---- */

/* "FILE, FILE" so far; has_failed: the text of the failure. */
typedef struct saved_files {
    char names[200];
    bool has_failed;
} saved_files;

static void note_file(saved_files *files, const char *name, wend_result result,
                      const wend_message *message)
{
    const size_t used = SDL_strlen(files->names);
    if (result != WEND_OK && !files->has_failed) {
        files->has_failed = true;
        SDL_strlcpy(files->names, message->text, sizeof files->names);
    } else if (!files->has_failed) {
        SDL_snprintf(files->names + used, sizeof files->names - used, "%s%s", used > 0 ? ", " : "",
                     name);
    }
}

/* A scene may have triggers and no items. */
static void save_items(const viewer *v, const char *file, saved_files *files)
{
    wend_message message = {0};
    wend_items *none = NULL;
    const wend_items *items = scene_items(v->scene);
    wend_result result = WEND_OK;
    if (items == NULL) {
        wend_items_def def = wend_items_def_default();
        def.message = &message;
        result = wend_items_create(&def, &none);
        items = none;
    }
    if (result == WEND_OK) {
        result = wend_items_save_text_file(items, scene_triggers(v->scene), file, &message);
    }
    note_file(files, file, result, &message);
    wend_items_destroy(none);
}

bool view_save(viewer *v, const char *name)
{
    char file[160];
    char text[256];
    saved_files files = {{0}, false};
    wend_message message = {0};
    if (scene_items(v->scene) != NULL || scene_triggers(v->scene) != NULL) {
        SDL_snprintf(file, sizeof file, "%s.items", name);
        save_items(v, file, &files);
    }
    if (scene_grid(v->scene) != NULL) {
        SDL_snprintf(file, sizeof file, "%s.wend", name);
        const wend_result result =
            wend_map_save_file(scene_grid(v->scene), file, WEND_MAP_FORMAT_GRID, &message);
        note_file(&files, file, result, &message);
    }
    SDL_snprintf(text, sizeof text, "%s%s",
                 files.has_failed         ? ""
                 : files.names[0] != '\0' ? "written: "
                                          : "nothing to save: no grid, items or triggers",
                 files.names);
    view_tell(v, text);
    return !files.has_failed;
}

/* ---- pictures ---- */

static void put_number(viewer *v, double x, double y, uint32_t number)
{
    char text[16];
    const SDL_Color ink = {40, 42, 50, 255};
    snprintf(text, sizeof text, "%u", (unsigned)number);
    view_text(&v->world, VIEW_TEXT_BODY, x + 8.0, y - v->atlas.cap[VIEW_TEXT_BODY] / 2.0, text,
              ink);
}

/* Active ones full, others as rings; with their tags. */
static void draw_items(viewer *v)
{
    const wend_items *items = scene_items(v->scene);
    for (uint32_t i = 0; i < wend_items_limit(items); i++) {
        wend_item item;
        double x = 0.0;
        double y = 0.0;
        if (wend_items_get(items, wend_items_id(items, i), &item) != WEND_OK) {
            continue;
        }
        const SDL_Color colour = view_nth_colour(item.tag);
        const SDL_Color edge = {250, 250, 250, 255};
        view_to_screen(&v->camera, (wend_vec2){item.position.x, item.position.y}, &x, &y);
        if (item.is_active) {
            view_disc(&v->world, VIEW_DISC_PLAIN, x, y, 6.5, edge);
            view_disc(&v->world, VIEW_DISC_PLAIN, x, y, 5.0, colour);
        } else {
            view_disc(&v->world, VIEW_DISC_RING, x, y, 6.0, colour);
        }
        if (wend_items_count(items) <= NUMBERED_MOST) {
            put_number(v, x, y, item.tag);
        }
    }
}

static void draw_area(viewer *v, const wend_trigger *trigger, wend_vec2 mark, SDL_Color colour)
{
    double x = 0.0;
    double y = 0.0;
    double bx = 0.0;
    double by = 0.0;
    for (size_t i = 0; i < trigger->point_count; i++) {
        view_to_screen(&v->camera, trigger->points[i], &x, &y);
        view_to_screen(&v->camera, trigger->points[(i + 1) % trigger->point_count], &bx, &by);
        view_line(&v->world, x, y, bx, by, 2.0, colour);
    }
    const wend_vec2 half = trigger->half_size;
    const double scale = v->camera.scale;
    view_to_screen(&v->camera, mark, &x, &y);
    if (trigger->point_count == 0 && (half.x > 0.0 || half.y > 0.0)) {
        view_frame(&v->world, x - half.x * scale, y - half.y * scale, 2.0 * half.x * scale,
                   2.0 * half.y * scale, 2.0, colour);
    } else if (trigger->point_count == 0) {
        view_disc(&v->world, VIEW_DISC_RING, x, y, trigger->radius * scale, colour);
    }
}

/* Its kind above its mark, and how far it reaches; sleeping ones are pale. */
static void draw_trigger(viewer *v, const wend_trigger *trigger, wend_vec2 mark)
{
    static const SDL_Color colours[] = {
        {24, 140, 84, 255}, {130, 76, 180, 255}, {45, 105, 200, 255}, {206, 110, 30, 255}};
    const char *name = view_trigger_kind_name((double)(int)trigger->kind);
    const SDL_Color paper = {250, 250, 250, 255};
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    const double width = view_text_width(&v->atlas, VIEW_TEXT_BODY, name) + cap * 0.8;
    const double height = cap * 1.6;
    SDL_Color colour = colours[(int)trigger->kind & 3];
    double x = 0.0;
    double y = 0.0;
    colour.a = trigger->is_asleep ? 110 : 255;
    view_to_screen(&v->camera, mark, &x, &y);
    if (trigger->kind == WEND_TRIGGER_AREA) {
        draw_area(v, trigger, mark, colour);
    } else if (trigger->kind == WEND_TRIGGER_TAKE) {
        view_disc(&v->world, VIEW_DISC_RING, x, y, trigger->radius * v->camera.scale, colour);
    }
    view_disc(&v->world, VIEW_DISC_PLAIN, x, y, 3.0, colour);
    const double top = y - 8.0 - height;
    view_rect(&v->world, x - width / 2.0, top, width, height, colour);
    view_text(&v->world, VIEW_TEXT_BODY, x - width / 2.0 + cap * 0.4, top + cap * 0.3, name, paper);
}

static void draw_triggers(viewer *v)
{
    const wend_triggers *triggers = scene_triggers(v->scene);
    for (uint32_t i = 0; i < wend_triggers_limit(triggers); i++) {
        const wend_trigger_id id = wend_triggers_id_at(triggers, i);
        wend_trigger trigger;
        wend_vec2 mark;
        if (wend_triggers_get(triggers, id, &trigger) == WEND_OK &&
            scene_trigger_at(v->scene, id, &mark)) {
            draw_trigger(v, &trigger, mark);
        }
    }
}

void view_placed_draw(viewer *v)
{
    draw_triggers(v);
    draw_items(v);
}

/* A ring around what would be taken hold of; else what a click puts there. */
void view_placing_draw(viewer *v, wend_vec2 position)
{
    const SDL_Color colour = {206, 110, 30, 255};
    const bool is_item = v->tools.tool == VIEW_TOOL_ITEM;
    wend_vec2 at = position;
    bool is_held = false;
    double x = 0.0;
    double y = 0.0;
    if (is_item) {
        wend_item item;
        is_held = wend_items_get(scene_items(v->scene), item_at(v, position), &item) == WEND_OK;
        at = is_held ? (wend_vec2){item.position.x, item.position.y} : at;
    } else {
        wend_vec2 mark;
        is_held = scene_trigger_at(v->scene, trigger_at(v, position), &mark);
        at = is_held ? mark : at;
    }
    view_to_screen(&v->camera, at, &x, &y);
    view_disc(&v->front, VIEW_DISC_RING, x, y, is_held ? 11.0 : 6.0, colour);
    if (!is_item && !is_held && v->tools.trigger_kind < 1.5) {
        view_disc(&v->front, VIEW_DISC_RING, x, y, v->tools.trigger_radius * v->camera.scale,
                  colour);
    }
}
