/* baked/file.h: portals and fields built ahead: how they lie in a file, and what a flow knows of
 * it.
 *
 *   | header | portals | index | chunk | chunk | ... |
 *
 *   header   what it was made of: fingerprints of the grids, joins, classes, steps; and lengths
 *   portals  pages of all classes (see portals/save.h)
 *   index    of each chunk its first ground and its length
 *   chunk    grounds in ascending order, each with the fields of its windows; then a checksum
 *
 *   ground:  | name, less the last one's: varint | windows u8 |
 *            | window name u16 | length varint |  ... as many       then the fields
 *
 * The first three are sections (see base/core/bytes.h) and read when the file is opened; a chunk is
 * read when one of its fields is needed, and kept until another one is. Grounds have names that do
 * not depend on history, and a field is taken only if it is one of that ground: see
 * wendi_baked_file_load_field. */
#ifndef WENDI_FLOW_BAKED_FILE_H
#define WENDI_FLOW_BAKED_FILE_H

#include "base/core/bytes.h"
#include "flow/baked/field_codec.h"
#include "flow/core/flow_private.h"

enum {
    WENDI_BAKED_MAGIC = 0x4F4C4657,   /* "WFLO" */
    WENDI_BAKED_PORTALS = 0x504C4657, /* "WFLP" */
    WENDI_BAKED_INDEX = 0x494C4657,   /* "WFLI" */
    WENDI_BAKED_VERSION = 1,
    WENDI_BAKED_HEADER_MAX = 4096,
    WENDI_BAKED_CHUNK = 1024, /* a chunk ends with the ground that makes it this long */
    WENDI_BAKED_CHECKSUM = 8,
    WENDI_BAKED_INDEX_ITEM = 12
};

/* How far the fields of a class are. */
typedef struct wendi_bake_progress {
    uint32_t stamp; /* of the portals */
    uint32_t sector, window;
    bool is_begun;
} wendi_bake_progress;

typedef struct wendi_baked_chunk {
    uint64_t first; /* name of its first ground */
    uint64_t offset;
} wendi_baked_chunk;

struct wendi_baked_file {
    wendi_bake_progress bakes[WEND_FLOW_CLASSES_MAX];
    wend_flow_read_fn read; /* NULL: nothing is streamed */
    void *context;
    wendi_baked_chunk *chunks; /* [chunk_count + 1] the last one begins where the file ends */
    uint32_t chunk_count;
    uint8_t *buffer; /* [buffer_bytes] the chunk read last, without its checksum */
    size_t buffer_bytes;
    uint32_t buffered; /* which one; UINT32_MAX: none */
    uint64_t fields;
};

/** Forgets the file; baked fields stay. */
void wendi_baked_file_close(wend_flow *flow);
/** @param chunks [count + 1], or NULL. */
void wendi_baked_file_free_chunks(const wend_flow *flow, wendi_baked_chunk *chunks, uint32_t count);
/** Calls the user's function; the flow is busy meanwhile. @return were all bytes read? */
bool wendi_baked_file_read(wend_flow *flow, wend_flow_read_fn read, void *context, uint64_t offset,
                           uint8_t *bytes, size_t count);
/** Makes flow->stream if there is none. @return false: no memory. */
bool wendi_baked_file_reserve(wend_flow *flow);
/** What a packed field of a ground stands on. */
wendi_field_codec wendi_baked_file_codec(const wend_flow *flow, const wendi_tile_shape *shape,
                                         const uint8_t *cost, wendi_portal window);
/** Writes what the file was made of. @param writer opened section. */
void wendi_baked_file_save_header(const wend_flow *flow, wendi_writer *writer);
/** Is that what the flow stands on? @return WEND_OK, WEND_ERROR_FILE. */
wend_result wendi_baked_file_check_header(const wend_flow *flow, wendi_reader *reader,
                                          wend_message *message);

#endif
