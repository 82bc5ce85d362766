/* A mesh under $WEND_DATA/mesh/golden, with its walls and a search on it. Programs
 * that include this include golden_json.h themselves, which gives them its reader. */
#ifndef TEST_SUPPORT_GOLDEN_STAGE_H
#define TEST_SUPPORT_GOLDEN_STAGE_H

#include "measure/golden_json.h"
#include "support/test.h"
#include "wend/mesh_search.h"
#include "wend/walls.h"

#include <string.h>

typedef struct golden_stage {
    golden_mesh golden;
    wend_mesh *mesh;
    wend_walls *walls; /* NULL where floors lie over each other */
    wend_mesh_space *space;
    wend_mesh_search *search;
} golden_stage;

static inline void golden_stage_open(golden_stage *s, const char *path)
{
    char error[GOLDEN_ERROR_CAPACITY];
    wend_message message = {0};
    memset(s, 0, sizeof *s);
    if (!golden_load(&s->golden, path, error)) {
        fail_msg("%s", error);
    }
    if (golden_make(&s->golden, &s->mesh, &message) != WEND_OK) {
        fail_msg("%s: %s", path, message.text);
    }
    if (!wend_mesh_has_floors(s->mesh)) {
        assert_int_equal(wend_mesh_walls(s->mesh, WEND_STOPS_WALK, NULL, &s->walls), WEND_OK);
    }
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = s->mesh;
    assert_int_equal(wend_mesh_space_create(&def, &s->space), WEND_OK);
    assert_int_equal(wend_mesh_search_create(s->space, NULL, &s->search), WEND_OK);
}

static inline void golden_stage_close(golden_stage *s)
{
    wend_mesh_search_destroy(s->search);
    wend_mesh_space_destroy(s->space);
    wend_walls_destroy(s->walls);
    wend_mesh_destroy(s->mesh);
    golden_free(&s->golden);
}

#endif
