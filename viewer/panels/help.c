/* Draws the help page from the tables of keys, tools and layers.
 * Cost: a few thousand vertices while it is shown. */
#include "view.h"

#include <stdio.h>

typedef struct help_row {
    const char *keys, *what;
} help_row;

static const help_row general[] = {
    {"F1 or H", "this page; wheel and arrows move it"},
    {"F2", "panel of all layers, those of the scene's objects too"},
    {"wheel", "zoom around the cursor"},
    {"middle drag, arrows", "pan"},
    {"Home", "see everything"},
    {"Space", "pause, run; this page pauses too"},
    {". (point)", "a single step"},
    {"- and +", "half, double speed"},
    {"left drag", "select with a box; Shift adds"},
    {"left click", "select and inspect one; twice: all of its group"},
    {"right click", "send the selected bodies"},
    {"Esc, Ctrl+A", "select none, all"},
    {"Backspace", "stop the selected bodies"},
    {"Delete", "remove what the tool has under the cursor"},
    {"Ctrl+Z, Ctrl+Y", "undo, redo edits"},
    {"Tab", "hide or show panels"},
    {"Ctrl and -, +, 0", "size of text"},
    {"Page up, down", "the floor above, below; others are darker"},
    {"Ctrl E W O V B N H", "of selected bodies; of all if few"},
    {"F5", "restart; a file that was saved restarts by itself"},
    {"Esc, none selected", "back to the choice of scenes"},
    {"F6", "save items, triggers and the grid with its costs"},
    {"F12", "picture to wend-view.png"},
    {"other letters", "go to the scene"},
    {"Ctrl+Q", "quit"},
};

/* Positions of rows. */
typedef struct column {
    double x, y, width;
} column;

static void put_row(viewer *v, column *c, double gap, const char *keys, const char *what)
{
    gap *= v->atlas.cap[VIEW_TEXT_BODY];
    view_text(&v->front, VIEW_TEXT_BODY, c->x, c->y, keys, view_ink_colour(VIEW_INK_ACCENT));
    c->y = view_text_wrapped(&v->front, c->x + gap, c->y, c->width - gap, what,
                             view_ink_colour(VIEW_INK_TEXT));
}

static void put_title(viewer *v, column *c, const char *text)
{
    view_text(&v->front, VIEW_TEXT_TITLE, c->x, c->y, text, view_ink_colour(VIEW_INK_TEXT));
    c->y += v->atlas.cap[VIEW_TEXT_TITLE] * 2.0;
}

static void put_about(viewer *v, column *c)
{
    if (v->about[0] != '\0') {
        put_title(v, c, scene_title(v->scene));
        c->y = view_text_wrapped(&v->front, c->x, c->y, c->width, v->about,
                                 view_ink_colour(VIEW_INK_TEXT));
        c->y += v->atlas.cap[VIEW_TEXT_BODY];
    }
}

static void put_general(viewer *v, column *c)
{
    put_title(v, c, "Mouse and keys");
    for (size_t i = 0; i < sizeof general / sizeof general[0]; i++) {
        put_row(v, c, 16.5, general[i].keys, general[i].what);
    }
    c->y += v->atlas.cap[VIEW_TEXT_BODY];
}

static void put_tools(viewer *v, column *c)
{
    put_title(v, c, "Tools");
    for (int i = 0; i < VIEW_TOOL_COUNT; i++) {
        char keys[32];
        const view_tool_row *row = view_tool_get((view_tool)i);
        snprintf(keys, sizeof keys, "%s  %s", row->key, row->name);
        put_row(v, c, 10.0, keys, row->hint);
    }
    c->y += v->atlas.cap[VIEW_TEXT_BODY];
}

static void put_layers(viewer *v, column *c)
{
    put_title(v, c, "Show, with Ctrl");
    for (size_t i = 0; i < SCENE_LAYER_OBJECTS; i++) {
        char keys[32];
        scene_layer layer;
        (void)view_layer_get(v, i, &layer);
        if (layer.key != '\0') {
            snprintf(keys, sizeof keys, "%c  %.20s", layer.key - 'a' + 'A', layer.name);
            put_row(v, c, 14.0, keys, layer.help);
        }
    }
}

/* Two columns, or one under the other in a narrow window. */
void view_help_draw(viewer *v)
{
    const SDL_Color shade = {16, 18, 24, 255};
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    const double width = cap * 118.0;
    const double all = v->camera.width;
    const bool is_wide = all >= width;
    view_scroll *scroll = &v->ui.help;
    view_rect(&v->front, 0.0, 0.0, all, v->camera.height, shade);
    view_ui_area(v, 0.0, 0.0, all, v->camera.height);
    view_scroll_hold(v, scroll, all);
    const double top = cap * 3.0 - scroll->at;
    const double left = is_wide ? (all - width) / 2.0 : cap;
    column first = {left < cap ? cap : left, top, is_wide ? cap * 58.0 : all - cap * 3.0};
    put_about(v, &first);
    put_general(v, &first);
    column second = {is_wide ? left + cap * 60.0 : first.x, is_wide ? top : first.y, first.width};
    put_tools(v, &second);
    put_layers(v, &second);
    const double below = second.y > first.y ? second.y : first.y;
    scroll->height = below + scroll->at + cap;
}
