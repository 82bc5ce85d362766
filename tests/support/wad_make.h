/* Small WADs made in memory. */
#ifndef TEST_SUPPORT_WAD_MAKE_H
#define TEST_SUPPORT_WAD_MAKE_H

#include <stddef.h>
#include <stdint.h>

enum { WAD_BYTES = 8192, WAD_LUMPS = 48 };

typedef struct wad_maker {
    uint8_t bytes[WAD_BYTES]; /* header and lumps */
    size_t count;
    uint8_t directory[WAD_LUMPS * 16];
    size_t lump_count;
} wad_maker;

void wad_begin(wad_maker *wad);
/** A lump of [count] little-endian numbers of 16 bits. */
void wad_lump(wad_maker *wad, const char *name, const int *numbers, size_t count);
/** Sectors with floor, ceiling, special and tag each. @param sectors [count][4]. */
void wad_sectors(wad_maker *wad, const int (*sectors)[4], size_t count);
/** Sides, each of a sector. */
void wad_sides(wad_maker *wad, const int *sectors, size_t count);
/** Puts the directory behind the lumps. @return bytes in all. */
size_t wad_end(wad_maker *wad);

#endif
