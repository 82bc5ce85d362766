/* Batches of triangles for the renderer, and the atlas of text and discs.
 *
 *     view_rect, view_line, view_disc, view_text ... --> one list of vertices -->
 * SDL_RenderGeometry
 *
 * Everything that is drawn is put into one list, in order, and goes to the renderer in few calls:
 * a new one begins only where the texture changes. Edges are smoothed by a fringe one pixel wide
 * that fades out, so that they look the same on every renderer.
 */
#ifndef VIEW_BATCH_H
#define VIEW_BATCH_H

#include <SDL.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VIEW_GLYPHS = 95,       /* printable ASCII */
    VIEW_DISC_RADII = 33,   /* discs of the atlas have radii of 1 to 32 pixels */
    VIEW_ATLAS_WIDTH = 1024 /* pixels */
};

/* Position of a sprite in the atlas, pixels. */
typedef struct view_sprite {
    int16_t x, y, width, height;
    int16_t advance; /* of a glyph: to the next one */
} view_sprite;

/* Discs come in these kinds; vertex colours tint them. */
typedef enum view_disc_kind {
    VIEW_DISC_BODY = 0, /* with a darker rim */
    VIEW_DISC_PLAIN,
    VIEW_DISC_RING,
    VIEW_DISC_KINDS
} view_disc_kind;

/* Text comes in two sizes. */
typedef enum view_text_size { VIEW_TEXT_BODY = 0, VIEW_TEXT_TITLE, VIEW_TEXT_SIZES } view_text_size;

typedef struct view_atlas {
    SDL_Texture *texture;
    int height;                /* of the texture, pixels */
    int cap[VIEW_TEXT_SIZES];  /* height of a capital, pixels */
    int line[VIEW_TEXT_SIZES]; /* from line to line, pixels */
    view_sprite glyphs[VIEW_TEXT_SIZES][VIEW_GLYPHS];
    view_sprite discs[VIEW_DISC_KINDS][VIEW_DISC_RADII];
} view_atlas;

/* Triangles of one texture. */
typedef struct view_run {
    SDL_Texture *texture; /* NULL = none */
    size_t vertex_begin, index_begin;
} view_run;

typedef struct view_batch {
    SDL_Vertex *vertices;
    int *indices; /* relative to the run's first vertex */
    view_run *runs;
    size_t vertex_count, vertex_capacity;
    size_t index_count, index_capacity;
    size_t run_count, run_capacity;
    const view_atlas *atlas;
    bool is_short; /* memory ran out: the picture lacks something */
} view_batch;

void view_batch_clear(view_batch *batch);
void view_batch_free(view_batch *batch);
/** Makes room. @param first set to the number the first new vertex has in its run. @return NULL
 * when memory ran out: draw nothing. The caller fills all. */
SDL_Vertex *view_batch_add(view_batch *batch, SDL_Texture *texture, size_t vertex_count,
                           size_t index_count, int **indices, int *first);
/** Sends everything to the renderer and leaves it in the list. */
void view_batch_send(const view_batch *batch, SDL_Renderer *renderer);
/** Puts all of another list behind this one, moved and scaled. */
void view_batch_append(view_batch *batch, const view_batch *other, double scale, double dx,
                       double dy);

/* ---- shapes, in pixels ---- */

void view_rect(view_batch *batch, double x, double y, double width, double height,
               SDL_Color colour);
/** The outline of a rectangle, inwards. */
void view_frame(view_batch *batch, double x, double y, double width, double height,
                double thickness, SDL_Color colour);
/** A line with smooth edges. */
void view_line(view_batch *batch, double ax, double ay, double bx, double by, double thickness,
               SDL_Color colour);
/** A convex polygon with smooth edges; concave ones are filled as fans about their middle.
 * @param points [count], count >= 3. */
void view_polygon(view_batch *batch, const SDL_FPoint *points, size_t count, SDL_Color colour);
/** A disc: a sprite up to 32 pixels, a fan above that, a square below one. */
void view_disc(view_batch *batch, view_disc_kind kind, double x, double y, double radius,
               SDL_Color colour);
/** A texture, stretched. */
void view_picture(view_batch *batch, SDL_Texture *texture, double x, double y, double width,
                  double height);
/** A rectangle with rounded corners. */
void view_round_rect(view_batch *batch, double x, double y, double width, double height,
                     double radius, SDL_Color colour);

/* ---- text ---- */

/** One line. @param x, y its upper left corner. @return the x behind it. */
double view_text(view_batch *batch, view_text_size size, double x, double y, const char *text,
                 SDL_Color colour);
/** Width of a line, pixels. */
double view_text_width(const view_atlas *atlas, view_text_size size, const char *text);

/* ---- the atlas ---- */

/** Renders the texture for text with capitals of this height in pixels (7 to 48).
 * @return false: memory ran out, the old one stays. */
bool view_atlas_make(view_atlas *atlas, SDL_Renderer *renderer, int cap);
void view_atlas_free(view_atlas *atlas);

#endif
