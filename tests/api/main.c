/* Runs episodes, each batch in a process of its own, and shrinks one that fails.
 *
 *     api_fuzz [--calls N] [--seed S] [--first EPISODE] [--pairs N] [--rooms a,b]
 *     api_fuzz --sentences FILE ...: adds all that is said of failures to a file
 *     api_fuzz --replay S:EPISODE [--steps 3,17,20] [--loud]
 */
#include "fuzz.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 120, BATCH = 40, SECONDS = 60, LEFT_OUT = 1 };

/* The report of a process that dies. */
typedef struct shared {
    uint64_t episode, step, calls, pairs;
} shared;

static shared *left;
static const char *only_rooms;
char fuzz_folder[] = "/tmp/wend_api_XXXXXX";

static bool is_room_wanted(fuzz *f, const fuzz_room *room)
{
    if (only_rooms != NULL) {
        const char *at = strstr(only_rooms, room->name);
        const size_t length = strlen(room->name);
        return at != NULL && (at == only_rooms || at[-1] == ',') &&
               (at[length] == 0 || at[length] == ',');
    }
    return chance(f, 4);
}

/* Runs the steps of one episode that are not left out. */
static void run_episode(uint64_t seed, uint64_t episode, const uint8_t *left_out, bool is_loud)
{
    static fuzz state;
    fuzz *f = &state;
    memset(f, 0, sizeof *f);
    f->seed = seed;
    f->episode = episode;
    f->is_loud = is_loud;
    f->step = UINT64_MAX;
    const fuzz_room *rooms[32];
    uint32_t room_count = 0;
    for (size_t i = 0; i < fuzz_room_count; ++i) {
        if (is_room_wanted(f, fuzz_rooms[i])) {
            rooms[room_count++] = fuzz_rooms[i];
        }
    }
    if (room_count == 0) {
        rooms[room_count++] = fuzz_rooms[below(f, (uint32_t)fuzz_room_count)];
    }
    left->episode = episode;
    for (uint32_t step = 0; step < STEPS; ++step) {
        f->step = step;
        f->draw = 0;
        const fuzz_room *room = rooms[below(f, room_count)];
        uint32_t all = 0;
        for (size_t i = 0; i < room->count; ++i) {
            all += room->actions[i].weight;
        }
        uint32_t at = below(f, all);
        const fuzz_action *action = room->actions;
        while (at >= action->weight) {
            at -= action->weight;
            action++;
        }
        left->step = step;
        if (left_out != NULL && left_out[step] == LEFT_OUT) {
            continue;
        }
        f->action = action->name;
        if (is_loud) {
            fprintf(stderr, "%u %s.%s\n", step, room->name, action->name);
        }
        f->refuse_in = chance(f, 12) ? 1 + below(f, chance(f, 2) ? 6 : 60) : 0;
        action->run(f);
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
        left->calls++;
    }
    f->step = STEPS;
    left->pairs += check_pairs(f);
    f->action = "end";
    drop_all(f);
}

/* True if the episode fails in a separate process. */
static bool does_fail(uint64_t seed, uint64_t first, uint64_t count, const uint8_t *left_out,
                      bool is_quiet)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (is_quiet && freopen("/dev/null", "w", stderr) == NULL) {
            _exit(4);
        }
        for (uint64_t i = 0; i < count; ++i) {
            alarm(SECONDS);
            run_episode(seed, first + i, left_out, false);
        }
        exit(0); /* writes counts of coverage, and looks for leaks */
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        fprintf(stderr, "no process\n");
        exit(4);
    }
    if (WIFSIGNALED(status) && !is_quiet) {
        fprintf(stderr, "ended by signal %d%s\n", WTERMSIG(status),
                WTERMSIG(status) == SIGALRM ? " (too slow)" : "");
    }
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

/* Leaves out steps as long as the episode fails without them, then prints how to replay it. */
static void shrink(uint64_t seed, uint64_t episode, uint64_t last)
{
    uint8_t left_out[STEPS] = {0};
    for (uint64_t i = last + 1; i < STEPS; ++i) {
        left_out[i] = LEFT_OUT;
    }
    for (uint32_t width = STEPS / 2; width > 0; width /= 2) {
        for (uint32_t at = 0; at < STEPS; at += width) {
            uint8_t before[STEPS];
            memcpy(before, left_out, sizeof before);
            memset(left_out + at, LEFT_OUT, width < STEPS - at ? width : STEPS - at);
            if (memcmp(before, left_out, sizeof before) != 0 &&
                !does_fail(seed, episode, 1, left_out, true)) {
                memcpy(left_out, before, sizeof before);
            }
        }
    }
    does_fail(seed, episode, 1, left_out, false);
    fprintf(stderr, "replay with: --replay %llu:%llu --steps ", (unsigned long long)seed,
            (unsigned long long)episode);
    const char *comma = "";
    for (uint32_t i = 0; i < STEPS; ++i) {
        if (left_out[i] != LEFT_OUT) {
            fprintf(stderr, "%s%u", comma, i);
            comma = ",";
        }
    }
    fprintf(stderr, " --loud\n");
}

