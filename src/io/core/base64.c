/* Converts base64 text to bytes.
 * Cost: linear; the array grows once. */
#include "io/core/base64.h"

#include "base/core/message.h"
#include "io/core/lines.h"

/** The six bits of a letter; -1 for any other byte. */
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

/** The array has room. */
static void put(wendi_array_u8 *bytes, uint32_t byte)
{
    bytes->items[bytes->count++] = (uint8_t)byte;
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
        } else {
            g->bits = (g->bits << 6) | (uint32_t)bits;
            g->letters++;
            if (g->letters == 4) {
                g->letters = 0;
                put(bytes, g->bits >> 16);
                put(bytes, g->bits >> 8);
                put(bytes, g->bits);
            }
        }
    }
    if (g->letters == 1) {
        return wendi_fail(message, WEND_ERROR_FILE, "base64 ends within a byte");
    }
    /* The last two or three letters make one or two bytes. */
    if (g->letters == 2) {
        put(bytes, g->bits >> 4);
    } else if (g->letters == 3) {
        put(bytes, g->bits >> 10);
        put(bytes, g->bits >> 2);
    }
    return WEND_OK;
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
