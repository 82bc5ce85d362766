/* map/format.h: the formats of maps as arguments. */
#ifndef CLI_MAP_FORMAT_H
#define CLI_MAP_FORMAT_H

#include "core/args.h"

#include "wend/io.h"

/** Adds --to: what a map is written as. */
void map_format_add(args *a, wend_map_format *format);
/** Adds --format: what a map is read as. */
void map_format_add_reading(args *a, wend_map_format *format);
/** Reads the name of any format of maps, as arg_read_fn has it. */
bool map_format_read_any(void *target, const char *text, arg_expected *expected);
#endif
