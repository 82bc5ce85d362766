/* replay TARGET FOLDER: runs a fuzz target on each input of a folder, and on some thousand damaged
 * copies, always the same ones: half of them differ in one position only, from the first to the last.
 * At most INPUTS_MAX runs over at most BYTES_MAX bytes, fewer with WEND_TEST_SCALE below 1. The table of
 * targets is written by CMake. */
#include "fuzz/check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_TARGET(name) int fuzz_##name(const uint8_t *data, size_t size);
#include "replay_table.inc"
#undef FUZZ_TARGET

typedef struct fuzz_target {
    const char *name;
    int (*run)(const uint8_t *data, size_t size);
} fuzz_target;

static const fuzz_target targets[] = {
#define FUZZ_TARGET(name) {#name, fuzz_##name},
#include "replay_table.inc"
};

enum { INPUTS_MAX = 4000, BYTES_MAX = 1 << 27, FILES_MAX = 4096, PATH_CAPACITY = 4096 };

typedef struct replay {
    const fuzz_target *target;
    size_t inputs;
    size_t bytes;
    size_t stored_taken; /* of the stored inputs as they are */
} replay;

static void stop(const char *what, const char *name)
{
    fprintf(stderr, "replay: %s: %s\n", what, name);
    exit(EXIT_FAILURE);
}

static uint8_t *bytes_new(size_t count)
{
    uint8_t *bytes = calloc(count > 0 ? count : 1, 1);
    if (bytes == NULL) {
        stop("out of memory", "input");
    }
    return bytes;
}

/* A block of exactly the input's size lets a sanitizer see the first byte read past the end. */
static void feed(replay *r, const uint8_t *data, size_t size)
{
    uint8_t *exact = bytes_new(size);
    if (size > 0) {
        memcpy(exact, data, size);
    }
    r->target->run(exact, size);
    free(exact);
    ++r->inputs;
    r->bytes += size;
}

/* A double at the edge of what a field takes, little end first. */
static void put_double(uint8_t *data, size_t size, size_t at, uint32_t value)
{
    static const uint64_t edges[] = {
        0,
        0x8000000000000000,
        0xbff0000000000000,
        0x7fefffffffffffff,
        0x7ff0000000000000,
        0x7ff8000000000000,
        0x41f0000000000000,
        0x0000000000000001,
    }; /* 0, -0, -1, the largest, infinite, not a number, 2^32, the smallest */
    for (size_t i = 0; i < 8 && at + i < size; ++i) {
        data[at + i] = (uint8_t)(edges[value % 8] >> (8 * i));
    }
}

/* Overwrites a position: with a flipped bit, any byte, an edge value, 4 bytes of ones, or a double. */
static void damage(uint8_t *data, size_t size, size_t at, uint64_t seed, uint64_t tick)
{
    static const uint8_t edges[] = {0, 1, 0x7f, 0x80, 0xff, ' ', '\n', '0', '9', '-'};
    uint32_t value = wend_random_below(seed, 1, tick, 256);
    switch (wend_random_below(seed, 1, tick + 1, 5)) {
    case 0:
        data[at] ^= (uint8_t)(1U << (value % 8));
        break;
    case 1:
        data[at] = (uint8_t)value;
        break;
    case 2:
        data[at] = edges[value % sizeof edges];
        break;
    case 3:
        memset(data + at, 0xff, size - at < 4 ? size - at : 4);
        break;
    default:
        put_double(data, size, at, value);
        break;
    }
}

/* Up to 8 positions anywhere. */
static void damage_many(uint8_t *data, size_t size, uint64_t seed)
{
    uint32_t count = 1 + wend_random_below(seed, 1, 0, 8);
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t tick = 1 + (uint64_t)i * 3;
        damage(data, size, wend_random_below(seed, 1, tick + 2, (uint32_t)size), seed, tick);
    }
}

static void feed_truncated(replay *r, const uint8_t *data, size_t size, size_t runs)
{
    for (size_t i = 0; i < runs && i < size; ++i) {
        feed(r, data, runs < size ? size * i / runs : i);
    }
}

