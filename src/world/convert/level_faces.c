/* Finds the region of each triangle of a level's triangulation, and the points at which regions do
 * not close.
 * Cost: linear, and sorting the ends of lines.
 *
 * Lines cut the plane into faces. Each piece of a face's border names, by its line, the region of the
 * face. Where pieces differ, the region with the most metres wins; where two have as many, nothing
 * does if it is one of them, else the smaller number. A face that is open towards the outside is
 * outside. */
#include "world/convert/level_to_mesh.h"

#include "base/core/memory.h"
#include "base/core/sort.h"
#include "world/level/store.h"

static const uint32_t NONE = UINT32_MAX;

/* Metres of a face's border for each region that they name. */
typedef struct face_votes {
    const wend_level *level;
    const wendi_cdt *cdt;
    double *lengths;  /* [region_count + 1]; the last one for nothing */
    uint8_t *is_done; /* [triangles] its face has been traversed */
} face_votes;

/* ---- open ends ---- */

/* Where outlines close, as many borders of a region begin as end. An end of a line that begins a
 * border of a region counts +1, one that ends it -1. */
static size_t list_ends(const wend_level *level, const wendi_cdt *cdt, wendi_sort_pair *ends)
{
    size_t count = 0;
    for (uint32_t i = 0; i < level->line_count; ++i) {
        const wend_level_line *line = &level->lines[i];
        const uint32_t from = cdt->vertices[2 * i];
        const uint32_t to = cdt->vertices[2 * i + 1];
        if (line->left == line->right || from == to) {
            continue;
        }
        ends[count++] = (wendi_sort_pair){(uint64_t)from << 32 | line->left, 1};
        ends[count++] = (wendi_sort_pair){(uint64_t)from << 32 | line->right, 0};
        ends[count++] = (wendi_sort_pair){(uint64_t)to << 32 | line->left, 0};
        ends[count++] = (wendi_sort_pair){(uint64_t)to << 32 | line->right, 1};
    }
    return count;
}

/* Vertices at which any region's sum is not 0. */
static uint64_t sum_ends(const wendi_sort_pair *ends, size_t count)
{
    uint64_t open = 0;
    uint32_t last = NONE;
    size_t i = 0;
    while (i < count) {
        const size_t first = i;
        size_t begins = 0;
        for (; i < count && ends[i].key == ends[first].key; ++i) {
            begins += ends[i].value;
        }
        const uint32_t vertex = (uint32_t)(ends[first].key >> 32);
        if (2 * begins != i - first && vertex != last) {
            open++;
            last = vertex;
        }
    }
    return open;
}

bool wendi_level_count_open_ends(const wend_level *level, const wendi_cdt *cdt, uint64_t *open)
{
    const size_t bytes = 8 * level->line_count * sizeof(wendi_sort_pair);
    wendi_sort_pair *ends = wendi_alloc(&cdt->allocator, bytes);
    if (ends == NULL) {
        return false;
    }
    const size_t count = list_ends(level, cdt, ends);
    wendi_sort_pairs(ends, ends + 4 * level->line_count, count);
    *open = sum_ends(ends, count);
    wendi_free(&cdt->allocator, ends, bytes);
    return true;
}

/* ---- faces ---- */

static double length_of(const face_votes *b, uint32_t half)
{
    const wend_vec2 p = b->cdt->points[b->cdt->halves[half].origin];
    const wend_vec2 q = b->cdt->points[wendi_cdt_target(b->cdt, half)];
    return wend_vec2_distance(p, q);
}

/* A region's vote; each region with votes is listed once. */
static bool vote(face_votes *b, wendi_array_u32 *voters, uint32_t region, double length)
{
    const size_t place = region == WEND_REGION_NONE ? b->level->region_count : region;
    if (!(b->lengths[place] > 0.0) && !wendi_array_u32_push(voters, region)) {
        return false;
    }
    b->lengths[place] += length;
    return true;
}

