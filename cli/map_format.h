/* map_format.h: the argument --to and the writing of maps. */
#ifndef CLI_MAP_FORMAT_H
#define CLI_MAP_FORMAT_H

#include "args.h"

#include "wend/io.h"

/** Adds --to. */
void map_format_add(args *a, wend_map_format *format);
/** Writes a map or tells why not. @return CLI_OK or CLI_BAD. */
int map_format_store(const cli *c, const wend_grid *grid, const char *file, wend_map_format format);

#endif
