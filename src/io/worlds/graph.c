/* takes: the bytes or the name of a graph's file, or a graph to write.
 * gives: a graph, or the file.
 * cost:  that of its reader or writer. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/file_message.h"
#include "io/core/text_out.h"
#include "io/worlds/graph_text.h"

#include <string.h>

const char *wend_graph_format_name(wend_graph_format format)
{
    switch (format) {
    case WEND_GRAPH_FORMAT_TEXT:
        return "text";
    case WEND_GRAPH_FORMAT_SAVED:
        return "saved";
    case WEND_GRAPH_FORMAT_AUTO:
    default:
        return "auto";
    }
}

wend_graph_format wend_graph_format_from_name(const char *file)
{
    if (wendi_name_ends(file, ".graph") || wendi_name_ends(file, ".txt")) {
        return WEND_GRAPH_FORMAT_TEXT;
    }
    return wendi_name_ends(file, ".wend") ? WEND_GRAPH_FORMAT_SAVED : WEND_GRAPH_FORMAT_AUTO;
}

static wend_graph_format detect(const uint8_t *bytes, size_t count)
{
    return count >= 4 && memcmp(bytes, "WGRF", 4) == 0 ? WEND_GRAPH_FORMAT_SAVED
                                                       : WEND_GRAPH_FORMAT_TEXT;
}

static wend_result open_saved(const uint8_t *bytes, size_t count, const wend_allocator *allocator,
                              wend_graph **graph, wend_message *message)
{
    wend_graph_def def = wend_graph_def_default();
    def.allocator = *allocator;
    def.message = message;
    return wend_graph_load(&def, bytes, count, graph);
}

static wend_result open_any(const uint8_t *bytes, size_t count, wend_graph_format format,
                            const wend_allocator *allocator, wend_graph **graph,
                            wend_message *message)
{
    const wend_allocator libc = {NULL, NULL};
    const wend_allocator *a = allocator == NULL ? &libc : allocator;
    if (count == 0) {
        return wendi_fail_line(message, 1, "empty, expected a graph");
    }
    const wend_graph_format is = format == WEND_GRAPH_FORMAT_AUTO ? detect(bytes, count) : format;
    return is == WEND_GRAPH_FORMAT_SAVED ? open_saved(bytes, count, a, graph, message)
                                         : wendi_graph_text_read(bytes, count, a, graph, message);
}

static wend_result begin(wend_graph_format format, wend_graph **graph, wend_message *message)
{
    wendi_message_clear(message);
    if (graph == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "graph is NULL");
    }
    *graph = NULL;
    if (format < WEND_GRAPH_FORMAT_AUTO || format > WEND_GRAPH_FORMAT_SAVED) {
        return wendi_refuse(message, NULL, "format", (double)format, WEND_GRAPH_FORMAT_AUTO,
                            WEND_GRAPH_FORMAT_SAVED);
    }
    return WEND_OK;
}

wend_result wend_graph_load_memory(const uint8_t *bytes, size_t count, wend_graph_format format,
                                   const wend_allocator *allocator, wend_graph **graph,
                                   wend_message *message)
{
    wend_result result = begin(format, graph, message);
    if (result == WEND_OK && bytes == NULL && count > 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "bytes is NULL");
    }
    return result == WEND_OK ? open_any(bytes, count, format, allocator, graph, message) : result;
}

wend_result wend_graph_load_file(const char *file, wend_graph_format format,
                                 const wend_allocator *allocator, wend_graph **graph,
                                 wend_message *message)
{
    wend_result result = begin(format, graph, message);
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (result == WEND_OK) {
        result = wend_io_read_file(file, allocator, &bytes, &count, message);
    }
    if (result != WEND_OK) {
        return result;
    }
    result = open_any(bytes, count, format, allocator, graph, message);
    wend_io_free(allocator, bytes, count);
    if (result != WEND_OK) {
        wendi_file_message(message, file);
    }
    return result;
}

static wend_result write_saved(const wend_graph *graph, wendi_writer *out)
{
    size_t count = 0;
    wend_result result = wend_graph_save(graph, NULL, 0, &count);
    if (result < WEND_OK) {
        return result;
    }
    if (!wendi_array_u8_resize(&out->bytes, count)) {
        return WEND_ERROR_MEMORY;
    }
    return wend_graph_save(graph, out->bytes.items, count, &count);
}

/* What a file of the format holds. @param out to be freed in any case. */
static wend_result put_graph(const wend_graph *graph, wend_graph_format format, wendi_writer *out,
                             wend_message *message)
{
    wendi_writer_init(out, NULL);
    if (graph == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "graph is NULL");
    }
    if (format != WEND_GRAPH_FORMAT_TEXT && format != WEND_GRAPH_FORMAT_SAVED) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "format is %d, and must be from %d to %d, or file end in .graph, .txt or "
                          ".wend",
                          (int)format, (int)WEND_GRAPH_FORMAT_TEXT, (int)WEND_GRAPH_FORMAT_SAVED);
    }
    wend_result result = format == WEND_GRAPH_FORMAT_TEXT ? wendi_graph_text_write(graph, out)
                                                          : write_saved(graph, out);
    result = result == WEND_OK && out->has_failed ? WEND_ERROR_MEMORY : result;
    return result == WEND_OK ? WEND_OK
                             : wendi_fail(message, result, "%s", wend_result_text(result));
}

wend_result wend_graph_save_file(const wend_graph *graph, const char *file,
                                 wend_graph_format format, wend_message *message)
{
    wendi_message_clear(message);
    if (file == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "file is NULL");
    }
    const wend_graph_format is =
        format == WEND_GRAPH_FORMAT_AUTO ? wend_graph_format_from_name(file) : format;
    wendi_writer out;
    const wend_result result = put_graph(graph, is, &out, message);
    if (result != WEND_OK) {
        wendi_writer_free(&out);
        wendi_file_message(message, file);
        return result;
    }
    return wendi_text_save_file(&out, file, message);
}

wend_result wend_graph_save_memory(const wend_graph *graph, wend_graph_format format,
                                   const wend_allocator *allocator, uint8_t **bytes, size_t *count,
                                   wend_message *message)
{
    if (!wendi_give_begin(bytes, count, message)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer out;
    wend_result result = put_graph(graph, format, &out, message);
    if (result == WEND_OK) {
        result = wendi_give_bytes(&out.bytes, allocator, bytes, count, message);
    }
    wendi_writer_free(&out);
    return result;
}
