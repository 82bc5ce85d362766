/* The formats of maps as arguments. */
#ifndef CLI_MAP_FORMAT_H
#define CLI_MAP_FORMAT_H

#include "core/args.h"

#include "wend/io_map.h"

/** Adds --to: the format of the output. */
void map_format_add(args *a, wend_map_format *format);
/** Adds --format: the format of the input. */
void map_format_add_reading(args *a, wend_map_format *format);
/** Reads the name of any format of maps, as arg_read_fn has it. */
bool map_format_read_any(void *target, const char *text, arg_expected *expected);
#endif
