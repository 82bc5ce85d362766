/* A small map of rooms, a file of its flow in memory, and flows that build or stream
 * it. */
#ifndef TEST_SUPPORT_FLOW_STAGE_H
#define TEST_SUPPORT_FLOW_STAGE_H

#include "wend/flow.h"

enum { FLOW_STAGE_WIDTH = 64, FLOW_STAGE_HEIGHT = 48 };

/* A file in memory: `bytes` are the caller's, to be given back with free. */
typedef struct flow_file {
    uint8_t *bytes;
    size_t count;
    uint32_t reads; /* calls of flow_file_read so far */
    bool is_gone;   /* it cannot be read any more */
} flow_file;

/** The reader of a flow_file for wend_flow_load_stream. */
bool flow_file_read(void *context, uint64_t offset, uint8_t *bytes, size_t count);

/** The bytes that wend_flow_save writes. */
flow_file flow_file_save(const wend_flow *flow);

typedef struct flow_stage {
    wend_grid *grid;
    wend_flow_def def;
    flow_file file;             /* of a flow that was baked */
    wend_flow *built, *streams; /* one that builds all, and one that streams the file */
} flow_stage;

/** A stage of a grid, which becomes the stage's: no file and no flows yet. */
flow_stage flow_stage_of(wend_grid *grid);

/** Rooms with doors, a swamp, and open ground to the east. */
flow_stage flow_stage_of_map(void);

/** Adds the file; for wend_flow_load_stream reads it where it is, the stage must stay where it is.
 */
void flow_stage_add_file(flow_stage *s);
void flow_stage_add_built(flow_stage *s);
void flow_stage_add_streams(flow_stage *s);

/** The map stays; file and flows go, and the definition is the first one again. */
void flow_stage_clear(flow_stage *s);
void flow_stage_free(flow_stage *s);

/** Gives a rectangle of the map a cost, for all classes. */
void flow_stage_fill(flow_stage *s, int32_t x, int32_t y, int32_t width, int32_t height,
                     uint8_t cost);

/** Flows of the stage that are the caller's: new, updated, updated and baked to a file, streaming.
 */
wend_flow *flow_stage_flow(const flow_stage *s);
wend_flow *flow_stage_updated(const flow_stage *s);
flow_file flow_stage_baked(const flow_stage *s);
wend_flow *flow_stage_streaming(flow_stage *s);

/** Adds a request from a position to x, y, with portals as seeds, and updates the flow. */
wend_flow_request_id flow_stage_order(wend_flow *flow, double x, double y, double from_x,
                                      double from_y);

/** The same from the first room to the far corner. */
wend_flow_request_id flow_stage_order_across(wend_flow *flow);

wend_flow_info flow_info_of(const wend_flow *flow);

#endif
