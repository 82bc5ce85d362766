/* Takes: the free spans of all edges, for the radius of a search.
 * Gives: which cells the disc cannot go between, whatever the path.
 * Cost: once for a radius, the spans that were not yet asked for; then a look at each goal.
 *
 * A path of the disc's centre leaves a cell by a free span of one of its edges. So cells that no
 * row of free spans joins, and no link, have no path between them. The converse does not hold:
 * walls may part a cell that has several spans. */
#include "route/mesh_disc.h"

static const uint32_t NONE = WENDI_MESH_NONE;

static uint32_t root_of(uint32_t *parts, uint32_t cell)
{
    while (parts[cell] != cell) {
        parts[cell] = parts[parts[cell]];
        cell = parts[cell];
    }
    return cell;
}

static void join(uint32_t *parts, uint32_t a, uint32_t b)
{
    const uint32_t x = root_of(parts, a);
    const uint32_t y = root_of(parts, b);
    parts[x < y ? y : x] = x < y ? x : y;
}

bool wendi_disc_parts_make(wend_mesh_search *search)
{
    wendi_mesh_disc *disc = search->disc;
    const wend_mesh_space *space = search->space;
    const wendi_mesh_cells *cells = &space->cells;
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        disc->parts[cell] = cell;
    }
    for (uint32_t h = 0; h < cells->half_count; h++) {
        const uint32_t twin = cells->halves[h].twin;
        if (twin == NONE || twin < h) {
            continue;
        }
        const uint32_t here = cells->halves[h].cell;
        const uint32_t there = cells->halves[twin].cell;
        if (root_of(disc->parts, here) != root_of(disc->parts, there) &&
            wendi_disc_spans(search, h).count > 0) {
            join(disc->parts, here, there);
        }
        if (disc->is_out_of_memory) {
            return false;
        }
    }
    for (uint32_t i = 0; i < space->hop_count; i++) {
        join(disc->parts, space->hops[i].from_cell, space->hops[i].to_cell);
    }
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        disc->parts[cell] = root_of(disc->parts, cell);
    }
    disc->has_parts = true;
    return true;
}

bool wendi_disc_is_cut_off(const wend_mesh_search *search)
{
    const uint32_t *parts = search->disc->parts;
    for (uint32_t i = 0; i < search->goal_count; i++) {
        if (parts[search->goals[i].cell] == parts[search->start_cell]) {
            return false;
        }
    }
    return !search->asks;
}
