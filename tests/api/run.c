/* Runs episodes, each batch in a process of its own, several at a time, and shrinks one that fails.
 * An episode depends on the seed and its own number alone, so that any part of a run can be run by
 * itself, on any number of processes. */
#include "run.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 100, SECONDS_OF_PROCESSOR = 60, SECONDS_ON_CLOCK = 600, FAILURES_MOST = 10 };

static run_shared *shared;
static run_place *place;
static char base_folder[40];
char fuzz_folder[64];

static void empty_folder(const char *folder)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry = entries != NULL ? readdir(entries) : NULL; entry != NULL;
         entry = readdir(entries)) {
        char name[400];
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        remove(name);
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

/* Of the process at a place. */
static void enter_folder(uint32_t slot)
{
    snprintf(fuzz_folder, sizeof fuzz_folder, "%s/%u", base_folder, slot);
    mkdir(fuzz_folder, 0700);
}

void run_begin(run_shared *memory)
{
    shared = memory;
    place = &shared->places[RUN_JOBS_MOST];
    counts_begin(&shared->counts);
    /* In memory where that is possible: a disc would be waited for. */
    strcpy(base_folder, "/dev/shm/wend_api_XXXXXX");
    if (mkdtemp(base_folder) == NULL) {
        strcpy(base_folder, "/tmp/wend_api_XXXXXX");
        if (mkdtemp(base_folder) == NULL) {
            fprintf(stderr, "no folder for files\n");
            exit(4);
        }
    }
    enter_folder(RUN_JOBS_MOST);
}

void run_end(void)
{
    for (uint32_t i = 0; i <= RUN_JOBS_MOST; ++i) {
        snprintf(fuzz_folder, sizeof fuzz_folder, "%s/%u", base_folder, i);
        empty_folder(fuzz_folder);
        rmdir(fuzz_folder);
    }
    rmdir(base_folder);
}

/* ---- an episode ---- */

static bool is_room_wanted(fuzz *f, const char *only, const fuzz_room *room)
{
    if (only != NULL) {
        const char *at = strstr(only, room->name);
        const size_t length = strlen(room->name);
        return at != NULL && (at == only || at[-1] == ',') &&
               (at[length] == 0 || at[length] == ',');
    }
    return chance(f, 4);
}

/* An episode that is run again to look into a failure is not counted twice. */
static bool is_counted(void)
{
    return place != &shared->places[RUN_JOBS_MOST];
}

/* Forgets what belongs to one step. */
static void end_step(fuzz *f)
{
    f->refuse_in = 0;
    f->watched = NULL;
    f->busy = NULL;
    f->depth = 0;
    f->has_message = false;
    f->has_garbage = false;
    memset(f->got_none, 0, sizeof f->got_none);
    for (size_t i = 0; i < f->scratch_count; ++i) {
        free(f->scratch[i]);
    }
    f->scratch_count = 0;
}

static void run_step(fuzz *f, size_t room, bool is_left_out)
{
    uint32_t all = 0;
    for (size_t i = 0; i < fuzz_rooms[room]->count; ++i) {
        all += fuzz_rooms[room]->actions[i].weight;
    }
    uint32_t at = below(f, all);
    const fuzz_action *action = fuzz_rooms[room]->actions;
    while (at >= action->weight) {
        at -= action->weight;
        action++;
    }
    if (is_left_out) {
        return;
    }
    f->action = action->name;
    if (f->is_loud) {
        fprintf(stderr, "%llu %s.%s\n", (unsigned long long)f->step, fuzz_rooms[room]->name,
                action->name);
    }
    f->refuse_in = chance(f, 12) ? 1 + below(f, chance(f, 2) ? 6 : 60) : 0;
    counts_run_action(f, room, (size_t)(action - fuzz_rooms[room]->actions));
    end_step(f);
    if (is_counted()) {
        shared->counts.steps++;
    }
}

void run_episode(const run_def *def, uint64_t episode, const bool *left_out, bool is_loud)
{
    static fuzz state;
    fuzz *f = &state;
    memset(f, 0, sizeof *f);
    f->seed = def->seed;
    f->episode = episode;
    f->is_loud = is_loud;
    f->step = UINT64_MAX;
    size_t rooms[FUZZ_ROOMS];
    uint32_t room_count = 0;
    for (size_t i = 0; i < fuzz_room_count; ++i) {
        if (is_room_wanted(f, def->rooms, fuzz_rooms[i])) {
            rooms[room_count++] = i;
        }
    }
    if (room_count == 0) {
        rooms[room_count++] = below(f, (uint32_t)fuzz_room_count);
    }
    empty_folder(fuzz_folder);
    place->episode = episode;
    for (uint32_t step = 0; step < RUN_STEPS; ++step) {
        f->step = step;
        f->draw = 0;
        place->step = step;
        run_step(f, rooms[below(f, room_count)], left_out != NULL && left_out[step]);
    }
    f->step = RUN_STEPS;
    place->step = RUN_STEPS;
    const uint32_t pairs = check_pairs(f);
    if (is_counted()) {
        shared->counts.pairs += pairs;
    }
    f->action = "end";
    drop_all(f);
}

/* ---- processes ---- */

static void limit_time(void)
{
    const struct itimerval limit = {{0, 0}, {SECONDS_OF_PROCESSOR, 0}};
    setitimer(ITIMER_PROF, &limit, NULL);
    alarm(SECONDS_ON_CLOCK); /* threads that wait for each other take no processor's time */
}

/* Starts a process that runs some episodes. @param slot its place and its folder of files. */
static pid_t start(const run_def *def, uint32_t slot, uint64_t first, uint64_t count,
                   const bool *left_out, bool is_quiet)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child != 0) {
        if (child < 0) {
            fprintf(stderr, "no process\n");
            exit(4);
        }
        return child;
    }
    if (is_quiet && freopen("/dev/null", "w", stderr) == NULL) {
        _exit(4);
    }
    place = &shared->places[slot];
    enter_folder(slot);
    for (uint64_t i = 0; i < count; ++i) {
        limit_time();
        run_episode(def, first + i, left_out, false);
    }
    empty_folder(fuzz_folder);
    exit(0); /* writes counts of coverage, and looks for leaks */
}

