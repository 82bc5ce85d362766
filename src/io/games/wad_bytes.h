/* games/wad_bytes.h: lumps as bytes, for games/wad.c and games/wad_level.c. */
#ifndef WENDI_IO_GAMES_WAD_BYTES_H
#define WENDI_IO_GAMES_WAD_BYTES_H

#include "io/games/wad.h"

static inline uint32_t wendi_wad_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static inline uint32_t wendi_wad_u32(const uint8_t *bytes)
{
    return wendi_wad_u16(bytes) | wendi_wad_u16(bytes + 2) << 16;
}

static inline int32_t wendi_wad_i16(const uint8_t *bytes)
{
    const int32_t value = (int32_t)wendi_wad_u16(bytes);
    return value > INT16_MAX ? value - 65536 : value;
}

/** @param name [WENDI_WAD_NAME_CAPACITY] */
void wendi_wad_lump_name(const wendi_wad *wad, uint32_t lump, char *name);
wend_result wendi_wad_lump_bytes(const wendi_wad *wad, uint32_t lump, const uint8_t **bytes,
                                 uint32_t *count);
/** Capitals or not. */
bool wendi_wad_same_name(const char *a, const char *b);

#endif
