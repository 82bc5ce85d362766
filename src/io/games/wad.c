/* takes: the bytes of a WAD.
 * gives: its directory, and where its levels begin.
 * cost:  constant; one step a lump to look for levels. */
#include "io/games/wad.h"

#include "base/core/message.h"
#include "io/games/wad_bytes.h"

#include <string.h>

enum { HEADER_BYTES = 12, ENTRY_BYTES = 16, NAME_BYTES = 8 };

bool wendi_wad_is(const uint8_t *bytes, size_t count)
{
    return count >= 4 && (memcmp(bytes, "IWAD", 4) == 0 || memcmp(bytes, "PWAD", 4) == 0);
}

wend_result wendi_wad_open(const uint8_t *bytes, size_t count, wend_message *message,
                           wendi_wad *wad)
{
    if (!wendi_wad_is(bytes, count)) {
        return wendi_fail_line(message, 0, "not a WAD: expected \"IWAD\" or \"PWAD\" at the start");
    }
    if (count < HEADER_BYTES) {
        return wendi_fail_line(message, 0, "the WAD's header ends at byte %llu, expected 12 bytes",
                               (unsigned long long)count);
    }
    const uint32_t lumps = wendi_wad_u32(bytes + 4);
    const uint32_t directory = wendi_wad_u32(bytes + 8);
    const uint64_t end = (uint64_t)directory + (uint64_t)lumps * ENTRY_BYTES;
    if (end > count) {
        return wendi_fail_line(message, 0, "the WAD's directory lies in bytes %lu to %llu of %llu",
                               (unsigned long)directory, (unsigned long long)end,
                               (unsigned long long)count);
    }
    const wendi_wad made = {bytes, count, bytes + directory, lumps, message};
    *wad = made;
    return WEND_OK;
}

void wendi_wad_lump_name(const wendi_wad *wad, uint32_t lump, char *name)
{
    memcpy(name, wad->directory + (size_t)lump * ENTRY_BYTES + 8, NAME_BYTES);
    name[NAME_BYTES] = '\0';
}

wend_result wendi_wad_lump_bytes(const wendi_wad *wad, uint32_t lump, const uint8_t **bytes,
                                 uint32_t *count)
{
    const uint8_t *entry = wad->directory + (size_t)lump * ENTRY_BYTES;
    const uint32_t offset = wendi_wad_u32(entry);
    const uint32_t size = wendi_wad_u32(entry + 4);
    if ((uint64_t)offset + size > wad->count) {
        char name[WENDI_WAD_NAME_CAPACITY];
        wendi_wad_lump_name(wad, lump, name);
        return wendi_fail_line(wad->message, 0, "lump %lu, %s, lies in bytes %lu to %llu of %llu",
                               (unsigned long)lump, name, (unsigned long)offset,
                               (unsigned long long)offset + size, (unsigned long long)wad->count);
    }
    *bytes = wad->bytes + offset;
    *count = size;
    return WEND_OK;
}

static char capital(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

bool wendi_wad_same_name(const char *a, const char *b)
{
    while (*a != '\0' && capital(*a) == capital(*b)) {
        a++;
        b++;
    }
    return capital(*a) == capital(*b);
}

bool wendi_wad_next_level(const wendi_wad *wad, uint32_t *at, uint32_t *marker, char *name)
{
    for (; (uint64_t)*at + 1 < wad->lump_count; (*at)++) {
        char next[WENDI_WAD_NAME_CAPACITY];
        wendi_wad_lump_name(wad, *at + 1, next);
        if (wendi_wad_same_name(next, "THINGS") || wendi_wad_same_name(next, "TEXTMAP")) {
            *marker = *at;
            wendi_wad_lump_name(wad, *at, name);
            *at += 2;
            return true;
        }
    }
    return false;
}