static bool has_failed(int status, bool is_quiet)
{
    if (WIFSIGNALED(status) && !is_quiet) {
        const int number = WTERMSIG(status);
        fprintf(stderr, "ended by signal %d%s\n", number,
                number == SIGALRM || number == SIGPROF ? " (too slow)" : "");
    }
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

/* True if the episode fails by itself. */
static bool does_fail(const run_def *def, uint64_t episode, const bool *left_out, bool is_quiet)
{
    int status = 0;
    const pid_t child = start(def, RUN_JOBS_MOST, episode, 1, left_out, is_quiet);
    if (waitpid(child, &status, 0) != child) {
        fprintf(stderr, "no process\n");
        exit(4);
    }
    return has_failed(status, is_quiet);
}

/* Leaves out steps as long as the episode fails without them, then prints how to replay it. */
static void shrink(const run_def *def, uint64_t episode)
{
    bool left_out[RUN_STEPS] = {false};
    for (uint32_t width = RUN_STEPS / 2; width > 0; width /= 2) {
        for (uint32_t at = 0; at < RUN_STEPS; at += width) {
            bool before[RUN_STEPS];
            memcpy(before, left_out, sizeof before);
            for (uint32_t i = at; i < RUN_STEPS && i < at + width; ++i) {
                left_out[i] = true;
            }
            if (memcmp(before, left_out, sizeof before) != 0 &&
                !does_fail(def, episode, left_out, true)) {
                memcpy(left_out, before, sizeof before);
            }
        }
    }
    does_fail(def, episode, left_out, false);
    fprintf(stderr, "replay with: --replay %llu:%llu --steps ", (unsigned long long)def->seed,
            (unsigned long long)episode);
    const char *comma = "";
    for (uint32_t i = 0; i < RUN_STEPS; ++i) {
        if (!left_out[i]) {
            fprintf(stderr, "%s%u", comma, i);
            comma = ",";
        }
    }
    fprintf(stderr, " --loud\n");
}

/* ---- all of them ---- */

typedef struct batch {
    pid_t child; /* 0 = none */
    uint64_t first, count;
} batch;

/* Which episode of a batch fails: the one in which its process ended; where something was lost before,
 * which is seen at the end, another one. @return the episode after those that need not be run again. */
static uint64_t look_into(const run_def *def, const batch *failed, uint32_t slot)
{
    const uint64_t last = shared->places[slot].episode;
    const bool is_over =
        last + 1 == failed->first + failed->count && shared->places[slot].step == RUN_STEPS;
    uint64_t episode = is_over ? failed->first : last;
    while (episode <= last && !does_fail(def, episode, NULL, true)) {
        episode++;
    }
    if (episode > last) {
        fprintf(stderr, "episodes %llu to %llu fail together, none of them by itself: %s\n",
                (unsigned long long)failed->first, (unsigned long long)last,
                "run them with --first");
        return last + 1;
    }
    fprintf(stderr, "episode %llu fails\n", (unsigned long long)episode);
    shrink(def, episode);
    return last + 1;
}

static uint64_t seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec;
}

