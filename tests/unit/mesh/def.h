/* Definitions of small meshes. */
#ifndef TEST_UNIT_MESH_DEF_H
#define TEST_UNIT_MESH_DEF_H

#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh.h"

#include <math.h>

/* Two squares side by side, a triangle on the right one. */
static const wend_vec3 points[] = {{0, 0, 0}, {4, 0, 0}, {8, 0, 1}, {0, 4, 0},
                                   {4, 4, 0}, {8, 4, 1}, {12, 2, 1}};

static const uint32_t corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 2, 6, 5};

static const uint32_t sizes[] = {4, 4, 3};

static inline wend_mesh_def three(void)
{
    wend_mesh_def def = meshes_def(points, 7, corners, sizes, 3);
    return def;
}

static inline wend_mesh *make(const wend_mesh_def *def, wend_mesh_report *report)
{
    wend_mesh *mesh;
    assert_int_equal(wend_mesh_create(def, &mesh, report), WEND_OK);
    assert_non_null(mesh);
    return mesh;
}

static inline void refuses(const wend_mesh_def *def, const char *text)
{
    wend_mesh_def with_message = *def;
    wend_message message;
    wend_mesh *mesh = NULL;
    with_message.message = &message;
    assert_int_equal(wend_mesh_create(&with_message, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_null(mesh);
    assert_string_equal(message.text, text);
}

static inline void near(double a, double b)
{
    assert_true(fabs(a - b) < 1e-12);
}

#endif
