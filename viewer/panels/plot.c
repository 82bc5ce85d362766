/* Plots the milliseconds of the last frames by phase as stacked columns, with a legend and a line
 * at 10 ms.
 * Cost: a rectangle for each phase of each frame. */
#include "view.h"

#include <stdio.h>

typedef struct phase_row {
    const char *name;
    SDL_Color colour;
} phase_row;

static const phase_row rows[VIEW_PHASES] = {
    {"script", {150, 120, 210, 255}},  {"flow", {84, 150, 230, 255}},
    {"cells", {60, 190, 190, 255}},    {"goals", {98, 206, 138, 255}},
    {"avoid", {236, 208, 80, 255}},    {"contact", {240, 150, 64, 255}},
    {"rest", {226, 98, 84, 255}},      {"draw list", {214, 120, 180, 255}},
    {"present", {120, 128, 146, 255}},
};

static double total_of(const view_frame_time *time)
{
    double total = 0.0;
    for (int i = 0; i < VIEW_PHASES; i++) {
        total += (double)time->ms[i];
    }
    return total;
}

/* Frames that are kept, the last one of them 1 frame ago. */
static uint64_t kept(const view_time *time)
{
    return time->frame < VIEW_PLOT_FRAMES - 1 ? time->frame : VIEW_PLOT_FRAMES - 1;
}

static const view_frame_time *frame_ago(const view_time *time, uint64_t ago)
{
    return &time->plot[(time->frame - ago) % VIEW_PLOT_FRAMES];
}

/* Value of the plot's height: doubled until all but the odd column fits. */
static double top_of(const view_time *time)
{
    double top = 2.5;
    double mean = 0.0;
    const double count = (double)kept(time) + 1.0;
    for (uint64_t ago = 1; ago <= kept(time); ago++) {
        mean += total_of(frame_ago(time, ago));
    }
    while (top < mean / count * 1.7) {
        top *= 2.0;
    }
    return top;
}

static void draw_column(viewer *v, const view_frame_time *time, double x, double y, double width,
                        double height, double top)
{
    double from = y + height;
    for (int i = 0; i < VIEW_PHASES; i++) {
        double part = (double)time->ms[i] / top * height;
        part = from - part < y ? from - y : part;
        if (part > 0.02) {
            view_rect(&v->front, x, from - part, width, part, rows[i].colour);
        }
        from -= part;
    }
}

enum { LEGEND_ROWS = (VIEW_PHASES + 1) / 2, PLOT_COLUMNS = VIEW_PLOT_FRAMES / 2 - 1 };

static double legend_row(const viewer *v)
{
    return v->atlas.cap[VIEW_TEXT_BODY] * 1.6;
}

double view_plot_height(const viewer *v)
{
    return v->atlas.cap[VIEW_TEXT_BODY] * 7.0 + (double)LEGEND_ROWS * legend_row(v) + 8.0;
}

static double mean_ms(const view_time *time, int phase)
{
    double sum = 0.0;
    double count = 0.0;
    for (uint64_t ago = 1; ago <= 60 && ago <= kept(time); ago++) {
        sum += (double)frame_ago(time, ago)->ms[phase];
        count += 1.0;
    }
    return count > 0.0 ? sum / count : 0.0;
}

static void draw_legend(viewer *v, double x, double y, double width)
{
    const double cap = v->atlas.cap[VIEW_TEXT_BODY];
    for (int i = 0; i < VIEW_PHASES; i++) {
        char text[16];
        const double left = x + (i % 2) * (width / 2.0 + 4.0);
        const int row = i / 2;
        const double top = y + row * legend_row(v);
        const double right = left + width / 2.0 - 4.0;
        snprintf(text, sizeof text, "%.2f", mean_ms(&v->time, i));
        view_rect(&v->front, left, top, cap, cap, rows[i].colour);
        view_text(&v->front, VIEW_TEXT_BODY, left + cap * 1.5, top, rows[i].name,
                  view_ink_colour(VIEW_INK_DIM));
        view_text(&v->front, VIEW_TEXT_BODY,
                  right - view_text_width(&v->atlas, VIEW_TEXT_BODY, text), top, text,
                  view_ink_colour(VIEW_INK_TEXT));
    }
}

static void draw_line_at(viewer *v, double ms, double top, double x, double y, double width,
                         double height)
{
    char text[16];
    const SDL_Color colour = {236, 238, 243, 90};
    const double at = y + height - ms / top * height;
    if (ms > top * 0.95) {
        return;
    }
    view_rect(&v->front, x, SDL_floor(at), width, 1.0, colour);
    snprintf(text, sizeof text, ms < 2.0 ? "%.1f ms" : "%.0f ms", ms);
    const SDL_Color shade = {20, 23, 30, 190};
    view_rect(&v->front, x, at - v->atlas.cap[VIEW_TEXT_BODY] - 5.0,
              view_text_width(&v->atlas, VIEW_TEXT_BODY, text) + 5.0,
              v->atlas.cap[VIEW_TEXT_BODY] + 5.0, shade);
    view_text(&v->front, VIEW_TEXT_BODY, x + 3.0, at - v->atlas.cap[VIEW_TEXT_BODY] - 3.0, text,
              view_ink_colour(VIEW_INK_DIM));
}

void view_plot_draw(viewer *v, double x, double y, double width, double height)
{
    const SDL_Color back = {20, 23, 30, 255};
    const double plot = height - (double)LEGEND_ROWS * legend_row(v) - 8.0;
    const double top = top_of(&v->time);
    const double column = width / (double)PLOT_COLUMNS;
    view_rect(&v->front, x, y, width, plot, back);
    for (uint64_t ago = 1; ago <= PLOT_COLUMNS && ago <= kept(&v->time); ago++) {
        draw_column(v, frame_ago(&v->time, ago), x + width - (double)ago * column, y, column, plot,
                    top);
    }
    draw_line_at(v, top / 2.0, top, x, y, width, plot);
    if (top > 10.5) {
        draw_line_at(v, 10.0, top, x, y, width, plot);
    }
    draw_legend(v, x, y + plot + 8.0, width);
}
