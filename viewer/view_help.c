/* takes: the tables of keys, tools and layers.
 * gives: a page that explains them.
 * cost:  a few thousand vertices while it is shown. */
#include "view.h"

#include <stdio.h>

typedef struct help_row {
    const char *keys, *what;
} help_row;

static const help_row general[] = {
    {"F1 or H", "this page"},
    {"wheel", "zoom around the cursor"},
    {"middle drag, arrows", "pan"},
    {"Home", "see everything"},
    {"Space", "pause, run"},
    {". (point)", "a single step"},
    {"- and +", "half, double speed"},
    {"left drag", "select with a box; Shift adds"},
    {"left click", "select one; twice: all of its group"},
    {"right click", "send who is selected"},
    {"Esc, Ctrl+A", "select nobody, everybody"},
    {"Backspace", "who is selected stops"},
    {"Delete", "remove node, wall or stamp under the cursor"},
    {"Tab", "hide or show panels"},
    {"Ctrl and -, +, 0", "size of text"},
    {"Page up, down", "the floor above, below; others are dim"},
    {"Ctrl E W O V B N H", "of who is selected; of all if few"},
    {"F12", "picture to wend-view.png"},
    {"other letters", "go to the scene"},
    {"Ctrl+Q", "quit"},
};

static double put_row(viewer *v, double x, double y, double gap, const char *keys, const char *what)
{
    view_text(&v->front, VIEW_TEXT_BODY, x, y, keys, view_ink_colour(VIEW_INK_ACCENT));
    view_text(&v->front, VIEW_TEXT_BODY, x + gap, y, what, view_ink_colour(VIEW_INK_TEXT));
    return y + v->atlas.cap[VIEW_TEXT_BODY] * 1.75;
}

static double put_title(viewer *v, double x, double y, const char *text)
{
    view_text(&v->front, VIEW_TEXT_TITLE, x, y, text, view_ink_colour(VIEW_INK_TEXT));
    return y + v->atlas.cap[VIEW_TEXT_TITLE] * 2.0;
}

static void put_general(viewer *v, double x, double y)
{
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    y = put_title(v, x, y, "Mouse and keys");
    for (size_t i = 0; i < sizeof general / sizeof general[0]; i++) {
        y = put_row(v, x, y, cap * 16.5, general[i].keys, general[i].what);
    }
}

static double put_tools(viewer *v, double x, double y)
{
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    y = put_title(v, x, y, "Tools");
    for (int i = 0; i < VIEW_TOOL_COUNT; i++) {
        char keys[32];
        const view_tool_row *row = view_tool_get((view_tool)i);
        snprintf(keys, sizeof keys, "%c  %s", row->key, row->name);
        y = put_row(v, x, y, cap * 10.0, keys, row->hint);
    }
    return y + cap;
}

static void put_layers(viewer *v, double x, double y)
{
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    y = put_title(v, x, y, "Show, with Ctrl");
    for (int i = 0; i < VIEW_LAYER_COUNT; i++) {
        char keys[32];
        const view_layer_row *row = view_layer_get((view_layer)i);
        snprintf(keys, sizeof keys, "%c  %s", row->key - 'a' + 'A', row->name);
        y = put_row(v, x, y, cap * 14.0, keys, row->help);
    }
}

void view_help_draw(viewer *v)
{
    const SDL_Color shade = {16, 18, 24, 244};
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    const double width = cap * 118.0;
    double x = (v->camera.width - width) / 2.0;
    x = x < 16.0 ? 16.0 : x;
    const double y = cap * 3.0;
    view_rect(&v->front, 0.0, 0.0, v->camera.width, v->camera.height, shade);
    view_ui_area(v, 0.0, 0.0, v->camera.width, v->camera.height);
    put_general(v, x, y);
    const double right = x + cap * 60.0;
    put_layers(v, right, put_tools(v, right, y));
}
