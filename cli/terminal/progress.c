/* Shows the progress of a run in one line of a terminal.
 * Cost: reading the clock; ten writes a second. */
#include "progress.h"

#include "streams.h"
#include "wend/base.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const uint64_t ns_between = 100000000; /* two lines */
static const uint64_t ns_moment = 300000000;  /* shorter runs need no count */
enum { LINE_CAPACITY = 128 };

/* There is one terminal. */
static struct {
    bool is_known, is_shown_at_all; /* lines may be shown; tested once */
    bool has_begun;
    uint64_t begin, last; /* clock; last = 0: no line since the beginning */
    int width;            /* of the line that is there; 0 = none */
} state;

static bool may_show(void)
{
    if (!state.is_known) {
        state.is_known = true;
        state.is_shown_at_all = streams_is_terminal(stderr) && !streams_is_pipe(stdout);
    }
    return state.is_shown_at_all;
}

void progress_forbid(void)
{
    state.is_known = true;
    state.is_shown_at_all = false;
}

/* @return true if it is time for another line. */
static bool is_due(uint64_t least_ns)
{
    const uint64_t now = wend_clock_ns();
    if (!state.has_begun) {
        state.has_begun = true;
        state.begin = now;
        state.last = 0;
    }
    if (now - state.begin < least_ns || (state.last != 0 && now - state.last < ns_between)) {
        return false;
    }
    state.last = now;
    return true;
}

/* Blanks cover the rest of a longer previous line. */
static void show(const char *line)
{
    const int columns = streams_columns(stderr);
    const int width = (int)strlen(line) < columns ? (int)strlen(line) : columns - 1;
    const int blanks = state.width > width ? state.width - width : 0;
    fprintf(stderr, "\r%.*s%*s\r%.*s", width, line, blanks, "", blanks > 0 ? width : 0, line);
    fflush(stderr);
    state.width = width;
}

void progress_say(const char *what, const char *name)
{
    char line[LINE_CAPACITY];
    if (may_show() && is_due(0)) {
        snprintf(line, sizeof line, "%s%s%s ...", what, name[0] == '\0' ? "" : " ", name);
        show(line);
    }
}

void progress_count(const char *what, uint64_t done, uint64_t all)
{
    char line[LINE_CAPACITY];
    if (!may_show() || !is_due(ns_moment)) {
        return;
    }
    if (all > 0) {
        const unsigned percent = (unsigned)((double)done / (double)all * 100.0);
        snprintf(line, sizeof line, "%" PRIu64 " of %" PRIu64 " %s, %u %%", done, all, what,
                 percent);
    } else {
        snprintf(line, sizeof line, "%" PRIu64 " %s", done, what);
    }
    show(line);
}

void progress_end(void)
{
    state.has_begun = false;
    if (state.width > 0) {
        fprintf(stderr, "\r%*s\r", state.width, "");
        fflush(stderr);
        state.width = 0;
    }
}
