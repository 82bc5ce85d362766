/* Meshes over a lattice of points, from a seed. */
#include "support/gen_mesh.h"

#include <stdlib.h>
#include <string.h>

typedef struct maker {
    gen_mesh *gen;
    uint64_t seed, draws;
    uint8_t *open;   /* [height][width] */
    int32_t columns; /* of lattice points */
} maker;

static uint32_t below(maker *m, uint32_t count)
{
    return wend_random_below(m->seed, 77, m->draws++, count);
}

static void *block(size_t bytes)
{
    void *made = calloc(1, bytes + 1);
    if (made == NULL) {
        abort();
    }
    return made;
}

static uint32_t lattice(const maker *m, int32_t x, int32_t y)
{
    return (uint32_t)(y * m->columns + x);
}

static void add_corner(maker *m, uint32_t point)
{
    m->gen->corners[m->gen->corner_count++] = point;
}

static void end_polygon(maker *m, uint32_t size)
{
    m->gen->sizes[m->gen->polygon_count++] = size;
}

/* A cell as it is, or cut along one of its diagonals. */
static void add_cell(maker *m, int32_t x, int32_t y, uint32_t base)
{
    const uint32_t c[4] = {base + lattice(m, x, y), base + lattice(m, x + 1, y),
                           base + lattice(m, x + 1, y + 1), base + lattice(m, x, y + 1)};
    const uint32_t kind = m->gen->kind == GEN_MESH_JITTERED ? below(m, 3) : 0;
    const uint32_t shift = kind == 2 ? 1 : 0;
    if (kind == 0) {
        for (int i = 0; i < 4; ++i) {
            add_corner(m, c[i]);
        }
        end_polygon(m, 4);
        return;
    }
    for (uint32_t i = 0; i < 3; ++i) {
        add_corner(m, c[(i + shift) % 4]);
    }
    end_polygon(m, 3);
    for (uint32_t i = 2; i < 5; ++i) {
        add_corner(m, c[(i + shift) % 4]);
    }
    end_polygon(m, 3);
}

static bool is_free(const maker *m, int32_t x, int32_t y)
{
    return x < m->gen->width && y < m->gen->height && m->open[y * m->gen->width + x] == 1;
}

/* The largest rectangle to the right, then up; its sides keep all lattice points. */
static void add_rectangle(maker *m, int32_t x, int32_t y)
{
    int32_t right = x;
    int32_t top = y + 1;
    while (is_free(m, right, y)) {
        right++;
    }
    for (bool grows = true; grows; top += grows) {
        for (int32_t i = x; i < right; ++i) {
            grows = grows && is_free(m, i, top);
        }
    }
    for (int32_t j = y; j < top; ++j) {
        memset(m->open + j * m->gen->width + x, 0, (size_t)(right - x));
    }
    for (int32_t i = x; i < right; ++i) {
        add_corner(m, lattice(m, i, y));
    }
    for (int32_t j = y; j < top; ++j) {
        add_corner(m, lattice(m, right, j));
    }
    for (int32_t i = right; i > x; --i) {
        add_corner(m, lattice(m, i, top));
    }
    for (int32_t j = top; j > y; --j) {
        add_corner(m, lattice(m, x, j));
    }
    end_polygon(m, (uint32_t)(2 * (right - x) + 2 * (top - y)));
}

static void add_lattice(maker *m, int32_t columns, int32_t rows, double z)
{
    for (int32_t y = 0; y < rows; ++y) {
        for (int32_t x = 0; x < columns; ++x) {
            const bool moves = m->gen->kind == GEN_MESH_JITTERED;
            const double dx = moves ? 2.0 * below(m, 4) - 3 : 0;
            const double dy = moves ? 2.0 * below(m, 4) - 3 : 0;
            m->gen->points[m->gen->point_count++] =
                (wend_vec3){GEN_MESH_STEP * x + dx, GEN_MESH_STEP * y + dy, z};
        }
    }
}

/* Up from the first row of the lower floor to the last row of the upper one, in two columns to the
 * right of both. */
