/* Opens the bytes of wend_flow_save, or rejects any others: loads the portals, and the positions
 * of the fields. On failure nothing changes.
 * Cost: a fingerprint of the grids, and a look at each sector and chunk. */
#include "flow/baked/file.h"

#include "flow/portals/save.h"

/* A cost tile may have every possible portal. */
static const uint32_t CHUNK_MAX =
    WENDI_BAKED_CHUNK + (WENDI_PORTALS_MAX + 1) * (WENDI_FIELD_CODE_BYTES_MAX + 8);

/* A file being opened. */
typedef struct baked_open {
    wend_flow *flow;
    wend_flow_read_fn read;
    void *context;
    uint64_t byte_count;
    uint64_t portals_at, index_at, chunks_at;
    wend_message *message;
    wendi_baked_chunk *chunks; /* [chunk_count + 1] */
    uint32_t chunk_count, chunk_longest;
} baked_open;

static wend_result fail_unreadable(const baked_open *o)
{
    return wendi_fail(o->message, WEND_ERROR_FILE, "the data cannot be read");
}

static wend_result fail_memory(const baked_open *o)
{
    return wendi_fail(o->message, WEND_ERROR_MEMORY, "out of memory");
}

static wend_result read_header(baked_open *o)
{
    uint8_t bytes[WENDI_BAKED_HEADER_MAX];
    const uint64_t here = o->byte_count;
    const size_t count = here < sizeof bytes ? (size_t)here : sizeof bytes;
    if (!wendi_baked_file_read(o->flow, o->read, o->context, 0, bytes, count)) {
        return fail_unreadable(o);
    }
    wendi_reader reader, content;
    uint32_t version = 0;
    wendi_reader_init(&reader, bytes, count);
    wend_result result = wendi_read_section(&reader, WENDI_BAKED_MAGIC, WENDI_BAKED_VERSION,
                                            &content, &version, o->message);
    if (result == WEND_OK) {
        result = wendi_baked_file_check_header(o->flow, &content, o->message);
    }
    if (result != WEND_OK) {
        return result;
    }
    const uint64_t graph = wendi_read_u64(&content);
    const uint64_t index = wendi_read_u64(&content);
    const uint64_t chunks = wendi_read_u64(&content);
    const uint64_t rest = here - reader.offset;
    if (!wendi_reader_is_done(&content) || graph > rest || index > rest - graph ||
        chunks != rest - graph - index) {
        return wendi_fail(o->message, WEND_ERROR_FILE, "the data is not as long as it says");
    }
    o->portals_at = reader.offset;
    o->index_at = o->portals_at + graph;
    o->chunks_at = o->index_at + index;
    return WEND_OK;
}

/* Reads a section. @param bytes [*count] to be freed by the caller. */
static wend_result read_section(const baked_open *o, uint32_t magic, uint64_t from, uint64_t to,
                                uint8_t **bytes, size_t *count, wendi_reader *content)
{
    *bytes = NULL;
    *count = 0;
    if (to - from > SIZE_MAX) {
        return fail_memory(o);
    }
    uint8_t *read = wendi_alloc(&o->flow->allocator, (size_t)(to - from));
    if (read == NULL && to != from) {
        return fail_memory(o);
    }
    *bytes = read;
    *count = (size_t)(to - from);
    if (*count > 0 && !wendi_baked_file_read(o->flow, o->read, o->context, from, read, *count)) {
        return fail_unreadable(o);
    }
    wendi_reader reader;
    uint32_t version = 0;
    wendi_reader_init(&reader, read, *count);
    const wend_result result =
        wendi_read_section(&reader, magic, WENDI_BAKED_VERSION, content, &version, o->message);
    if (result == WEND_OK && !wendi_reader_is_done(&reader)) {
        return wendi_fail(o->message, WEND_ERROR_FILE, "the data continues behind a section");
    }
    return result;
}

static bool parse_index(baked_open *o, wendi_reader *content)
{
    uint64_t offset = o->chunks_at;
    for (uint32_t i = 0; i < o->chunk_count; ++i) {
        wendi_baked_chunk *chunk = &o->chunks[i];
        *chunk = (wendi_baked_chunk){wendi_read_u64(content), offset};
        const uint32_t length = wendi_read_u32(content);
        if (length <= WENDI_BAKED_CHECKSUM || length > CHUNK_MAX ||
            length > o->byte_count - offset || (i > 0 && chunk->first <= chunk[-1].first)) {
            return false;
        }
        o->chunk_longest = length > o->chunk_longest ? length : o->chunk_longest;
        offset += length;
    }
    o->chunks[o->chunk_count] = (wendi_baked_chunk){UINT64_MAX, offset};
    return offset == o->byte_count;
}

