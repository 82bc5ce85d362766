/* Runs the actions of keys; keys without an action here go to the scene.
 * Cost: a search in a table. */
#include "view.h"

#include <ctype.h>
#include <string.h>

static void fit_all(viewer *v)
{
    wend_vec2 low = {0.0, 0.0};
    wend_vec2 high = {0.0, 0.0};
    scene_view(v->scene, &low, &high);
    view_camera_fit(v, low, high);
}

static void key_help(viewer *v)
{
    v->ui.is_help = !v->ui.is_help;
    /* The page took all of the window for the mouse. */
    v->ui.area_count = 0;
}

static void key_pause(viewer *v)
{
    v->time.is_paused = !v->time.is_paused && !v->has_failed;
}

static void key_step(viewer *v)
{
    v->time.is_paused = true;
    v->time.steps_wanted++;
}

static void key_slower(viewer *v)
{
    view_time_faster(&v->time, -1);
}

static void key_faster(viewer *v)
{
    view_time_faster(&v->time, 1);
}

static void key_escape(viewer *v)
{
    v->tools.is_dragging = false;
    if (v->bodies.selected_count > 0 || !view_can_leave(v)) {
        view_select_none(v);
    } else {
        v->wants_leave = true;
    }
}

static void key_panels(viewer *v)
{
    view_panel_next(v);
}

static void pan(viewer *v, double across, double down)
{
    view_camera_pan(&v->camera, across * v->camera.width / 8.0, down * v->camera.height / 8.0);
}

static void key_left(viewer *v)
{
    pan(v, -1.0, 0.0);
}

static void key_right(viewer *v)
{
    pan(v, 1.0, 0.0);
}

static void key_up(viewer *v)
{
    pan(v, 0.0, -1.0);
}

static void key_down(viewer *v)
{
    pan(v, 0.0, 1.0);
}

static void key_help_up(viewer *v)
{
    (void)view_ui_wheel(v, 1.0);
}

static void key_help_down(viewer *v)
{
    (void)view_ui_wheel(v, -1.0);
}

static void key_shot(viewer *v)
{
    wend_message message = {0};
    if (view_shot(v, "wend-view.png", &message) == WEND_OK) {
        view_tell(v, "written: wend-view.png");
    } else {
        view_tell(v, message.text);
    }
}

static void key_restart(viewer *v)
{
    v->wants_restart = true;
}

static void key_save(viewer *v)
{
    (void)view_save(v, "wend-view");
}

static void take_placing(viewer *v, view_tool tool)
{
    if (view_tool_is_there(v, tool)) {
        v->tools.tool = tool;
        v->tools.is_dragging = false;
    }
}

static void key_item(viewer *v)
{
    take_placing(v, VIEW_TOOL_ITEM);
}

static void key_trigger(viewer *v)
{
    take_placing(v, VIEW_TOOL_TRIGGER);
}

static void key_floor_up(viewer *v)
{
    v->layers.floor += v->layers.floor + 1 < scene_floor_count(v->scene);
    v->bodies.tick = 0;
}

static void key_floor_down(viewer *v)
{
    v->layers.floor -= v->layers.floor > 0;
    v->bodies.tick = 0;
}

typedef struct key_row {
    SDL_Keycode key;
    void (*act)(viewer *v);
} key_row;

static const key_row plain_keys[] = {
    {SDLK_F1, key_help},
    {SDLK_h, key_help},
    {SDLK_F2, view_layer_panel_toggle},
    {SDLK_SPACE, key_pause},
    {SDLK_PERIOD, key_step},
    {SDLK_MINUS, key_slower},
    {SDLK_KP_MINUS, key_slower},
    {SDLK_PLUS, key_faster},
    {SDLK_EQUALS, key_faster},
    {SDLK_KP_PLUS, key_faster},
    {SDLK_ESCAPE, key_escape},
    {SDLK_TAB, key_panels},
    {SDLK_HOME, fit_all},
    {SDLK_LEFT, key_left},
    {SDLK_RIGHT, key_right},
    {SDLK_UP, key_up},
    {SDLK_DOWN, key_down},
    {SDLK_DELETE, view_tool_remove},
    {SDLK_BACKSPACE, view_stop_selected},
    {SDLK_F5, key_restart},
    {SDLK_F6, key_save},
    {SDLK_F3, key_item},
    {SDLK_F4, key_trigger},
    {SDLK_F12, key_shot},
    {SDLK_PAGEUP, key_floor_up},
    {SDLK_PAGEDOWN, key_floor_down},
};

