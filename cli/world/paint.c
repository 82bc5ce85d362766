/* Draws a world and the objects on it, turned where the source has y up.
 * Cost: linear in the shapes. */
#include "core/output.h"
#include "world/world.h"

#include "wend/io.h"

#include <math.h>
#include <string.h>

/* Graphs of more nodes than that are drawn as edges alone. */
enum { NODES_DRAWN = 400 };
/* Chords that an arc is drawn with, a full turn. */
enum { ARC_CHORDS = 64 };

/* ---- y up ---- */

/* Passes shapes on with y counted from the other side. */
typedef struct turned {
    const wend_draw *out;
    double sum; /* y becomes sum - y */
} turned;

static wend_vec2 turn(const turned *t, wend_vec2 at)
{
    return (wend_vec2){at.x, t->sum - at.y};
}

static void turned_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                         double value)
{
    const turned *t = context;
    const wend_vec2 upper = {low.x, t->sum - high.y};
    const wend_vec2 lower = {high.x, t->sum - low.y};
    t->out->cells(t->out->context, upper, lower, meaning, value);
}

static void turned_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                        double value)
{
    const turned *t = context;
    t->out->line(t->out->context, turn(t, from), turn(t, to), meaning, value);
}

/* Outlines of more corners are cut off; none that is drawn here has as many. */
enum { CORNERS_MOST = 256 };

static void turned_polygon(void *context, const wend_vec2 *points, size_t count,
                           wend_meaning meaning, double value)
{
    const turned *t = context;
    wend_vec2 corners[CORNERS_MOST];
    const size_t some = count < CORNERS_MOST ? count : CORNERS_MOST;
    for (size_t i = 0; i < some; i++) {
        corners[i] = turn(t, points[i]);
    }
    t->out->polygon(t->out->context, corners, some, meaning, value);
}

static void turned_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                          double value)
{
    const turned *t = context;
    t->out->circle(t->out->context, turn(t, centre), radius, meaning, value);
}

static void turned_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    const turned *t = context;
    t->out->text(t->out->context, turn(t, at), text, meaning);
}

/* ---- painting ---- */

/* Passes lines on in the looks that go with ground full of them: walls dark, edges light. */
static void styled_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                        double value)
{
    const wend_draw *out = context;
    wend_meaning as = meaning;
    if (meaning == WEND_MEANING_WALL) {
        as = WEND_MEANING_NOTE;
    } else if (meaning == WEND_MEANING_EDGE) {
        as = WEND_MEANING_SECTOR;
    } else if (meaning == WEND_MEANING_PORTAL) {
        as = WEND_MEANING_EDGE;
    }
    out->line(out->context, from, to, as, value);
}

static void styled_polygon(void *context, const wend_vec2 *points, size_t count,
                           wend_meaning meaning, double value)
{
    const wend_draw *out = context;
    out->polygon(out->context, points, count, meaning, value);
}

/* Circles of items would hide the rest, so none are drawn. */
static wend_draw styled(const wend_draw *draw, bool has_ground)
{
    wend_draw style = {.line = styled_line};
    style.polygon = has_ground ? styled_polygon : NULL;
    memcpy(&style.context, (const void *)&draw, sizeof style.context);
    return style;
}

/* A position on an arc, by the part of its turn. */
static wend_vec2 on_arc(const wend_graph_arc *arc, wend_vec2 begin, double part)
{
    const wend_vec2 out = wend_vec2_sub(begin, arc->centre);
    const double sine = wend_sin(arc->turn * part);
    const double cosine = wend_cos(arc->turn * part);
    return wend_vec2_add(arc->centre,
                         (wend_vec2){out.x * cosine - out.y * sine, out.x * sine + out.y * cosine});
}

