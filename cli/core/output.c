/* Writes grids, meshes, graphs and pictures to files by name, "-" for standard output.
 * Cost: that of the library's writers. */
#include "core/output.h"

#include "streams.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A process has one standard output. */
static FILE *data_stream;

const char *output_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "standard output" : file;
}

int output_take(const cli *c)
{
    data_stream = streams_take_output();
    return data_stream != NULL ? CLI_OK : cli_fail(c, "standard output: cannot be written");
}

FILE *output_stream(void)
{
    return data_stream;
}

bool output_finish(void)
{
    FILE *stream = data_stream;
    data_stream = NULL;
    return stream == NULL || (fflush(stream) == 0 && !ferror(stream) && fclose(stream) == 0);
}

/* Writes the bytes of a writer to memory, and frees them. */
static int put(const cli *c, wend_result result, uint8_t *bytes, size_t count, const char *binary,
               const wend_message *message)
{
    if (result != WEND_OK) {
        return cli_fail_call(c, "standard output", result, message);
    }
    int exit_code = CLI_OK;
    if (binary != NULL && streams_is_terminal(data_stream)) {
        exit_code = cli_fail(c,
                             "standard output: it is a terminal, and %s is not text; send it to a "
                             "file or a pipe",
                             binary);
    } else if (fwrite(bytes, 1, count, data_stream) != count || fflush(data_stream) != 0) {
        exit_code = cli_fail(c, "standard output: cannot be written: %s", strerror(errno));
    }
    wend_io_free(NULL, bytes, count);
    return exit_code;
}

static int missing_format(const cli *c, const char *formats)
{
    return cli_fail(c,
                    "--to: missing; standard output has no ending that gives the format, "
                    "expected one of %s",
                    formats);
}

int output_map(const cli *c, const wend_grid *grid, const char *file, wend_map_format format)
{
    wend_message message = {0};
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (strcmp(file, "-") != 0) {
        if (format == WEND_MAP_FORMAT_AUTO &&
            wend_map_format_from_name(file) == WEND_MAP_FORMAT_AUTO) {
            return cli_fail(
                c,
                "%s: no format, expected a name ending in .map, .txt, .png or .wend, or --to with "
                "movingai, text, png or grid",
                file);
        }
        const wend_result result = wend_map_save_file(grid, file, format, &message);
        return result == WEND_OK ? CLI_OK : cli_fail_call(c, file, result, &message);
    }
    if (format == WEND_MAP_FORMAT_AUTO) {
        return missing_format(c, "movingai, text, png, grid");
    }
    const bool is_text = format == WEND_MAP_FORMAT_MOVINGAI || format == WEND_MAP_FORMAT_TEXT;
    const wend_result result = wend_map_save_memory(grid, format, NULL, &bytes, &count, &message);
    return put(c, result, bytes, count, is_text ? NULL : wend_map_format_name(format), &message);
}

int output_mesh(const cli *c, const wend_mesh *mesh, const char *file, wend_mesh_format format,
                wend_up_axis up)
{
    wend_message message = {0};
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (strcmp(file, "-") != 0) {
        const wend_result result = wend_mesh_save_file(mesh, file, format, up, &message);
        return result == WEND_OK ? CLI_OK : cli_fail_call(c, file, result, &message);
    }
    if (format == WEND_MESH_FORMAT_AUTO) {
        return missing_format(c, "obj, polyanya, saved");
    }
    const wend_result result =
        wend_mesh_save_memory(mesh, format, up, NULL, &bytes, &count, &message);
    return put(c, result, bytes, count, format == WEND_MESH_FORMAT_SAVED ? "a saved mesh" : NULL,
               &message);
}

int output_graph(const cli *c, const wend_graph *graph, const char *file, wend_graph_format format)
{
    wend_message message = {0};
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (strcmp(file, "-") != 0) {
        const wend_result result = wend_graph_save_file(graph, file, format, &message);
        return result == WEND_OK ? CLI_OK : cli_fail_call(c, file, result, &message);
    }
    if (format == WEND_GRAPH_FORMAT_AUTO) {
        return missing_format(c, "text, saved");
    }
    const wend_result result =
        wend_graph_save_memory(graph, format, NULL, &bytes, &count, &message);
    return put(c, result, bytes, count, format == WEND_GRAPH_FORMAT_SAVED ? "a saved graph" : NULL,
               &message);
}

int output_picture(const cli *c, wend_picture *picture, const char *file,
                   wend_picture_format format)
{
    wend_message message = {0};
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (strcmp(file, "-") != 0) {
        const wend_result result = wend_picture_save_file(picture, file, &message);
        return result == WEND_OK ? CLI_OK : cli_fail_call(c, file, result, &message);
    }
    const wend_result result = wend_picture_save_memory(picture, NULL, &bytes, &count, &message);
    return put(c, result, bytes, count, format == WEND_PICTURE_PNG ? "a PNG" : NULL, &message);
}

int output_png(const cli *c, int32_t width, int32_t height, const uint8_t *rgb, const char *file)
{
    wend_message message = {0};
    uint8_t *bytes = NULL;
    size_t count = 0;
    if (strcmp(file, "-") != 0) {
        const wend_result result = wend_io_save_png_file(file, width, height, rgb, &message);
        return result == WEND_OK ? CLI_OK : cli_fail_call(c, file, result, &message);
    }
    const wend_result result =
        wend_io_save_png_memory(width, height, rgb, NULL, &bytes, &count, &message);
    return put(c, result, bytes, count, "a PNG", &message);
}
