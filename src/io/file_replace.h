/* file_replace.h: the one thing about files that differs between systems. */
#ifndef WENDI_IO_FILE_REPLACE_H
#define WENDI_IO_FILE_REPLACE_H

#include <stdbool.h>

/** Gives `from` the name `to`; a file that had it is gone, in one step where the system can. */
bool wendi_file_replace(const char *from, const char *to);

#endif
