/* stream.h: portals and fields built ahead: how they lie in a file, and what a flow knows of it.
 *
 *   | header | portals | index | chunk | chunk | ... |
 *
 *   header   what it was made of: fingerprints of the grids, joins, classes, steps; and lengths
 *   portals  pages of all classes (see portals_file.h)
 *   index    of each chunk its first ground and its length
 *   chunk    grounds in ascending order, each with the fields of its windows; then a checksum
 *
 *   ground:  | name, less the last one's: varint | windows u8 |
 *            | window name u16 | length varint |  ... as many       then the fields
 *
 * The first three are sections (see base/bytes.h) and read when the file is opened; a chunk is
 * read when one of its fields is needed, and kept until another one is. Grounds have names that do
 * not depend on history, and a field is taken only if it is one of that ground: see
 * wendi_stream_field. */
#ifndef WENDI_FLOW_STREAM_H
#define WENDI_FLOW_STREAM_H

#include "base/bytes.h"
#include "flow/flow_private.h"
#include "flow/stream_pack.h"

enum {
    WENDI_STREAM_MAGIC = 0x4F4C4657,   /* "WFLO" */
    WENDI_STREAM_PORTALS = 0x504C4657, /* "WFLP" */
    WENDI_STREAM_INDEX = 0x494C4657,   /* "WFLI" */
    WENDI_STREAM_VERSION = 1,
    WENDI_STREAM_HEADER_MAX = 4096,
    WENDI_STREAM_CHUNK = 1024, /* a chunk ends with the ground that makes it this long */
    WENDI_STREAM_CHECKSUM = 8,
    WENDI_STREAM_INDEX_ITEM = 12
};

/* How far the fields of a class are. */
typedef struct wendi_bake {
    uint32_t stamp; /* of the portals */
    uint32_t sector, window;
    bool is_begun;
} wendi_bake;

typedef struct wendi_stream_chunk {
    uint64_t first; /* name of its first ground */
    uint64_t offset;
} wendi_stream_chunk;

struct wendi_stream {
    wendi_bake bakes[WEND_FLOW_CLASSES_MAX];
    wend_flow_read_fn read; /* NULL: nothing is streamed */
    void *context;
    wendi_stream_chunk *chunks; /* [chunk_count + 1] the last one begins where the file ends */
    uint32_t chunk_count;
    uint8_t *buffer; /* [buffer_bytes] the chunk read last, without its checksum */
    size_t buffer_bytes;
    uint32_t buffered; /* which one; UINT32_MAX: none */
    uint64_t fields;
};

/** Forgets the file; baked fields stay. */
void wendi_stream_end(wend_flow *flow);
/** @param chunks [count + 1], or NULL. */
void wendi_stream_free_chunks(const wend_flow *flow, wendi_stream_chunk *chunks, uint32_t count);
/** Calls the user's function; the flow is busy meanwhile. @return were all bytes read? */
bool wendi_stream_call(wend_flow *flow, wend_flow_read_fn read, void *context, uint64_t offset,
                       uint8_t *bytes, size_t count);
/** Makes flow->stream if there is none. @return false: no memory. */
bool wendi_stream_reserve(wend_flow *flow);
/** What a packed field of a ground stands on. */
wendi_pack_ground wendi_stream_ground(const wend_flow *flow, const wendi_tile_shape *shape,
                                      const uint8_t *cost, wendi_window window);
/** Writes what the file was made of. @param writer opened section. */
void wendi_stream_write_header(const wend_flow *flow, wendi_writer *writer);
/** Is that what the flow stands on? @return WEND_OK, WEND_ERROR_FILE. */
wend_result wendi_stream_check_header(const wend_flow *flow, wendi_reader *reader,
                                      wend_message *message);

#endif