void world_paint_edge(const world *w, uint32_t edge, wend_node from, wend_vec2 begin, wend_vec2 end,
                      wend_meaning meaning, const wend_draw *draw)
{
    wend_graph_arc arc = {.turn = 0.0};
    wend_graph_edge def;
    if (w->walls != NULL && wend_graph_get_edge(w->graph, edge, &def) == WEND_OK &&
        wend_graph_get_arc(w->graph, edge, w->walls, &arc) && def.from != from) {
        arc.turn = -arc.turn; /* gone from its end */
    }
    const int chords = 1 + (int)(fabs(arc.turn) * (double)ARC_CHORDS / 6.3);
    wend_vec2 last = begin;
    for (int i = 1; i <= chords; i++) {
        const wend_vec2 next = i == chords ? end : on_arc(&arc, begin, (double)i / chords);
        draw->line(draw->context, last, next, meaning, 0.0);
        last = next;
    }
}

/* The graph without the start and goal that were joined to it later. */
static void paint_graph(const world *w, const wend_draw *draw)
{
    for (uint32_t i = 0; i < w->edge_limit; i++) {
        wend_graph_edge edge;
        if (wend_graph_get_edge(w->graph, i, &edge) == WEND_OK && edge.from < w->node_limit &&
            edge.to < w->node_limit) {
            world_paint_edge(w, i, edge.from, wend_graph_position(w->graph, edge.from),
                             wend_graph_position(w->graph, edge.to), WEND_MEANING_SECTOR, draw);
        }
    }
    for (wend_node node = 0; node < w->node_limit && w->node_limit <= NODES_DRAWN; node++) {
        if (wend_graph_has_node(w->graph, node)) {
            draw->circle(draw->context, wend_graph_position(w->graph, node), 0.0,
                         WEND_MEANING_PORTAL, 0.0);
        }
    }
}

void world_paint(const world *w, const wend_draw *draw)
{
    const wend_draw ground = styled(draw, true);
    const wend_draw lines = styled(draw, false);
    const double margin = fmax(w->high.x - w->low.x, w->high.y - w->low.y) + 1.0;
    if (w->grid == NULL && (w->mesh != NULL || w->source->level != NULL)) {
        draw->cells(draw->context, (wend_vec2){w->low.x - margin, w->low.y - margin},
                    (wend_vec2){w->high.x + margin, w->high.y + margin}, WEND_MEANING_WALL, 0.0);
    }
    if (w->grid != NULL) {
        (void)wend_grid_draw(w->grid, 0, draw);
        (void)wend_level_draw(w->source->level, &lines);
    } else if (w->mesh != NULL) {
        (void)wend_mesh_draw(w->mesh, &ground);
    } else {
        (void)wend_level_draw(w->source->level, &ground);
        paint_graph(w, draw);
    }
}

/* A little more than all, so that walls at the edge are whole. */
static wend_picture_def picture_def(const world *w, wend_picture_format format,
                                    wend_message *message)
{
    const double longer = fmax(w->high.x - w->low.x, w->high.y - w->low.y);
    const double margin = w->source->kind == SOURCE_MAP ? 0.0 : longer > 0.0 ? longer / 64.0 : 1.0;
    wend_picture_def def = wend_picture_def_default();
    def.format = format;
    def.low = (wend_vec2){w->low.x - margin, w->low.y - margin};
    def.high = (wend_vec2){w->high.x + margin, w->high.y + margin};
    if (w->source->kind != SOURCE_MAP && longer > 0.0) {
        def.pixels_per_metre = 1024.0 / (longer + 2.0 * margin);
    }
    def.message = message;
    return def;
}

int world_picture(const cli *c, const world *w, const char *file, wend_picture_format format,
                  world_paint_fn paint, void *context)
{
    wend_message message = {0};
    wend_picture *picture = NULL;
    const wend_picture_def def = picture_def(w, format, &message);
    wend_result result = wend_picture_create(&def, &picture);
    if (result == WEND_OK) {
        const wend_draw straight = wend_picture_draw(picture);
        turned t = {&straight, w->low.y + w->high.y};
        const wend_draw other = {turned_cells,  turned_line, turned_polygon,
                                 turned_circle, turned_text, &t};
        const wend_draw *draw = w->source->is_y_up ? &other : &straight;
        world_paint(w, draw);
        if (paint != NULL) {
            paint(context, draw);
        }
    }
    const int exit_code = result == WEND_OK ? output_picture(c, picture, file, format)
                                            : cli_fail_call(c, file, result, &message);
    wend_picture_destroy(picture);
    return exit_code;
}
