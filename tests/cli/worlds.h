/* A tiny level of Doom, a mesh and a graph as files. */
#ifndef TEST_CLI_WORLDS_H
#define TEST_CLI_WORLDS_H

#include "run.h"
#include "support/test.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char wad[RUN_PATH_CAPACITY];

static char obj[RUN_PATH_CAPACITY];

static char graph[RUN_PATH_CAPACITY];

static char out[RUN_PATH_CAPACITY];

static char scen[RUN_PATH_CAPACITY];

/* ---- the level: a room of 256 x 128 with a fence that leaves 32 open at the top ---- */

typedef struct bytes {
    uint8_t data[2048];
    size_t count;
} bytes;

static inline void put(bytes *b, const void *data, size_t count)
{
    assert_true(b->count + count <= sizeof b->data);
    memcpy(b->data + b->count, data, count);
    b->count += count;
}

static inline void put16(bytes *b, int value)
{
    const uint8_t two[2] = {(uint8_t)((unsigned)value & 255),
                            (uint8_t)((unsigned)value >> 8 & 255)};
    put(b, two, 2);
}

static inline void put32(bytes *b, size_t value)
{
    put16(b, (int)(value & 65535));
    put16(b, (int)(value >> 16));
}

static inline void put_things(bytes *b)
{
    static const int THINGS[2][5] = {{32, 32, 0, 1, 7}, {200, 100, 0, 2012, 7}};
    for (int i = 0; i < 10; i++) {
        put16(b, THINGS[i / 5][i % 5]);
    }
}

static inline void put_lines(bytes *b)
{
    static const int LINES[6][7] = {{0, 4, 1, 0, 0, 0, 65535}, {4, 3, 1, 0, 0, 1, 65535},
                                    {3, 2, 1, 0, 0, 2, 65535}, {2, 1, 1, 0, 0, 3, 65535},
                                    {1, 0, 1, 0, 0, 4, 65535}, {1, 5, 5, 0, 0, 5, 6}};
    for (int i = 0; i < 42; i++) {
        put16(b, LINES[i / 7][i % 7]);
    }
}

static inline void put_sides(bytes *b)
{
    static const char TEXTURES[24] = "-";
    for (int i = 0; i < 7; i++) {
        put16(b, 0);
        put16(b, 0);
        put(b, TEXTURES, sizeof TEXTURES);
        put16(b, 0);
    }
}

static inline void put_vertexes(bytes *b)
{
    static const int CORNERS[6][2] = {{0, 0}, {128, 0}, {256, 0}, {256, 128}, {0, 128}, {128, 96}};
    for (int i = 0; i < 12; i++) {
        put16(b, CORNERS[i / 2][i % 2]);
    }
}

static inline void put_sectors(bytes *b)
{
    static const char FLATS[16] = "FLAT";
    put16(b, 0);
    put16(b, 128);
    put(b, FLATS, sizeof FLATS);
    put16(b, 160);
    put16(b, 0);
    put16(b, 0);
}

static inline void put_nothing(bytes *b)
{
    (void)b;
}

static inline void write_wad(void)
{
    typedef struct lump {
        char name[9];
        void (*fill)(bytes *b);
    } lump;
    static const lump LUMPS[6] = {{"MAP01", put_nothing},     {"THINGS", put_things},
                                  {"LINEDEFS", put_lines},    {"SIDEDEFS", put_sides},
                                  {"VERTEXES", put_vertexes}, {"SECTORS", put_sectors}};
    bytes file = {.count = 0};
    bytes directory = {.count = 0};
    bytes body = {.count = 0};
    for (int i = 0; i < 6; i++) {
        const size_t begin = body.count;
        char name[8] = {0};
        LUMPS[i].fill(&body);
        memcpy(name, LUMPS[i].name, strlen(LUMPS[i].name));
        put32(&directory, 12 + begin);
        put32(&directory, body.count - begin);
        put(&directory, name, sizeof name);
    }
    put(&file, "PWAD", 4);
    put32(&file, 6);
    put32(&file, 12 + body.count);
    put(&file, body.data, body.count);
    put(&file, directory.data, directory.count);
    run_write(run_temporary("level.wad", wad), file.data, file.count);
}

/* A mesh like an L, z up: shortest paths bend at 10,10. */
static const char ELL[] = "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 20 0 0\nv 20 10 0\n"
                          "v 20 20 0\nv 10 20 0\nf 1 2 3 4\nf 2 5 6 3\nf 3 6 7 8\n";

static const double ELL_LENGTH = 16.492422502470642;

static const char GRAPH[] = "graph 1\nnode 16 16\nnode 128 112\nnode 240 112\n"
                            "edge 0 1\nedge 1 2 300 swim\n";

static inline int write_files(void **state)
{
    (void)state;
    write_wad();
    run_write_text(run_temporary("ell.obj", obj), ELL);
    run_write_text(run_temporary("three.graph", graph), GRAPH);
    run_temporary("ell.scen", scen);
    return 0;
}

static inline int remove_files(void **state)
{
    (void)state;
    (void)remove(scen);
    return remove(wad) + remove(obj) + remove(graph);
}

static inline char *ask(const char *what, const char *file, const char *arguments, int exit_code)
{
    char line[6 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "%s %s %s", what, file, arguments);
    return run_json(line, exit_code);
}

#endif
