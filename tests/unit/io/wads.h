/* WADs made of rows of rooms beside each other. */
#ifndef TEST_UNIT_WADS_H
#define TEST_UNIT_WADS_H

#include "io/games/wad.h"
#include "support/test.h"
#include "support/wad_make.h"

#include <string.h>

enum { SPECIAL = 0, TAG = 1, FLAGS = 2, ROOMS_MOST = 4 };

/* Rooms of 128 by 128 beside each other:
 *
 *      (0)----(2)----(4)    line 0 between rooms 0 and 1, line 1 between 1 and 2...
 *       |  r0  |  r1  |     (its front looks to the left room), then the outer walls
 *      (1)----(3)----(5)
 */
typedef struct plan {
    int room_count;
    int rooms[ROOMS_MOST][4];   /* floor, ceiling, special, tag */
    int borders[ROOMS_MOST][3]; /* special, tag, flags */
    const int *things;
    size_t thing_count;
} plan;

static inline void put_line(int *line, int a, int b, int flags, int special, int tag, int right,
                            int left)
{
    const int numbers[7] = {a, b, flags, special, tag, right, left};
    memcpy(line, numbers, sizeof numbers);
}

static inline void add_level(wad_maker *wad, const char *name, const plan *p)
{
    int points[2 * 2 * (ROOMS_MOST + 1)];
    int sides[64];
    int lines[7 * 32];
    int line_count = 0;
    int side_count = 0;
    for (int i = 0; i <= p->room_count; i++) {
        const int at[4] = {128 * i, 128, 128 * i, 0};
        memcpy(points + 4 * i, at, sizeof at);
    }
    for (int i = 1; i < p->room_count; i++) {
        /* From top to bottom: its right is the room to the west. */
        put_line(lines + 7 * line_count++, 2 * i, 2 * i + 1, p->borders[i - 1][FLAGS] | 4,
                 p->borders[i - 1][SPECIAL], p->borders[i - 1][TAG], side_count, side_count + 1);
        sides[side_count++] = i - 1;
        sides[side_count++] = i;
    }
    for (int i = 0; i < p->room_count; i++) {
        put_line(lines + 7 * line_count++, 2 * i, 2 * i + 2, 1, 0, 0, side_count, 65535);
        put_line(lines + 7 * line_count++, 2 * i + 3, 2 * i + 1, 1, 0, 0, side_count + 1, 65535);
        sides[side_count++] = i;
        sides[side_count++] = i;
    }
    put_line(lines + 7 * line_count++, 1, 0, 1, 0, 0, side_count, 65535);
    sides[side_count++] = 0;
    put_line(lines + 7 * line_count++, 2 * p->room_count, 2 * p->room_count + 1, 1, 0, 0,
             side_count, 65535);
    sides[side_count++] = p->room_count - 1;
    wad_lump(wad, name, NULL, 0);
    wad_lump(wad, "THINGS", p->things, p->thing_count * 5);
    wad_lump(wad, "LINEDEFS", lines, (size_t)line_count * 7);
    wad_sides(wad, sides, (size_t)side_count);
    wad_lump(wad, "VERTEXES", points, (size_t)(p->room_count + 1) * 4);
    wad_sectors(wad, p->rooms, (size_t)p->room_count);
    wad_lump(wad, "BLOCKMAP", NULL, 0);
}

#endif