/* A stretch of the input is left out, or comes twice. */
static void feed_spliced(replay *r, const uint8_t *data, size_t size, uint64_t seed)
{
    size_t first = wend_random_below(seed, 2, 0, (uint32_t)size);
    size_t length = 1 + wend_random_below(seed, 2, 1, (uint32_t)(size - first));
    bool is_doubled = wend_random_below(seed, 2, 2, 2) == 1;
    uint8_t *spliced = bytes_new(size + length);
    size_t head = is_doubled ? first + length : first;
    size_t tail = is_doubled ? first : first + length;
    memcpy(spliced, data, head);
    memcpy(spliced + head, data + tail, size - tail);
    feed(r, spliced, head + size - tail);
    free(spliced);
}

/* @param at the only position that is damaged, or `size`: up to 8 anywhere */
static void feed_damaged(replay *r, const uint8_t *data, size_t size, size_t at, uint64_t seed)
{
    uint8_t *damaged = bytes_new(size);
    memcpy(damaged, data, size);
    if (at < size) {
        damage(damaged, size, at, seed, 1);
    } else {
        damage_many(damaged, size, seed);
    }
    feed(r, damaged, size);
    free(damaged);
}

static void feed_all(replay *r, const uint8_t *data, size_t size, size_t runs, size_t bytes_max)
{
    size_t bytes_end = r->bytes + bytes_max;
    size_t taken = fuzz_taken_count;
    feed(r, data, size);
    r->stored_taken += fuzz_taken_count > taken ? 1 : 0;
    if (size == 0 || size > UINT32_MAX) {
        return;
    }
    feed_truncated(r, data, size, runs / 4);
    for (uint64_t i = 0; i < runs && r->bytes < bytes_end; ++i) {
        uint64_t seed = wend_random(size, i, 0);
        if (i % 2 == 0) {
            feed_damaged(r, data, size, (size_t)(size * i / runs), seed);
        } else if (i % 8 == 1) {
            feed_spliced(r, data, size, seed);
        } else {
            feed_damaged(r, data, size, size, seed);
        }
    }
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        stop("cannot read", path);
        return NULL;
    }
    long length = ftell(file);
    rewind(file);
    *size = length > 0 ? (size_t)length : 0;
    uint8_t *data = bytes_new(*size);
    if (fread(data, 1, *size, file) != *size) {
        stop("cannot read", path);
    }
    fclose(file);
    return data;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static size_t scaled(size_t most)
{
    const char *text = getenv("WEND_TEST_SCALE");
    const double scale = text != NULL ? strtod(text, NULL) : 1;
    return scale > 0 && scale < 1 ? (size_t)((double)most * scale) : most;
}

static void feed_folder(replay *r, const char *folder, struct dirent **entries, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        char path[PATH_CAPACITY];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (length < 0 || (size_t)length >= sizeof path) {
            stop("name too long", entries[i]->d_name);
        }
        size_t size = 0;
        uint8_t *data = read_file(path, &size);
        feed_all(r, data, size, scaled(INPUTS_MAX / count), BYTES_MAX / count);
        free(data);
        free(entries[i]);
    }
}

static const fuzz_target *find_target(const char *name)
{
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; ++i) {
        if (strcmp(targets[i].name, name) == 0) {
            return &targets[i];
        }
    }
    stop("no such target", name);
    return NULL;
}

int main(int argument_count, char **arguments)
{
    if (argument_count != 3) {
        stop("usage", "replay TARGET FOLDER");
    }
    replay r = {.target = find_target(arguments[1])};
    feed(&r, (const uint8_t *)"", 0);
    struct dirent **entries = NULL;
    int count = scandir(arguments[2], &entries, is_input, by_name);
    if (count <= 0 || count > FILES_MAX) {
        stop("no inputs in", arguments[2]);
    }
    feed_folder(&r, arguments[2], entries, (size_t)count);
    free(entries);
    printf("%d files, %zu inputs, %zu bytes; taken: %zu files, %zu inputs\n", count, r.inputs,
           r.bytes, r.stored_taken, fuzz_taken_count);
    if (fuzz_refused_count > 0 && 2 * r.stored_taken < (size_t)count) {
        stop("half of the stored inputs are not taken any more", arguments[2]);
    }
    return EXIT_SUCCESS;
}
