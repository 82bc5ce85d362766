/* Writes the bytes of a WAD. */
#include "support/wad_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_u16(uint8_t *bytes, unsigned value)
{
    bytes[0] = (uint8_t)(value & 255);
    bytes[1] = (uint8_t)(value >> 8 & 255);
}

static void put_u32(uint8_t *bytes, size_t value)
{
    put_u16(bytes, (unsigned)(value & 65535));
    put_u16(bytes + 2, (unsigned)(value >> 16 & 65535));
}

static void need(int holds)
{
    if (!holds) {
        fprintf(stderr, "wad_make: too large\n");
        abort();
    }
}

void wad_begin(wad_maker *wad)
{
    memset(wad, 0, sizeof *wad);
    memcpy(wad->bytes, "PWAD", 4);
    wad->count = 12;
}

static uint8_t *open_lump(wad_maker *wad, const char *name, size_t bytes)
{
    need(wad->lump_count < WAD_LUMPS && wad->count + bytes <= WAD_BYTES);
    uint8_t *entry = wad->directory + wad->lump_count * 16;
    put_u32(entry, wad->count);
    put_u32(entry + 4, bytes);
    const size_t length = strlen(name);
    memcpy(entry + 8, name, length < 8 ? length : 8);
    uint8_t *start = wad->bytes + wad->count;
    wad->lump_count++;
    wad->count += bytes;
    return start;
}

void wad_lump(wad_maker *wad, const char *name, const int *numbers, size_t count)
{
    uint8_t *bytes = open_lump(wad, name, count * 2);
    for (size_t i = 0; i < count; i++) {
        put_u16(bytes + 2 * i, (unsigned)numbers[i]);
    }
}

void wad_sectors(wad_maker *wad, const int (*sectors)[4], size_t count)
{
    uint8_t *bytes = open_lump(wad, "SECTORS", count * 26);
    for (size_t i = 0; i < count; i++, bytes += 26) {
        put_u16(bytes, (unsigned)sectors[i][0]);
        put_u16(bytes + 2, (unsigned)sectors[i][1]);
        put_u16(bytes + 22, (unsigned)sectors[i][2]);
        put_u16(bytes + 24, (unsigned)sectors[i][3]);
    }
}

void wad_sides(wad_maker *wad, const int *sectors, size_t count)
{
    uint8_t *bytes = open_lump(wad, "SIDEDEFS", count * 30);
    for (size_t i = 0; i < count; i++, bytes += 30) {
        put_u16(bytes + 28, (unsigned)sectors[i]);
    }
}

size_t wad_end(wad_maker *wad)
{
    const size_t bytes = wad->lump_count * 16;
    need(wad->count + bytes <= WAD_BYTES);
    put_u32(wad->bytes + 4, wad->lump_count);
    put_u32(wad->bytes + 8, wad->count);
    memcpy(wad->bytes + wad->count, wad->directory, bytes);
    wad->count += bytes;
    return wad->count;
}