static void add_ramp(maker *m, uint32_t upper)
{
    const int32_t w = m->gen->width;
    const int32_t h = m->gen->height;
    const uint32_t first = (uint32_t)m->gen->point_count;
    for (int32_t y = 0; y <= h; ++y) {
        const double z = y == 0 ? 0 : 64.0 * (y - 1) / (h > 1 ? h - 1 : 1);
        for (int32_t x = 1; x <= 2; ++x) {
            m->gen->points[m->gen->point_count++] =
                (wend_vec3){(double)GEN_MESH_STEP * (w + x), (double)GEN_MESH_STEP * y,
                            y < h ? (y <= 1 ? 0 : z) : 64};
        }
    }
    const uint32_t foot[4] = {lattice(m, w, 0), first, first + 2, lattice(m, w, 1)};
    const uint32_t at = first + 2 * (uint32_t)h;
    const uint32_t head[4] = {upper + lattice(m, w, h - 1), at - 2, at, upper + lattice(m, w, h)};
    for (int i = 0; i < 4; ++i) {
        add_corner(m, foot[i]);
    }
    end_polygon(m, 4);
    for (int i = 0; i < 4; ++i) {
        add_corner(m, head[i]);
    }
    end_polygon(m, 4);
    for (uint32_t y = 0; y < (uint32_t)h; ++y) {
        add_corner(m, first + 2 * y);
        add_corner(m, first + 2 * y + 1);
        add_corner(m, first + 2 * y + 3);
        add_corner(m, first + 2 * y + 2);
        end_polygon(m, 4);
    }
    /* The last but one row of the ramp is as high as the upper floor. */
    m->gen->points[at - 2].z = m->gen->points[at - 1].z = 64;
}

static void add_cells(maker *m, uint32_t base)
{
    for (int32_t y = 0; y < m->gen->height; ++y) {
        for (int32_t x = 0; x < m->gen->width; ++x) {
            if (!is_free(m, x, y)) {
                continue;
            }
            if (m->gen->kind == GEN_MESH_RECTANGLES) {
                add_rectangle(m, x, y);
            } else {
                add_cell(m, x, y, base);
            }
        }
    }
}

static void open_cells(maker *m)
{
    const uint32_t walls = below(m, 40);
    const size_t count = (size_t)m->gen->width * (size_t)m->gen->height;
    for (size_t i = 0; i < count; ++i) {
        m->open[i] = below(m, 100) >= walls;
    }
    m->open[0] = 1;
    if (m->gen->kind == GEN_MESH_FLOORS) {
        m->open[m->gen->width - 1] = 1;
        m->open[count - 1] = 1;
    }
}

gen_mesh gen_mesh_make(gen_mesh_kind kind, uint64_t seed, int32_t side_max)
{
    gen_mesh gen;
    memset(&gen, 0, sizeof gen);
    maker m = {.gen = &gen, .seed = seed};
    gen.kind = kind;
    gen.width = 1 + (int32_t)below(&m, (uint32_t)side_max);
    gen.height = (kind == GEN_MESH_FLOORS ? 3 : 1) + (int32_t)below(&m, (uint32_t)side_max);
    m.columns = gen.width + 1;
    const size_t cells = (size_t)gen.width * (size_t)gen.height;
    const size_t points = (size_t)(gen.width + 1) * (size_t)(gen.height + 1);
    gen.points = block((2 * points + 2 * (size_t)(gen.height + 1)) * sizeof *gen.points);
    gen.sizes = block((2 * cells + (size_t)gen.height + 2) * sizeof *gen.sizes);
    gen.corners = block((8 * cells + 4 * (size_t)gen.height + 8) * sizeof *gen.corners);
    m.open = block(cells);
    add_lattice(&m, gen.width + 1, gen.height + 1, 0);
    open_cells(&m);
    add_cells(&m, 0);
    if (kind == GEN_MESH_FLOORS) {
        add_lattice(&m, gen.width + 1, gen.height + 1, 64);
        open_cells(&m);
        add_cells(&m, (uint32_t)points);
        add_ramp(&m, (uint32_t)points);
    }
    free(m.open);
    return gen;
}

void gen_mesh_free(gen_mesh *gen)
{
    free(gen->points);
    free(gen->corners);
    free(gen->sizes);
    memset(gen, 0, sizeof *gen);
}

wend_mesh *gen_mesh_build(const gen_mesh *gen, const wend_allocator *allocator)
{
    wend_mesh_def def = wend_mesh_def_default();
    def.points = gen->points;
    def.point_count = gen->point_count;
    def.corners = gen->corners;
    def.sizes = gen->sizes;
    def.polygon_count = gen->polygon_count;
    def.allocator = allocator == NULL ? def.allocator : *allocator;
    wend_mesh *mesh;
    (void)wend_mesh_create(&def, &mesh, NULL);
    return mesh;
}