/* While help is shown other keys do nothing. */
static const key_row help_keys[] = {
    {SDLK_F1, key_help},
    {SDLK_h, key_help},
    {SDLK_ESCAPE, key_help},
    {SDLK_UP, key_help_up},
    {SDLK_DOWN, key_help_down},
    {SDLK_PAGEUP, key_help_up},
    {SDLK_PAGEDOWN, key_help_down},
    {SDLK_F12, key_shot},
};

static void key_quit(viewer *v)
{
    v->is_over = true;
}

static void text_scale(viewer *v, int steps)
{
    v->ui.scale = steps == 0 ? 0 : v->ui.scale + steps;
    view_window_fit(v);
}

static void key_larger(viewer *v)
{
    text_scale(v, 1);
}

static void key_smaller(viewer *v)
{
    text_scale(v, -1);
}

static void key_usual(viewer *v)
{
    text_scale(v, 0);
}

static void key_undo(viewer *v)
{
    if ((v->modifiers & KMOD_SHIFT) != 0) {
        view_undo_again(v);
    } else {
        view_undo_back(v);
    }
}

static const key_row control_keys[] = {
    {SDLK_z, key_undo},        {SDLK_y, view_undo_again}, {SDLK_a, view_select_all},
    {SDLK_q, key_quit},        {SDLK_PLUS, key_larger},   {SDLK_EQUALS, key_larger},
    {SDLK_MINUS, key_smaller}, {SDLK_0, key_usual},
};

static bool act(viewer *v, const key_row *rows, size_t count, SDL_Keycode key)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i].key == key) {
            rows[i].act(v);
            return true;
        }
    }
    return false;
}

static bool toggle_layer(viewer *v, SDL_Keycode key)
{
    scene_layer layer;
    for (size_t i = 0; view_layer_get(v, i, &layer) && key < 128; i++) {
        if (layer.key != '\0' && layer.key == (char)key) {
            v->layers.is_on[i] ^= layer.is_there;
            return true;
        }
    }
    return false;
}

static bool take_tool(viewer *v, SDL_Keycode key)
{
    for (int i = 0; i < VIEW_TOOL_COUNT; i++) {
        const char *own = view_tool_get((view_tool)i)->key;
        if (key < 128 && own[0] == (char)key && own[1] == '\0') {
            if (view_tool_is_there(v, (view_tool)i)) {
                v->tools.tool = (view_tool)i;
                v->tools.is_dragging = false;
            }
            return true;
        }
    }
    return false;
}

/* Names are SDL's in small letters, without blanks. */
static void give_to_scene(viewer *v, SDL_Keycode key)
{
    scene_input input = {0};
    const char *name = SDL_GetKeyName(key);
    size_t count = 0;
    for (; *name != '\0' && count + 1 < sizeof input.key; name++) {
        if (*name > ' ' && *name <= '~') {
            input.key[count++] = (char)tolower((unsigned char)*name);
        }
    }
    input.kind = SCENE_INPUT_KEY;
    if (count > 0) {
        view_input(v, &input);
    }
}

/* The choice of scenes and the help page take all keys but those for the window itself. */
static bool is_modal(viewer *v, SDL_Keycode key, bool has_control)
{
    const bool is_for_window = has_control && key != SDLK_a && key != SDLK_z && key != SDLK_y;
    if (v->chooser.is_open && !is_for_window) {
        view_chooser_key(v, key);
    } else if (v->ui.is_help && !has_control) {
        (void)act(v, help_keys, sizeof help_keys / sizeof help_keys[0], key);
    }
    if ((v->chooser.is_open || v->ui.is_help) && is_for_window) {
        (void)act(v, control_keys, sizeof control_keys / sizeof control_keys[0], key);
    }
    return v->chooser.is_open || v->ui.is_help;
}

void view_key(viewer *v, SDL_Keycode key, uint16_t modifiers)
{
    const bool has_control = (modifiers & (KMOD_CTRL | KMOD_GUI)) != 0;
    if (is_modal(v, key, has_control)) {
        return;
    }
    if (has_control) {
        if (!act(v, control_keys, sizeof control_keys / sizeof control_keys[0], key)) {
            (void)toggle_layer(v, key);
        }
        return;
    }
    if (!act(v, plain_keys, sizeof plain_keys / sizeof plain_keys[0], key) && !take_tool(v, key)) {
        give_to_scene(v, key);
    }
}
