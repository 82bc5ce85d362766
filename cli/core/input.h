/* Files that commands read, by name or from standard input, which is called "-".
 *
 * Standard input and other pipes can be read only once, while a command reads a file several times
 * (for its kind, then for its content). Their bytes are therefore read at the first call and kept
 * until the program ends, for the readers of bytes. Other files are opened by name through the
 * library, which also finds the files that a map refers to.
 */
#ifndef CLI_CORE_INPUT_H
#define CLI_CORE_INPUT_H

#include "core/cli.h"

#include "wend/io_map.h"
#include "wend/io_world.h"
#include "wend/mesh.h"
#include "wend/types.h"

/** "standard input" for "-", else the name itself. */
const char *input_name(const char *file);
/** Reports why a file could not be read; for a missing file also similar names in its folder.
 * @return CLI_BAD. */
int input_fail(const cli *c, const char *file, wend_result result, const wend_message *message);
/** All bytes of a file. @param bytes [*count] and a zero behind; free with input_free. Results and
 * message as wend_io_read_file. */
wend_result input_read(const char *file, uint8_t **bytes, size_t *count, wend_message *message);
void input_free(const char *file, uint8_t *bytes, size_t count);

/** The first bytes of a file, and a zero behind them; none when it cannot be read.
 * @param head [capacity]. @return how many. */
size_t input_head(const char *file, char *head, size_t capacity);

/* As the library's functions of the same names. */
wend_result input_map_open(const char *file, const wend_map_options *options, wend_map **map);
wend_result input_map_load(const char *file, const wend_map_options *options, wend_grid **grid,
                           wend_map_format *format);
wend_result input_level_open(const char *file, const wend_level_options *options,
                             wend_level **level);
wend_result input_level_list(const char *file, const wend_level_options *options,
                             wend_level_name_fn see, void *context);
wend_result input_mesh_open(const char *file, const wend_mesh_options *options, wend_mesh **mesh,
                            wend_mesh_report *report, wend_mesh_format *format);
wend_result input_triangles_open(const char *file, const wend_mesh_options *options,
                                 wend_triangles *triangles);
wend_result input_graph_open(const char *file, wend_graph_format format, wend_graph **graph,
                             wend_message *message);
wend_result input_scenario_load(const char *file, wend_scenario **scenario, wend_message *message);

#endif
