/* A map of rooms, files of its flow in memory, and flows that build and stream them. */
#include "support/flow_stage.h"
#include "support/test.h"
#include "wend/grid.h"

#include <stdlib.h>
#include <string.h>

bool flow_file_read(void *context, uint64_t offset, uint8_t *bytes, size_t count)
{
    flow_file *file = context;
    ++file->reads;
    if (file->is_gone || offset > file->count || count > file->count - offset) {
        return false;
    }
    memcpy(bytes, file->bytes + offset, count);
    return true;
}

flow_file flow_file_save(const wend_flow *flow)
{
    flow_file file = {NULL, 0, 0, false};
    assert_int_equal(wend_flow_save(flow, NULL, 0, &file.count), WEND_TRUNCATED);
    file.bytes = malloc(file.count);
    assert_non_null(file.bytes);
    assert_int_equal(wend_flow_save(flow, file.bytes, file.count, &file.count), WEND_OK);
    return file;
}

flow_stage flow_stage_of(wend_grid *grid)
{
    flow_stage s = {.grid = grid, .def = wend_flow_def_default()};
    s.def.grid = grid;
    return s;
}

flow_stage flow_stage_of_map(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = FLOW_STAGE_WIDTH;
    def.height = FLOW_STAGE_HEIGHT;
    def.sector_size = 10;
    wend_grid *grid;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    flow_stage s = flow_stage_of(grid);
    flow_stage_fill(&s, 0, 12, 34, 1, WEND_COST_WALL);
    flow_stage_fill(&s, 17, 0, 1, FLOW_STAGE_HEIGHT, WEND_COST_WALL);
    flow_stage_fill(&s, 0, 31, 30, 1, WEND_COST_WALL);
    flow_stage_fill(&s, 5, 12, 2, 1, 1);
    flow_stage_fill(&s, 17, 6, 1, 2, 1);
    flow_stage_fill(&s, 17, 22, 1, 1, 1);
    flow_stage_fill(&s, 25, 31, 3, 1, 1);
    flow_stage_fill(&s, 17, 40, 1, 3, 1);
    flow_stage_fill(&s, 3, 33, 9, 8, 7);
    flow_stage_fill(&s, 9, 3, 1, 1, WEND_COST_WALL);
    return s;
}

void flow_stage_add_file(flow_stage *s)
{
    s->file = flow_stage_baked(s);
}

void flow_stage_add_built(flow_stage *s)
{
    s->built = flow_stage_updated(s);
}

void flow_stage_add_streams(flow_stage *s)
{
    s->streams = flow_stage_streaming(s);
}

void flow_stage_clear(flow_stage *s)
{
    wend_flow_destroy(s->built);
    wend_flow_destroy(s->streams);
    free(s->file.bytes);
    *s = flow_stage_of(s->grid);
}

void flow_stage_free(flow_stage *s)
{
    flow_stage_clear(s);
    wend_grid_destroy(s->grid);
}

void flow_stage_fill(flow_stage *s, int32_t x, int32_t y, int32_t width, int32_t height,
                     uint8_t cost)
{
    assert_int_equal(wend_grid_fill(s->grid, WEND_CLASS_ALL, x, y, width, height, cost), WEND_OK);
}

wend_flow *flow_stage_flow(const flow_stage *s)
{
    wend_flow *flow;
    assert_int_equal(wend_flow_create(&s->def, &flow), WEND_OK);
    return flow;
}

wend_flow *flow_stage_updated(const flow_stage *s)
{
    wend_flow *flow = flow_stage_flow(s);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return flow;
}

flow_file flow_stage_baked(const flow_stage *s)
{
    wend_flow *flow = flow_stage_updated(s);
    assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
    const flow_file file = flow_file_save(flow);
    wend_flow_destroy(flow);
    return file;
}

wend_flow *flow_stage_streaming(flow_stage *s)
{
    wend_flow *flow = flow_stage_flow(s);
    assert_int_equal(wend_flow_load_stream(flow, flow_file_read, &s->file, s->file.count, NULL),
                     WEND_OK);
    return flow;
}

wend_flow_request_id flow_stage_order(wend_flow *flow, double x, double y, double from_x,
                                      double from_y)
{
    const wend_flow_position goal = {{x, y}, 0};
    const wend_flow_position source = {{from_x, from_y}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &source;
    def.source_count = 1;
    def.seeds = WEND_FLOW_SEED_PORTALS;
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(flow, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return id;
}

wend_flow_request_id flow_stage_order_across(wend_flow *flow)
{
    return flow_stage_order(flow, 60.5, 44.5, 2.5, 2.5);
}

wend_flow_info flow_info_of(const wend_flow *flow)
{
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    return info;
}
