/* progress.h: one line on stderr that says how far a long run is.
 *
 * The line is shown if stderr is a terminal and standard output is not a pipe, because the reader
 * of a pipe may use the terminal itself. It is rewritten at most ten times a second and erased
 * before anything else is written there. It never affects the results of a command.
 */
#ifndef CLI_TERMINAL_PROGRESS_H
#define CLI_TERMINAL_PROGRESS_H

#include <stdint.h>

/** From here on nothing is shown. */
void progress_forbid(void);
/** Says what is being done: "building the mesh". Shown at once. */
void progress_say(const char *what, const char *name);
/** Says how much is done: "120 of 1200 ticks". Shown when the run is longer than a moment.
 * @param all 0 = not known. */
void progress_count(const char *what, uint64_t done, uint64_t all);
/** Takes the line away, if there is one. The next call begins anew. */
void progress_end(void);

#endif
