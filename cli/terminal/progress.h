/* One line on stderr with the progress of a long run.
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
/** Shows the present activity: "building the mesh". Shown at once. */
void progress_say(const char *what, const char *name);
/** Shows the progress: "120 of 1200 ticks". Shown when the run is longer than a moment.
 * @param all 0 = unknown. */
void progress_count(const char *what, uint64_t done, uint64_t all);
/** Removes the line, if there is one. The next call starts over. */
void progress_end(void);

#endif
