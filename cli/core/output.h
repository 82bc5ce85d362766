/* Files that commands write, by name or to standard output, which is called "-".
 *
 * If one of a command's files is "-", args_parse reserves standard output for it: messages of the
 * command go to stderr then. Binary data are not written to a terminal.
 */
#ifndef CLI_CORE_OUTPUT_H
#define CLI_CORE_OUTPUT_H

#include "core/cli.h"

#include "wend/io_map.h"
#include "wend/io_picture.h"
#include "wend/io_world.h"
#include "wend/mesh.h"
#include "wend/types.h"

#include <stdio.h>

/** "standard output" for "-", else the name itself. */
const char *output_name(const char *file);
/** Reserves standard output for data. @return CLI_OK, or CLI_BAD after a reported failure. */
int output_take(const cli *c);
/** The stream that output_take got; NULL: it was not called. */
FILE *output_stream(void);
/** Writes the buffered rest of the stream. @return false: it could not be written. */
bool output_finish(void);

/* As the library's functions of the same names, or a failure. AUTO goes by the name's ending, which
 * standard output does not have. @return CLI_OK or CLI_BAD. */
int output_map(const cli *c, const wend_grid *grid, const char *file, wend_map_format format);
int output_mesh(const cli *c, const wend_mesh *mesh, const char *file, wend_mesh_format format,
                wend_up_axis up);
int output_graph(const cli *c, const wend_graph *graph, const char *file, wend_graph_format format);
int output_picture(const cli *c, wend_picture *picture, const char *file,
                   wend_picture_format format);
int output_png(const cli *c, int32_t width, int32_t height, const uint8_t *rgb, const char *file);

#endif
