/* core/file_replace.h: what about files differs between systems. */
#ifndef WENDI_IO_CORE_FILE_REPLACE_H
#define WENDI_IO_CORE_FILE_REPLACE_H

#include <stdbool.h>

/** Gives `from` the name `to`; a file that had it is gone, in one step where the system can. */
bool wendi_file_replace(const char *from, const char *to);
/** May another file take its place? Not that of a device, a pipe or a link: these are written to. A
 * name that nothing has is free. */
bool wendi_file_is_replaceable(const char *file);

#endif