static int run_all(uint64_t seed, uint64_t first, uint64_t calls, uint64_t pairs)
{
    uint32_t failures = 0;
    const uint64_t episodes = (calls + STEPS - 1) / STEPS;
    printf("seed %llu, episodes %llu to %llu\n", (unsigned long long)seed,
           (unsigned long long)first, (unsigned long long)(first + episodes - 1));
    for (uint64_t done = 0; done < episodes || left->pairs < pairs;) {
        const uint64_t batch = done < episodes && episodes - done < BATCH ? episodes - done : BATCH;
        if (!does_fail(seed, first + done, batch, NULL, false)) {
            done += batch;
            continue;
        }
        const uint64_t episode = left->episode;
        const shared ran = *left;
        fprintf(stderr, "episode %llu fails\n", (unsigned long long)episode);
        shrink(seed, episode, left->step);
        left->calls = ran.calls;
        left->pairs = ran.pairs;
        done = episode - first + 1;
        if (++failures == 10) {
            break;
        }
    }
    printf("%llu steps, %llu objects saved and loaded, %u failures\n",
           (unsigned long long)left->calls, (unsigned long long)left->pairs, failures);
    return failures == 0 ? 0 : 1;
}

static uint64_t number_of(const char *text)
{
    return strtoull(text, NULL, 10);
}

static int replay(const char *what, const char *steps, bool is_loud)
{
    uint8_t left_out[STEPS];
    const char *colon = strchr(what, ':');
    memset(left_out, steps == NULL ? 0 : LEFT_OUT, sizeof left_out);
    for (const char *at = steps; at != NULL && *at != 0;) {
        const uint64_t step = number_of(at);
        left_out[step < STEPS ? step : 0] = 0;
        at = strchr(at, ',');
        at = at != NULL ? at + 1 : NULL;
    }
    run_episode(number_of(what), colon != NULL ? number_of(colon + 1) : 0, left_out, is_loud);
    return 0;
}

/* With the files in it, which are few. */
static void remove_folder(void)
{
    DIR *folder = opendir(fuzz_folder);
    for (struct dirent *entry = folder != NULL ? readdir(folder) : NULL; entry != NULL;
         entry = readdir(folder)) {
        char name[400];
        snprintf(name, sizeof name, "%s/%s", fuzz_folder, entry->d_name);
        remove(name);
    }
    if (folder != NULL) {
        closedir(folder);
    }
    rmdir(fuzz_folder);
}

int main(int argc, char **argv)
{
    uint64_t calls = 100000;
    uint64_t seed = 1;
    uint64_t first = 0;
    uint64_t pairs = 0;
    const char *again = NULL;
    const char *steps = NULL;
    const char *sentences = NULL;
    bool is_loud = false;
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--loud") == 0) {
            is_loud = true;
            continue;
        }
        calls = strcmp(argv[i], "--calls") == 0 ? number_of(value) : calls;
        seed = strcmp(argv[i], "--seed") == 0 ? number_of(value) : seed;
        first = strcmp(argv[i], "--first") == 0 ? number_of(value) : first;
        pairs = strcmp(argv[i], "--pairs") == 0 ? number_of(value) : pairs;
        only_rooms = strcmp(argv[i], "--rooms") == 0 ? value : only_rooms;
        again = strcmp(argv[i], "--replay") == 0 ? value : again;
        steps = strcmp(argv[i], "--steps") == 0 ? value : steps;
        sentences = strcmp(argv[i], "--sentences") == 0 ? value : sentences;
        i++;
    }
    FILE *file = tmpfile();
    if (file == NULL || ftruncate(fileno(file), sizeof *left) != 0) {
        fprintf(stderr, "no temporary file\n");
        return 4;
    }
    left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (left == MAP_FAILED) {
        fprintf(stderr, "no memory\n");
        return 4;
    }
    if (mkdtemp(fuzz_folder) == NULL) {
        fprintf(stderr, "no folder for files\n");
        return 4;
    }
    sentences_begin(sentences);
    const int result =
        again != NULL ? replay(again, steps, is_loud) : run_all(seed, first, calls, pairs);
    remove_folder();
    return result;
}
