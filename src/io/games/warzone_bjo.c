/* takes: a dinit.bjo, struct.bjo or feat.bjo.
 * gives: what stands on the map, one call each.
 * cost:  linear in the bytes. */
#include "base/core/bytes.h"
#include "base/core/message.h"
#include "io/games/warzone_private.h"

#include <string.h>

/* "dint", version, count, then records of one length, which depends on the version:
 *
 *     name | id | x | y | z | direction | player | ...        32 bits each after the name */
enum {
    HEADER_BYTES = 12,
    NAME_BYTES_OLD = 40,
    NAME_BYTES_NEW = 60,
    LAST_VERSION_OLD = 19,
    PLACE_BYTES = 24
};

static wendi_warzone_object read_record(const uint8_t *record, size_t name_bytes)
{
    const uint8_t *zero = memchr(record, 0, name_bytes);
    wendi_warzone_object object;
    object.name.text = record;
    object.name.length = zero == NULL ? name_bytes : (size_t)(zero - record);
    wendi_reader reader;
    wendi_reader_init(&reader, record + name_bytes, PLACE_BYTES);
    (void)wendi_read_u32(&reader); /* its number */
    object.x = wendi_read_u32(&reader);
    object.y = wendi_read_u32(&reader);
    (void)wendi_read_u64(&reader); /* height and direction */
    uint32_t player = wendi_read_u32(&reader);
    object.player = player < WENDI_WARZONE_PLAYERS_MAX ? (int32_t)player : -1;
    return object;
}

wend_result wendi_warzone_read_bjo(wendi_span bytes, const char *file, wendi_warzone_object_fn take,
                                   void *context, wend_message *message)
{
    if (bytes.length < HEADER_BYTES) {
        return wendi_fail(message, WEND_ERROR_FILE, "%s: too short for its header", file);
    }
    wendi_reader header;
    wendi_reader_init(&header, bytes.text, bytes.length);
    (void)wendi_read_u32(&header);
    uint32_t version = wendi_read_u32(&header);
    uint32_t count = wendi_read_u32(&header);
    size_t name_bytes = version <= LAST_VERSION_OLD ? NAME_BYTES_OLD : NAME_BYTES_NEW;
    size_t record_bytes = count == 0 ? 0 : (bytes.length - HEADER_BYTES) / count;
    if (count > 0 && record_bytes < name_bytes + PLACE_BYTES) {
        return wendi_fail(message, WEND_ERROR_FILE, "%s: too short for its %lu records", file,
                          (unsigned long)count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *record = bytes.text + HEADER_BYTES + (size_t)i * record_bytes;
        wendi_warzone_object object = read_record(record, name_bytes);
        wend_result result = take(context, &object);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}
