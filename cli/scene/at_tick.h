/* Options of the form FILE@TICK. */
#ifndef CLI_SCENE_AT_TICK_H
#define CLI_SCENE_AT_TICK_H

#include "core/cli.h"

#include <stddef.h>
#include <stdint.h>

/** Reads "FILE@TICK" or "FILE". @param option for messages. @param file [capacity].
 * @param tick UINT64_MAX without one: at the end. @return CLI_OK or CLI_BAD (reported). */
int at_tick_read(const cli *c, const char *option, const char *text, char *file, size_t capacity,
                 uint64_t *tick);
/** Tests early that the file can be written. @return CLI_OK or CLI_BAD (reported). */
int at_tick_check_writable(const cli *c, const char *option, const char *file);

#endif
