/* takes: base64 text.
 * gives: the bytes.
 * cost:  linear, one growing of the array. */
#include "io/base64.h"

#include "base/message.h"
#include "io/lines.h"

/** The six bits of a letter; -1 for what is none. */
static int bits_of(uint8_t letter)
{
    if (letter >= 'A' && letter <= 'Z') {
        return letter - 'A';
    }
    if (letter >= 'a' && letter <= 'z') {
        return letter - 'a' + 26;
    }
    if (letter >= '0' && letter <= '9') {
        return letter - '0' + 52;
    }
    if (letter == '+') {
        return 62;
    }
    return letter == '/' ? 63 : -1;
}

static bool is_blank(uint8_t letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

/** Letters gathered into bytes. */
typedef struct gathering {
    uint32_t bits;   /**< Up to 24 of them. */
    int letters;     /**< Of the group of four, 0 to 3. */
    size_t paddings; /**< '=' seen. */
} gathering;

/** @return false when the array has no room, which it was given before. */
static bool take_letter(gathering *g, int bits, wendi_array_u8 *bytes)
{
    g->bits = (g->bits << 6) | (uint32_t)bits;
    g->letters++;
    if (g->letters < 4) {
        return true;
    }
    g->letters = 0;
    return wendi_array_u8_push(bytes, (uint8_t)(g->bits >> 16)) &&
           wendi_array_u8_push(bytes, (uint8_t)(g->bits >> 8)) &&
           wendi_array_u8_push(bytes, (uint8_t)g->bits);
}

/** The last two or three letters make one or two bytes. */
static bool take_rest(const gathering *g, wendi_array_u8 *bytes)
{
    if (g->letters == 2) {
        return wendi_array_u8_push(bytes, (uint8_t)(g->bits >> 4));
    }
    if (g->letters == 3) {
        return wendi_array_u8_push(bytes, (uint8_t)(g->bits >> 10)) &&
               wendi_array_u8_push(bytes, (uint8_t)(g->bits >> 2));
    }
    return true;
}

static wend_result decode(const uint8_t *text, size_t count, gathering *g, wendi_array_u8 *bytes,
                          wend_message *message)
{
    char name[WENDI_BYTE_NAME_CAPACITY];
    for (size_t i = 0; i < count; i++) {
        if (is_blank(text[i])) {
            continue;
        }
        int bits = bits_of(text[i]);
        if (text[i] == '=' && g->letters >= 2 && g->paddings < 2) {
            g->paddings++;
        } else if (bits < 0 || g->paddings > 0) {
            return wendi_fail(message, WEND_ERROR_FILE, "%s is not expected in base64 here",
                              wendi_byte_name(text[i], name));
        } else if (!take_letter(g, bits, bytes)) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (g->letters == 1) {
        return wendi_fail(message, WEND_ERROR_FILE, "base64 ends within a byte");
    }
    return take_rest(g, bytes) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_base64_decode(const uint8_t *text, size_t count, wendi_array_u8 *bytes,
                                wend_message *message)
{
    size_t before = bytes->count;
    gathering g = {0, 0, 0};
    if (!wendi_array_u8_reserve(bytes, before + count / 4 * 3 + 3)) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory for base64");
    }
    wend_result result = decode(text, count, &g, bytes, message);
    if (result != WEND_OK) {
        bytes->count = before;
    }
    return result;
}
