/* The file of portals and fields built ahead, and the state of a flow while it is open.
 *
 *   | header | portals | index | chunk | chunk | ... |
 *
 *   header   fingerprints of the grids, joins, classes and steps it was built from; lengths
 *   portals  the pages of all classes (see portals/save.h)
 *   index    the first cost tile and the length of each chunk
 *   chunk    cost tiles in ascending order, each with the fields of its portals; then a checksum
 *
 *   cost tile:  | name minus the last one's: varint | portals u8 |
 *               | portal name u16 | length varint |  ... for each portal       then the fields
 *
 * The first three are sections (see base/core/bytes.h), read when the file is opened. A chunk is
 * read when one of its fields is needed, and kept until another one is. Names of cost tiles do not
 * depend on history, and a field is used only if it is a field of that cost tile: see
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
    WENDI_BAKED_CHUNK = 1024, /* a chunk ends with the cost tile that makes it this long */
    WENDI_BAKED_CHECKSUM = 8,
    WENDI_BAKED_INDEX_ITEM = 12
};

/* Progress of a class's bake. */
typedef struct wendi_bake_progress {
    uint32_t stamp; /* of the portal graph */
    uint32_t sector, portal;
    bool is_begun;
} wendi_bake_progress;

typedef struct wendi_baked_chunk {
    uint64_t first; /* name of its first cost tile */
    uint64_t offset;
} wendi_baked_chunk;

struct wendi_baked_file {
    wendi_bake_progress bakes[WEND_FLOW_CLASSES_MAX];
    wend_flow_read_fn read; /* NULL: no file is open */
    void *context;
    wendi_baked_chunk *chunks; /* [chunk_count + 1] the last one begins where the file ends */
    uint32_t chunk_count;
    uint8_t *buffer; /* [buffer_bytes] the chunk read last, without its checksum */
    size_t buffer_bytes;
    uint32_t buffered; /* its index; UINT32_MAX: none */
    uint64_t fields;   /* loaded so far */
};

/** Creates flow->stream if there is none. @return false: no memory. */
bool wendi_baked_file_reserve(wend_flow *flow);
/** Closes the file; baked fields stay. */
void wendi_baked_file_close(wend_flow *flow);
/** Closes and frees; fine if there is none. */
void wendi_baked_file_destroy(wend_flow *flow);
size_t wendi_baked_file_memory_bytes(const wend_flow *flow);
/** Number of fields loaded so far. */
uint64_t wendi_baked_file_fields_loaded(const wend_flow *flow);
/** Loads the field of a sector's portal, if the file has it and nothing it depends on was edited
 * since. @return its index, with one user; WENDI_FIELD_NONE: it has to be built. */
uint32_t wendi_baked_file_load_field(wend_flow *flow, uint32_t flow_class, uint32_t sector,
                                     uint32_t portal);

/* ---- for the files of this folder ---- */

/** @param chunks [count + 1], or NULL. */
void wendi_baked_file_free_chunks(const wend_flow *flow, wendi_baked_chunk *chunks, uint32_t count);
/** Calls the user's function; the flow is busy meanwhile. @return true if all bytes were read. */
bool wendi_baked_file_read(wend_flow *flow, wend_flow_read_fn read, void *context, uint64_t offset,
                           uint8_t *bytes, size_t count);
/** The codec for the field of a portal of a cost tile. */
wendi_field_codec wendi_baked_file_codec(const wend_flow *flow, const wendi_tile_shape *shape,
                                         const uint8_t *cost, wendi_portal portal);
/** Writes the inputs that the file is built from. @param writer in an opened section. */
void wendi_baked_file_save_header(const wend_flow *flow, wendi_writer *writer);
/** @return WEND_OK: the file was built from the flow's present inputs; WEND_ERROR_FILE. */
wend_result wendi_baked_file_check_header(const wend_flow *flow, wendi_reader *reader,
                                          wend_message *message);

#endif