static wend_result read_index(baked_open *o)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    wendi_reader content;
    wend_result result =
        read_section(o, WENDI_BAKED_INDEX, o->index_at, o->chunks_at, &bytes, &count, &content);
    if (result == WEND_OK) {
        const size_t items = wendi_reader_remaining(&content) / WENDI_BAKED_INDEX_ITEM;
        o->chunks = items < UINT32_MAX
                        ? wendi_alloc(&o->flow->allocator, (items + 1) * sizeof *o->chunks)
                        : NULL;
        o->chunk_count = (uint32_t)items;
        if (o->chunks == NULL) {
            result = fail_memory(o);
        } else if (!parse_index(o, &content) || !wendi_reader_is_done(&content)) {
            result = wendi_fail(o->message, WEND_ERROR_FILE, "the index makes no sense");
        }
    }
    wendi_free(&o->flow->allocator, bytes, count);
    return result;
}

static wend_result load_portals(const baked_open *o, wendi_reader *content)
{
    wend_flow *flow = o->flow;
    wend_result result = WEND_OK;
    uint32_t taken = 0;
    for (; result == WEND_OK && taken < flow->class_count; ++taken) {
        result = wendi_portal_graph_load(flow->classes[taken].graph, content);
    }
    if (result == WEND_OK && !wendi_reader_is_done(content)) {
        result = WEND_ERROR_FILE;
    }
    for (uint32_t i = 0; result != WEND_OK && i < taken; ++i) {
        wendi_portal_graph_reset(flow->classes[i].graph);
    }
    if (result == WEND_ERROR_FILE) {
        return wendi_fail(o->message, result, "the portals are not those of this map");
    }
    return result == WEND_OK ? result : fail_memory(o);
}

static wend_result read_portals(const baked_open *o)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    wendi_reader content;
    wend_result result =
        read_section(o, WENDI_BAKED_PORTALS, o->portals_at, o->index_at, &bytes, &count, &content);
    if (result == WEND_OK) {
        result = load_portals(o, &content);
    }
    wendi_free(&o->flow->allocator, bytes, count);
    return result;
}

static wend_result open_baked_file(baked_open *o)
{
    wend_flow *flow = o->flow;
    uint8_t *buffer = NULL;
    wend_result result = read_header(o);
    if (result == WEND_OK) {
        result = read_index(o);
    }
    if (result == WEND_OK && o->chunk_longest > 0) {
        buffer = wendi_alloc(&flow->allocator, o->chunk_longest);
        result = buffer == NULL ? fail_memory(o) : WEND_OK;
    }
    if (result == WEND_OK) {
        result = wendi_baked_file_reserve(flow) ? read_portals(o) : fail_memory(o);
    }
    if (result != WEND_OK) {
        wendi_baked_file_free_chunks(flow, o->chunks, o->chunk_count);
        wendi_free(&flow->allocator, buffer, o->chunk_longest);
        return result;
    }
    wendi_baked_file *stream = flow->stream;
    stream->read = o->read;
    stream->context = o->context;
    stream->chunks = o->chunks;
    stream->chunk_count = o->chunk_count;
    stream->buffer = buffer;
    stream->buffer_bytes = o->chunk_longest;
    return WEND_OK;
}

static wend_result load_stream(wend_flow *flow, wend_flow_read_fn read, void *context,
                               uint64_t byte_count, wend_message *message)
{
    if (flow == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "flow is NULL");
    }
    if (flow->is_busy) {
        return wendi_fail(message, WEND_ERROR_BUSY,
                          "wend_flow_load_stream: the flow is reading what it streams");
    }
    if (read == NULL) {
        wendi_baked_file_close(flow);
        return WEND_OK;
    }
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        if (!wendi_portal_graph_is_unbuilt(flow->classes[i].graph)) {
            return wendi_fail(message, WEND_ERROR_ARGUMENT,
                              "the flow was updated before: it has portals of its own");
        }
    }
    baked_open o = {.flow = flow,
                    .read = read,
                    .context = context,
                    .byte_count = byte_count,
                    .message = message};
    return open_baked_file(&o);
}

wend_result wend_flow_load_stream(wend_flow *flow, wend_flow_read_fn read, void *context,
                                  uint64_t byte_count, wend_message *message)
{
    wend_message own = {0};
    wend_message *report = wendi_message_or(message, &own);
    return wendi_fail_as_both(flow == NULL ? NULL : &flow->error, report, "wend_flow_load_stream",
                              load_stream(flow, read, context, byte_count, report));
}
