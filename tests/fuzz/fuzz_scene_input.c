/* Reads bytes as inputs of a scene, some of them out of range, and as ticks between them; or as a
 * line of text that says an input. An input that is refused has a sentence, any other comes back
 * from its line to the same bits. One row of inputs in PLAYED is a run of the scene with them,
 * recorded: inputs that are refused change nothing, and the record plays again to the same hashes.
 * A scene that is played is opened twice, a millisecond each. */
#include "fuzz/scene_place.h"
#include "scene/private.h"

enum { INPUTS_MOST = 48, TICKS_MOST = 24, BODIES_MOST = 8, LINE_MOST = 1024, PLAYED = 256 };

typedef struct input {
    const uint8_t *data;
    size_t size, at;
} input;

static uint8_t take(input *in)
{
    return in->at < in->size ? in->data[in->at++] : 0;
}

static uint64_t take_bits(input *in, int bytes)
{
    uint64_t bits = 0;
    for (int i = 0; i < bytes; i++) {
        bits = bits << 8 | take(in);
    }
    return bits;
}

/* Mostly on the map, in quarters of a metre; else ends of ranges, or any bits. */
static double take_number(input *in)
{
    static const double odd[] = {-1e12, 1e12, 1.0000001e12, -0.0, 1e-300, 1e300, 0.5, 1e6};
    const uint8_t byte = take(in);
    if (byte < 224) {
        return (double)byte / 4 - 16;
    }
    if (byte < 248) {
        return odd[byte % 8];
    }
    const uint64_t bits = take_bits(in, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int32_t take_whole(input *in)
{
    const uint8_t byte = take(in);
    return byte < 224   ? byte % 32 - 4
           : byte < 232 ? INT32_MAX
           : byte < 240 ? INT32_MIN
                        : (int32_t)(uint32_t)take_bits(in, 4);
}

static void take_bodies(input *in, scene_input *made, wend_body_id bodies[BODIES_MOST])
{
    made->body_count = take(in) % (BODIES_MOST + 1);
    for (size_t i = 0; i < made->body_count; i++) {
        const uint8_t byte = take(in);
        bodies[i] = (wend_body_id){byte % 12, byte < 200 ? 1 : byte};
    }
    made->bodies = bodies;
}

static void take_key(input *in, char key[SCENE_KEY_CAPACITY])
{
    const size_t length = take(in) % (SCENE_KEY_CAPACITY + 1);
    for (size_t i = 0; i < length; i++) {
        key[i] = (char)take(in);
    }
}

/* All of its fields, also those that its kind does not name. */
static scene_input take_input(input *in, wend_body_id bodies[BODIES_MOST])
{
    scene_input made;
    memset(&made, 0, sizeof made);
    made.kind = (scene_input_kind)(take(in) % (SCENE_INPUT_KINDS + 1));
    const uint8_t fields = take(in);
    made.at.x = take_number(in);
    made.at.y = take_number(in);
    made.x = take_whole(in);
    made.y = take_whole(in);
    made.index = (uint32_t)take_whole(in);
    if ((fields & 1) != 0) {
        take_bodies(in, &made, bodies);
    }
    if ((fields & 2) != 0) {
        made.width = take_whole(in);
        made.height = take_whole(in);
        made.cost = (uint32_t)take_whole(in) + take(in);
    }
    if ((fields & 4) != 0) {
        made.to.x = take_number(in);
        made.to.y = take_number(in);
    }
    if ((fields & 8) != 0) {
        made.radius = take_number(in);
        made.impulse = take_number(in);
    }
    made.value = (fields & 16) != 0 ? take_number(in) : 1;
    made.floor = (fields & 32) != 0 ? (uint32_t)take_whole(in) : 0;
    made.movement_class = (fields & 64) != 0 ? (uint32_t)take_whole(in) : 0;
    if ((fields & 128) != 0 || made.kind == SCENE_INPUT_KEY) {
        take_key(in, made.key);
    }
    return made;
}

/* ---- as text ---- */

static bool are_equal(const scene_input *a, const scene_input *b)
{
    bool are = a->kind == b->kind && a->floor == b->floor && a->body_count == b->body_count &&
               a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height &&
               a->movement_class == b->movement_class && a->cost == b->cost &&
               a->index == b->index && memcmp(&a->at, &b->at, sizeof a->at) == 0 &&
               memcmp(&a->to, &b->to, sizeof a->to) == 0 &&
               memcmp(&a->radius, &b->radius, sizeof a->radius) == 0 &&
               memcmp(&a->impulse, &b->impulse, sizeof a->impulse) == 0 &&
               memcmp(&a->value, &b->value, sizeof a->value) == 0 && strcmp(a->key, b->key) == 0;
    for (size_t i = 0; i < a->body_count && are; i++) {
        are = a->bodies[i].index1 == b->bodies[i].index1 &&
              a->bodies[i].generation == b->bodies[i].generation;
    }
    return are;
}

static size_t write_line(const scene_input *made, char line[LINE_MOST])
{
    memset(line, 0, LINE_MOST);
    FILE *out = fmemopen(line, LINE_MOST, "w");
    check(out != NULL);
    check(scene_write_input(out, made));
    check(fclose(out) == 0);
    return strlen(line);
}

/* An input read from a line is written as a line that reads the same. @return true if it was read.
 */
static bool try_line(const char *text)
{
    static lua_State *L;
    char form[SCENE_FORM_CAPACITY];
    char line[LINE_MOST];
    scene_input made;
    scene_input again;
    wend_body_id *bodies = NULL;
    wend_body_id *again_bodies = NULL;
    L = L != NULL ? L : luaL_newstate();
    check(L != NULL && strlen(scene_input_form(text, form)) < SCENE_FORM_CAPACITY);
    const bool is_read = scene_parse_input(L, text, &made, &bodies);
    if (is_read) {
        check(scene_input_is_good(&made));
        if (made.body_count < 32) {
            check(write_line(&made, line) > 0);
            check(scene_parse_input(L, line, &again, &again_bodies));
            check(are_equal(&made, &again));
        }
    }
    check(lua_gettop(L) == 0);
    free(bodies);
    free(again_bodies);
    return is_read;
}

/* ---- in a scene ---- */

static scene *open_world(const char *record)
{
    wend_message message = {0};
    scene *s = NULL;
    scene_options options = scene_place_world_options();
    options.record = record;
    const wend_result result = scene_open("world.lua", &options, &s, &message);
    check(result == WEND_OK);
    return s;
}

static void look(const scene *s)
{
    wend_flow_request_id orders[4];
    wend_vec2 low;
    wend_vec2 high;
    scene_stats stats;
    scene_get_stats(s, &stats);
    check(stats.wall_violations == 0 && stats.agents == 8);
    scene_view(s, &low, &high);
    check(low.x < high.x && low.y < high.y);
    (void)scene_orders(s, orders, 4);
    (void)scene_order_of(s, (wend_body_id){1, 1});
    (void)scene_can_reach(s, (wend_body_id){1, 1}, low, 0);
}

/* Keeps an input, or refuses it with a sentence. @return was it kept? */
static bool add(scene *s, const scene_input *made)
{
    s->message.text[0] = '\0';
    const wend_result added = scene_add_input(s, made);
    check(added == WEND_OK || added == WEND_ERROR_ARGUMENT);
    check((added == WEND_OK) == scene_input_is_good(made));
    check((added == WEND_OK) == (scene_message(s)[0] == '\0'));
    return added == WEND_OK;
}

/* Stored inputs change no scene, so one scene serves all runs. */
static void look_at_inputs(input *in)
{
    static scene *s;
    s = s != NULL ? s : open_world(NULL);
    for (int i = 0; i < INPUTS_MOST && in->at < in->size; i++) {
        char line[LINE_MOST];
        wend_body_id bodies[BODIES_MOST];
        const scene_input made = take_input(in, bodies);
        if (add(s, &made)) {
            check(write_line(&made, line) > 0);
            check(try_line(line));
        }
        (void)take(in);
    }
    scene_free_inputs(&s->inputs);
}

/* @return ticks that went well. */
static uint64_t run(input *in, const char *record, bool *has_failed)
{
    scene *s = open_world(record);
    for (int i = 0; i < INPUTS_MOST && in->at < in->size && !*has_failed; i++) {
        wend_body_id bodies[BODIES_MOST];
        const scene_input made = take_input(in, bodies);
        (void)add(s, &made);
        if (take(in) % 3 == 0 && scene_tick_count(s) < TICKS_MOST) {
            const wend_result result = scene_tick(s);
            scene_place_check(result, scene_message(s));
            *has_failed = result != WEND_OK;
        }
    }
    if (!*has_failed) {
        const wend_result result = scene_tick(s);
        scene_place_check(result, scene_message(s));
        *has_failed = result != WEND_OK;
    }
    look(s);
    const uint64_t ticks = scene_tick_count(s);
    scene_close(s);
    return ticks;
}

static void play_again(const char *record, uint64_t ticks)
{
    const scene_options options = scene_place_world_options();
    wend_message message = {0};
    scene_replay *replay = NULL;
    check(scene_replay_open(record, "world.lua", &options, &replay, &message) == WEND_OK);
    for (uint64_t i = 0; i < ticks; i++) {
        check(scene_replay_tick(replay, NULL, &message) == WEND_OK);
    }
    check(scene_replay_tick(replay, NULL, &message) == WEND_NO_PATH);
    scene_replay_close(replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size, 0};
    if (take(&in) == '=') {
        char *text = malloc(size);
        check(text != NULL);
        memcpy(text, data + 1, size - 1);
        text[size - 1] = '\0';
        (void)try_line(text);
        free(text);
        return 0;
    }
    const input begin = in;
    look_at_inputs(&in);
    if (is_chosen(data, size, PLAYED)) {
        char record[2 * SCENE_PLACE_NAME];
        bool has_failed = false;
        in = begin;
        const uint64_t ticks = run(&in, scene_place("a.rec", record), &has_failed);
        if (!has_failed) {
            play_again(record, ticks);
        }
    }
    return 0;
}
