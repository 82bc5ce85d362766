/* Runs the reader of records on any bytes, on the same bytes behind a right head, or on their lines
 * with the right numbers of ticks, so that most inputs are done. One record in PLAYED is played
 * too, in a scene with an object for every kind of input; opening it takes a millisecond. Every
 * record comes to an end; every mistake has a sentence with its line. */
#include "fuzz/scene_place.h"
#include "scene/private.h"

#include <inttypes.h>

enum { TICKS_MOST = 24, LINE_MOST = 400, GROWTH = 32, PLAYED = 512 };

static const char head[] = "wend-record 2\nscene world.lua\nsource 0000000000000000\nseed 1\n";

/* @return was all of it read? */
static bool read_all(const uint8_t *bytes, size_t count)
{
    static lua_State *L;
    L = L != NULL ? L : luaL_newstate();
    check(L != NULL);
    uint64_t ticks = 0;
    scene_reader reader;
    wend_message message = {0};
    wend_result result = scene_reader_open(&reader, "a.rec", bytes, count, &message);
    while (result == WEND_OK) {
        scene_reader_item item;
        check(message.text[0] == '\0');
        result = scene_reader_next(&reader, L, ticks, &item, &message);
        check(result != WEND_OK || item.kind == SCENE_READER_TICK || item.bodies != NULL ||
              item.input.body_count == 0);
        check(result != WEND_OK || item.kind == SCENE_READER_TICK ||
              scene_input_is_good(&item.input));
        ticks += result == WEND_OK && item.kind == SCENE_READER_TICK;
        free(item.bodies);
    }
    if (result == WEND_NO_PATH) {
        scene_reader_item item;
        check(scene_reader_next(&reader, L, ticks, &item, &message) == WEND_NO_PATH);
    }
    check(result == WEND_NO_PATH || result == WEND_ERROR_FILE);
    check((result == WEND_NO_PATH) == (message.text[0] == '\0'));
    check(reader.line_number <= count + 1 && lua_gettop(L) == 0);
    scene_reader_close(&reader);
    return result == WEND_NO_PATH;
}

static void play(const char *bytes, size_t count)
{
    const scene_options options = scene_place_world_options();
    const uint8_t *data = (const uint8_t *)bytes;
    const bool is_whole = read_all(data, count);
    if (!is_chosen(data, count, PLAYED)) {
        return;
    }
    wend_message message = {0};
    scene_replay *replay = NULL;
    wend_result result =
        scene_replay_open_bytes("a.rec", data, count, "world.lua", &options, &replay, &message);
    scene_place_check(result, message.text);
    check((result == WEND_OK) == (replay != NULL));
    check(replay != NULL || !is_whole);
    for (uint64_t tick = 1; replay != NULL && tick <= TICKS_MOST; tick++) {
        scene_difference difference = {0};
        message.text[0] = '\0';
        result = scene_replay_tick(replay, &difference, &message);
        scene_place_check(result, message.text);
        check(result != WEND_PARTIAL || difference.recorded != difference.played);
        check(result < 0 || result == WEND_NO_PATH || difference.tick == tick);
        if (result == WEND_NO_PATH) {
            check(scene_replay_tick(replay, NULL, &message) == WEND_NO_PATH);
        }
        if (result < 0 || result == WEND_NO_PATH) {
            break;
        }
    }
    if (replay != NULL) {
        scene_stats stats;
        scene_get_stats(scene_replay_scene(replay), &stats);
        check(stats.wall_violations == 0);
    }
    scene_replay_close(replay);
}

/* Each line as an input before the tick that is next, or, where it begins with a 't', as a tick. */
static void play_mended(const char *bytes, size_t count)
{
    size_t lines = 1;
    for (size_t i = 0; i < count; i++) {
        lines += bytes[i] == '\n';
    }
    const size_t capacity = sizeof head + 2 * GROWTH + count + lines * GROWTH;
    char *text = malloc(capacity);
    check(text != NULL);
    size_t used = (size_t)snprintf(text, capacity, "%s", head);
    uint64_t ticks = 0;
    for (size_t at = 0; at < count && ticks < TICKS_MOST;) {
        const char *line = bytes + at;
        const char *end = memchr(line, '\n', count - at);
        size_t length = end != NULL ? (size_t)(end - line) : count - at;
        at += length + 1;
        length = length < LINE_MOST ? length : LINE_MOST;
        if (length > 0 && line[0] == 't') {
            ticks++;
            used +=
                (size_t)snprintf(text + used, capacity - used, "t %" PRIu64 " %016x\n", ticks, 7);
        } else if (length > 0) {
            used += (size_t)snprintf(text + used, capacity - used, "i %" PRIu64 " ", ticks);
            memcpy(text + used, line, length);
            used += length;
            text[used++] = '\n';
        }
    }
    used += (size_t)snprintf(text + used, capacity - used, "t %" PRIu64 " %016x\nend %" PRIu64 "\n",
                             ticks + 1, 7, ticks + 1);
    check(used < capacity);
    play(text, used);
    free(text);
}

static void play_behind_head(const char *bytes, size_t count)
{
    char *text = malloc(sizeof head + count);
    check(text != NULL);
    memcpy(text, head, sizeof head - 1);
    if (count > 0) {
        memcpy(text + sizeof head - 1, bytes, count);
    }
    play(text, sizeof head - 1 + count);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    /* Of the three, the one that the first byte says; the raw ones begin as records do. */
    if (size > 0 && data[0] == '+') {
        play_mended(bytes + 1, size - 1);
    } else if (size > 0 && data[0] == '-') {
        play_behind_head(bytes + 1, size - 1);
    } else {
        play(bytes, size);
    }
    return 0;
}