/* What has been done so far counts, also if the run is ended now. */
static void show_progress(const run_def *def, uint64_t begin, uint32_t failures)
{
    fprintf(stderr, "seed %llu: %llu steps of %llu calls, %llu objects, %u failures, %llu s\n",
            (unsigned long long)def->seed, (unsigned long long)shared->counts.steps,
            (unsigned long long)shared->counts.calls, (unsigned long long)shared->counts.pairs,
            failures, (unsigned long long)(seconds_now() - begin));
}

/* Gives each free place the rest of its batch, or the next batch. @return how many processes run. */
static uint32_t start_batches(const run_def *def, batch *batches, uint64_t *next)
{
    const uint64_t end = def->first + (def->calls + RUN_STEPS - 1) / RUN_STEPS;
    uint32_t running = 0;
    for (uint32_t i = 0; i < def->jobs; ++i) {
        batch *b = &batches[i];
        if (b->child == 0 && b->count == 0 && (*next < end || shared->counts.pairs < def->pairs)) {
            b->first = *next;
            b->count = *next < end && end - *next < BATCH ? end - *next : BATCH;
            *next += b->count;
        }
        if (b->child == 0 && b->count > 0) {
            b->child = start(def, i, b->first, b->count, NULL, false);
        }
        running += b->child != 0 ? 1 : 0;
    }
    return running;
}

uint32_t run_all(const run_def *def)
{
    batch batches[RUN_JOBS_MOST] = {0};
    const uint64_t begin = seconds_now();
    uint64_t next = def->first;
    uint64_t shown = begin;
    uint32_t failures = 0;
    while (failures < FAILURES_MOST && start_batches(def, batches, &next) > 0) {
        int status = 0;
        const pid_t child = wait(&status);
        uint32_t i = 0;
        while (i < def->jobs && batches[i].child != child) {
            i++;
        }
        if (i == def->jobs) {
            fprintf(stderr, "no process\n");
            exit(4);
        }
        batch *b = &batches[i];
        b->child = 0;
        const uint64_t after = b->first + b->count;
        if (has_failed(status, false)) {
            failures++;
            b->first = look_into(def, b, i);
            b->count = after - b->first;
        } else {
            b->count = 0;
        }
        if (seconds_now() - shown >= def->progress_seconds) {
            shown = seconds_now();
            show_progress(def, begin, failures);
        }
    }
    for (uint32_t i = 0; i < def->jobs; ++i) {
        if (batches[i].child != 0) {
            kill(batches[i].child, SIGKILL);
            waitpid(batches[i].child, NULL, 0);
        }
    }
    return failures;
}
