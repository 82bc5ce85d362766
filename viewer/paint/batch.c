/* Collects shapes as triangles in one list, and the calls that send it.
 * Cost: a few vertices a shape; memory is kept from frame to frame. */
#include "paint/batch.h"

#include <stdlib.h>
#include <string.h>

void view_batch_clear(view_batch *batch)
{
    batch->vertex_count = 0;
    batch->index_count = 0;
    batch->run_count = 0;
    batch->is_short = false;
}

void view_batch_free(view_batch *batch)
{
    free(batch->vertices);
    free(batch->indices);
    free(batch->runs);
    memset(batch, 0, sizeof *batch);
}

static bool grow(void **items, size_t *capacity, size_t needed, size_t item_bytes)
{
    if (needed <= *capacity) {
        return true;
    }
    size_t wanted = *capacity < 64 ? 64 : *capacity;
    while (wanted < needed) {
        wanted += wanted / 2;
    }
    void *bigger = realloc(*items, wanted * item_bytes);
    if (bigger == NULL) {
        return false;
    }
    *items = bigger;
    *capacity = wanted;
    return true;
}

static bool grow_vertices(view_batch *batch, size_t needed)
{
    void *items = batch->vertices;
    const bool is_done = grow(&items, &batch->vertex_capacity, needed, sizeof *batch->vertices);
    batch->vertices = items;
    return is_done;
}

static bool grow_indices(view_batch *batch, size_t needed)
{
    void *items = batch->indices;
    const bool is_done = grow(&items, &batch->index_capacity, needed, sizeof *batch->indices);
    batch->indices = items;
    return is_done;
}

/* Begins a run where the texture changes. */
static bool set_texture(view_batch *batch, SDL_Texture *texture)
{
    if (batch->run_count > 0 && batch->runs[batch->run_count - 1].texture == texture) {
        return true;
    }
    void *items = batch->runs;
    const bool is_done =
        grow(&items, &batch->run_capacity, batch->run_count + 1, sizeof *batch->runs);
    batch->runs = items;
    if (is_done) {
        const view_run run = {texture, batch->vertex_count, batch->index_count};
        batch->runs[batch->run_count++] = run;
    }
    return is_done;
}

SDL_Vertex *view_batch_add(view_batch *batch, SDL_Texture *texture, size_t vertex_count,
                           size_t index_count, int **indices, int *first)
{
    if (!grow_vertices(batch, batch->vertex_count + vertex_count) ||
        !grow_indices(batch, batch->index_count + index_count) || !set_texture(batch, texture)) {
        batch->is_short = true;
        return NULL;
    }
    SDL_Vertex *vertices = batch->vertices + batch->vertex_count;
    *indices = batch->indices + batch->index_count;
    *first = (int)(batch->vertex_count - batch->runs[batch->run_count - 1].vertex_begin);
    batch->vertex_count += vertex_count;
    batch->index_count += index_count;
    return vertices;
}

void view_batch_send(const view_batch *batch, SDL_Renderer *renderer)
{
    for (size_t i = 0; i < batch->run_count; i++) {
        const view_run *run = &batch->runs[i];
        const bool is_last = i + 1 == batch->run_count;
        const size_t vertex_end = is_last ? batch->vertex_count : run[1].vertex_begin;
        const size_t index_end = is_last ? batch->index_count : run[1].index_begin;
        SDL_RenderGeometry(renderer, run->texture, batch->vertices + run->vertex_begin,
                           (int)(vertex_end - run->vertex_begin), batch->indices + run->index_begin,
                           (int)(index_end - run->index_begin));
    }
}

static void append_run(view_batch *batch, const view_batch *other, const view_run *run,
                       size_t vertex_end, size_t index_end, const double scale_and_shift[3])
{
    int *indices = NULL;
    int first = 0;
    const size_t vertex_count = vertex_end - run->vertex_begin;
    const size_t index_count = index_end - run->index_begin;
    SDL_Vertex *vertices =
        view_batch_add(batch, run->texture, vertex_count, index_count, &indices, &first);
    if (vertices == NULL) {
        return;
    }
    for (size_t i = 0; i < vertex_count; i++) {
        vertices[i] = other->vertices[run->vertex_begin + i];
        SDL_FPoint *at = &vertices[i].position;
        at->x = (float)((double)at->x * scale_and_shift[0] + scale_and_shift[1]);
        at->y = (float)((double)at->y * scale_and_shift[0] + scale_and_shift[2]);
    }
    for (size_t i = 0; i < index_count; i++) {
        indices[i] = other->indices[run->index_begin + i] + first;
    }
}

void view_batch_append(view_batch *batch, const view_batch *other, double scale, double dx,
                       double dy)
{
    const double scale_and_shift[3] = {scale, dx, dy};
    for (size_t i = 0; i < other->run_count; i++) {
        const view_run *run = &other->runs[i];
        const bool is_last = i + 1 == other->run_count;
        append_run(batch, other, run, is_last ? other->vertex_count : run[1].vertex_begin,
                   is_last ? other->index_count : run[1].index_begin, scale_and_shift);
    }
}
