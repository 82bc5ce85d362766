/* Kinds of the standard streams of a program and of named files. */
#ifndef CLI_TERMINAL_STREAMS_H
#define CLI_TERMINAL_STREAMS_H

#include <stdbool.h>
#include <stdio.h>

/** Called first. A closed standard stream stays unusable, but its number is reserved, so that no
 * file that is opened later gets it and is written to as if it were the stream. */
void streams_begin(void);
/** True if it can be read only once: "-" (standard input), a pipe, a socket, a device. */
bool streams_is_once(const char *name);
/** True if it is a terminal. */
bool streams_is_terminal(FILE *stream);
/** True if it is a pipe. */
bool streams_is_pipe(FILE *stream);
/** Columns of a terminal; 80 where that is not known. */
int streams_columns(FILE *stream);
/** Standard input without any change of line ends. */
FILE *streams_input(void);
/** Reserves standard output for data: later writes to stdout go to stderr.
 * @return a stream for the data, without any change of line ends; NULL: there is no standard
 * output. */
FILE *streams_take_output(void);

#endif
