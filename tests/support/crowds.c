/* Makes crowds by the defaults or by a definition, adds bodies, ticks, and reads them. */
#include "support/crowds.h"

#include "support/test.h"
#include "wend/walls.h"

#include <stdlib.h>

wend_crowd *crowds_make(wend_crowd_def def)
{
    wend_crowd *crowd = NULL;
    assert_int_equal(wend_crowd_create(&def, &crowd), WEND_OK);
    return crowd;
}

wend_crowd *crowds_open(void)
{
    return crowds_make(wend_crowd_def_default());
}

wend_crowd *crowds_on(const wend_grid *grid, const wend_walls *walls)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.walls = walls;
    return crowds_make(def);
}

wend_walls *crowds_walls(const wend_vec2 *ends, size_t count)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    assert_int_equal(wend_walls_add_segments(walls, ends, NULL, count, NULL), WEND_OK);
    return walls;
}

wend_body_id crowds_add(wend_crowd *crowd, wend_body_def def, double x, double y)
{
    wend_body_id id;
    def.position = (wend_vec2){x, y};
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    return id;
}

wend_body_id crowds_put(wend_crowd *crowd, double x, double y)
{
    return crowds_add(crowd, wend_body_def_default(), x, y);
}

wend_body_id crowds_put_sized(wend_crowd *crowd, double x, double y, double radius)
{
    wend_body_def def = wend_body_def_default();
    def.radius = radius;
    return crowds_add(crowd, def, x, y);
}

void crowds_tick(wend_crowd *crowd, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        assert_int_equal(wend_crowd_tick(crowd), WEND_OK);
    }
}

void crowds_check_twin(wend_crowd *crowd, wend_crowd *twin, uint32_t ticks)
{
    size_t size = 0;
    (void)wend_crowd_save(crowd, NULL, 0, &size);
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(crowd, bytes, size, &size), WEND_OK);
    assert_int_equal(wend_crowd_load(twin, bytes, size, NULL), WEND_OK);
    crowds_tick(crowd, ticks);
    crowds_tick(twin, ticks);
    assert_true(wend_crowd_hash(crowd) == wend_crowd_hash(twin));
    free(bytes);
}

wend_body crowds_body(const wend_crowd *crowd, wend_body_id id)
{
    wend_body body;
    assert_int_equal(wend_crowd_get_body(crowd, id, &body), WEND_OK);
    return body;
}

wend_crowd_info crowds_info(const wend_crowd *crowd)
{
    wend_crowd_info info;
    wend_crowd_get_info(crowd, &info);
    return info;
}
