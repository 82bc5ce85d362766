/* Levels under $WEND_DATA/mesh/obj as triangles, and their bakes. */
#ifndef TEST_RECAST_BAKE_LEVELS_H
#define TEST_RECAST_BAKE_LEVELS_H

#include "support/fault.h"
#include "support/skip.h"
#include "support/test.h"
#include "wend/bake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_CAPACITY = 1024, FACE_MOST = 16, PATH_CAPACITY = 1024, UNTILED = 8192 };

typedef struct level {
    wend_vec3 *points;
    uint32_t *indices;
    size_t point_count, triangle_count;
} level;

/* ---- levels ---- */

static inline void add_face(level *l, char *line)
{
    uint32_t corners[FACE_MOST];
    size_t count = 0;
    for (char *word = strtok(line + 1, " \r\n"); word != NULL && count < FACE_MOST;
         word = strtok(NULL, " \r\n")) {
        corners[count++] = (uint32_t)strtoul(word, NULL, 10) - 1;
    }
    for (size_t k = 2; k < count; k++) {
        uint32_t *triangle = l->indices + 3 * l->triangle_count++;
        triangle[0] = corners[0];
        triangle[1] = corners[k - 1];
        triangle[2] = corners[k];
    }
}

static inline level load(const char *name)
{
    enum { MOST = 200000 };
    char path[PATH_CAPACITY];
    char line[LINE_CAPACITY];
    level l = {.points = malloc(MOST * sizeof *l.points),
               .indices = malloc(MOST * 3 * sizeof *l.indices)};
    assert_true(l.points != NULL && l.indices != NULL);
    skip_without_data(name, path, sizeof path);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        wend_vec3 *p = &l.points[l.point_count];
        if (line[0] == 'v' && sscanf(line + 1, " %lf %lf %lf", &p->x, &p->y, &p->z) == 3) {
            l.point_count++;
        } else if (line[0] == 'f') {
            add_face(&l, line);
        }
    }
    fclose(file);
    return l;
}

static inline void level_free(level *l)
{
    free(l->points);
    free(l->indices);
}

static inline wend_bake_def def_of(const level *l, uint32_t tile_cells, wend_message *message)
{
    wend_bake_def def = wend_bake_def_default();
    def.points = l->points;
    def.point_count = l->point_count;
    def.corners = l->indices;
    def.triangle_count = l->triangle_count;
    def.up = WEND_UP_Y;
    def.cell_size = 0.3;
    def.cell_height = 0.2;
    def.max_climb = 0.9;
    def.tile_cells = tile_cells;
    def.message = message;
    return def;
}

static inline wend_mesh *bake(const wend_bake_def *def, wend_bake_report *report)
{
    wend_mesh *mesh = NULL;
    const wend_result result = wend_mesh_bake(def, &mesh, report);
    if (result != WEND_OK) {
        fail_msg("result %d: %s", (int)result, def->message != NULL ? def->message->text : "");
    }
    return mesh;
}

static inline double surface_of(const wend_mesh *mesh)
{
    double sum = 0;
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        sum += wend_mesh_get_polygon(mesh, p).surface;
    }
    return sum;
}

/* ---- tiles ---- */

/* Two meshes of one level: what can be reached from one of the largest polygons
 * in the first can be reached in the second too, and the other way round.
 * Polygons are matched by their middles. */
typedef struct match {
    uint32_t asked, differ;
} match;

#endif