static bool vote_by_mark(face_votes *b, wendi_array_u32 *voters, uint32_t half)
{
    const double length = length_of(b, half);
    uint32_t mark = b->cdt->halves[half].mark;
    bool is_done = true;
    while (mark != WENDI_CDT_NONE && is_done) {
        uint32_t index;
        bool is_forward;
        mark = wendi_cdt_read(b->cdt, mark, &index, &is_forward);
        const wend_level_line *line = &b->level->lines[index];
        is_done = vote(b, voters, is_forward ? line->left : line->right, length);
    }
    return is_done;
}

/* Counts the votes, and clears them. */
static uint32_t elect(face_votes *b, wendi_array_u32 *voters)
{
    uint32_t best = WEND_REGION_NONE;
    double most = b->lengths[b->level->region_count];
    for (size_t i = 0; i < voters->count; ++i) {
        const uint32_t region = voters->items[i];
        if (region == WEND_REGION_NONE) {
            continue;
        }
        const double length = b->lengths[region];
        const bool is_tie = !(length < most) && !(length > most);
        if (length > most || (is_tie && best != WEND_REGION_NONE && region < best)) {
            best = region;
            most = length;
        }
        b->lengths[region] = 0.0;
    }
    b->lengths[b->level->region_count] = 0.0;
    wendi_array_u32_clear(voters);
    return best;
}

/* Traverses a face; its triangles stay in `face`. @param is_outside set if it reaches the frame. */
static bool walk_face(face_votes *b, uint32_t first, wendi_array_u32 *face, wendi_array_u32 *voters,
                      bool *is_outside)
{
    *is_outside = false;
    wendi_array_u32_clear(face);
    bool is_done = wendi_array_u32_push(face, first);
    b->is_done[first] = 1;
    for (size_t i = 0; i < face->count && is_done; ++i) {
        const uint32_t triangle = face->items[i];
        for (uint32_t h = 3 * triangle; h < 3 * triangle + 3 && is_done; ++h) {
            const uint32_t twin = b->cdt->halves[h].twin;
            *is_outside = *is_outside || twin == NONE;
            if (b->cdt->halves[h].mark != WENDI_CDT_NONE) {
                is_done = vote_by_mark(b, voters, h);
            } else if (twin != NONE && b->is_done[twin / 3] == 0) {
                b->is_done[twin / 3] = 1;
                is_done = wendi_array_u32_push(face, twin / 3);
            }
        }
    }
    return is_done;
}

static bool find_faces(face_votes *b, uint32_t *faces)
{
    wendi_array_u32 face;
    wendi_array_u32 voters;
    wendi_array_u32_init(&face, &b->cdt->allocator);
    wendi_array_u32_init(&voters, &b->cdt->allocator);
    bool is_done = true;
    for (uint32_t t = 0; t < b->cdt->half_count / 3 && is_done; ++t) {
        if (b->is_done[t] == 0) {
            bool is_outside;
            is_done = walk_face(b, t, &face, &voters, &is_outside);
            const uint32_t winner = elect(b, &voters);
            const uint32_t region = is_outside ? WEND_REGION_NONE : winner;
            for (size_t i = 0; i < face.count; ++i) {
                faces[face.items[i]] = region;
            }
        }
    }
    wendi_array_u32_free(&face);
    wendi_array_u32_free(&voters);
    return is_done;
}

bool wendi_level_faces(const wend_level *level, const wendi_cdt *cdt, uint32_t *faces)
{
    const wend_allocator *a = &cdt->allocator;
    const size_t lengths = (level->region_count + 1) * sizeof(double);
    const size_t triangles = cdt->half_count / 3;
    face_votes b = {level, cdt, wendi_alloc_zero(a, lengths), wendi_alloc_zero(a, triangles)};
    const bool is_done = b.lengths != NULL && b.is_done != NULL && find_faces(&b, faces);
    wendi_free(a, b.lengths, lengths);
    wendi_free(a, b.is_done, triangles);
    return is_done;
}
