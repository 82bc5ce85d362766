/* Inputs as lines of text and back, exactly: numbers keep their bits.
 * Cost: linear in the line.
 *
 *     explode 0 12.5 40 8 6000          kind, then what it names, in one fixed order
 *     order 0 30 12 2 1:1 17:3          bodies as index1:generation, their count before */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

/* Fields of each kind: f floor, a at, t to, r radius, i impulse, v value, c cell, s size of a
 * rectangle, m movement class, o cost, n index, k key, b bodies. */
typedef struct input_kind {
    const char *name;
    const char *parts;
} input_kind;

static const input_kind kinds[SCENE_INPUT_KINDS] = {
    [SCENE_INPUT_ORDER] = {"order", "fab"},
    [SCENE_INPUT_STOP] = {"stop", "b"},
    [SCENE_INPUT_CELLS] = {"cells", "cmso"},
    [SCENE_INPUT_STAMP] = {"stamp", "cso"},
    [SCENE_INPUT_LIFT] = {"lift", "cm"},
    [SCENE_INPUT_SEGMENT] = {"segment", "at"},
    [SCENE_INPUT_ERASE] = {"erase", "ar"},
    [SCENE_INPUT_EXPLODE] = {"explode", "fari"},
    [SCENE_INPUT_SLIDER] = {"slider", "nv"},
    [SCENE_INPUT_KEY] = {"key", "k"},
    [SCENE_INPUT_NODE_ADD] = {"node_add", "arn"},
    [SCENE_INPUT_NODE_MOVE] = {"node_move", "na"},
    [SCENE_INPUT_NODE_REMOVE] = {"node_remove", "n"},
    [SCENE_INPUT_SELECT] = {"select", "b"},
    [SCENE_INPUT_ITEM_ADD] = {"item_add", "anv"},
    [SCENE_INPUT_ITEM_MOVE] = {"item_move", "na"},
    [SCENE_INPUT_ITEM_ACTIVE] = {"item_active", "nv"},
    [SCENE_INPUT_ITEM_REMOVE] = {"item_remove", "n"},
    [SCENE_INPUT_TRIGGER_ADD] = {"trigger_add", "arnov"},
    [SCENE_INPUT_TRIGGER_MOVE] = {"trigger_move", "na"},
    [SCENE_INPUT_TRIGGER_REMOVE] = {"trigger_remove", "n"},
};

/* ---- writing ---- */

static void write_bodies(FILE *out, const scene_input *input)
{
    fprintf(out, " %zu", input->body_count);
    for (size_t i = 0; i < input->body_count; i++) {
        fprintf(out, " %" PRIu32 ":%" PRIu32, input->bodies[i].index1, input->bodies[i].generation);
    }
}

static void write_part(FILE *out, char part, const scene_input *input)
{
    switch (part) {
    case 'f':
        fprintf(out, " %" PRIu32, input->floor);
        break;
    case 'a':
        fprintf(out, " %.17g %.17g", input->at.x, input->at.y);
        break;
    case 't':
        fprintf(out, " %.17g %.17g", input->to.x, input->to.y);
        break;
    case 'r':
        fprintf(out, " %.17g", input->radius);
        break;
    case 'i':
        fprintf(out, " %.17g", input->impulse);
        break;
    case 'v':
        fprintf(out, " %.17g", input->value);
        break;
    case 'c':
        fprintf(out, " %" PRId32 " %" PRId32, input->x, input->y);
        break;
    case 's':
        fprintf(out, " %" PRId32 " %" PRId32, input->width, input->height);
        break;
    case 'm':
        fprintf(out, " %" PRIu32, input->movement_class);
        break;
    case 'o':
        fprintf(out, " %" PRIu32, input->cost);
        break;
    case 'n':
        fprintf(out, " %" PRIu32, input->index);
        break;
    case 'k':
        fprintf(out, " %s", input->key);
        break;
    default:
        write_bodies(out, input);
        break;
    }
}

bool scene_write_input(FILE *out, const scene_input *input)
{
    fprintf(out, "%s", kinds[input->kind].name);
    for (const char *part = kinds[input->kind].parts; *part != '\0'; part++) {
        write_part(out, *part, input);
    }
    return ferror(out) == 0;
}

/* ---- reading ---- */

typedef struct words {
    lua_State *L;
    const char *at;
    bool is_good;
} words;

/* The next word; "" where there is none, or it is too long. */
static const char *next_word(words *w, char *word, size_t capacity)
{
    w->at += strspn(w->at, " ");
    size_t count = strcspn(w->at, " ");
    w->is_good = w->is_good && count > 0 && count < capacity;
    size_t kept = count < capacity ? count : 0;
    memcpy(word, w->at, kept);
    word[kept] = '\0';
    w->at += count;
    return word;
}

/* Lua reads numbers the same way in every locale. */
static double read_number(words *w)
{
    char word[64];
    next_word(w, word, sizeof word);
    if (!w->is_good || lua_stringtonumber(w->L, word) == 0) {
        w->is_good = false;
        return 0.0;
    }
    double value = lua_tonumber(w->L, -1);
    lua_pop(w->L, 1);
    /* "-0" is an integer to Lua, and those have no sign where they are 0. */
    return word[0] == '-' && !(value < 0.0) && !(value > 0.0) ? -0.0 : value;
}

static int64_t read_integer(words *w, int64_t low, int64_t high)
{
    char word[64];
    next_word(w, word, sizeof word);
    char *end = word;
    long long value = strtoll(word, &end, 10);
    w->is_good = w->is_good && *end == '\0' && value >= low && value <= high;
    return w->is_good ? value : low;
}

static wend_vec2 read_point(words *w)
{
    double x = read_number(w);
    return (wend_vec2){x, read_number(w)};
}

static void read_body(words *w, wend_body_id *body)
{
    char word[64];
    next_word(w, word, sizeof word);
    char *middle = word;
    unsigned long long index1 = strtoull(word, &middle, 10);
    char *end = middle;
    unsigned long long generation = *middle == ':' ? strtoull(middle + 1, &end, 10) : 0;
    w->is_good = w->is_good && end > middle && *end == '\0' && index1 <= UINT32_MAX &&
                 generation <= UINT32_MAX;
    *body = (wend_body_id){(uint32_t)index1, (uint32_t)generation};
}

/* A body takes four characters at least: no count makes more memory than the line has. */
static wend_body_id *read_bodies(words *w, scene_input *input)
{
    size_t most = strlen(w->at) / 4 + 1;
    size_t count = (size_t)read_integer(w, 0, (int64_t)most);
    wend_body_id *bodies = malloc((count + 1) * sizeof *bodies);
    if (bodies == NULL) {
        w->is_good = false;
        return NULL;
    }
    for (size_t i = 0; i < count && w->is_good; i++) {
        read_body(w, &bodies[i]);
    }
    input->bodies = bodies;
    input->body_count = count;
    return bodies;
}

static void read_key(words *w, scene_input *input)
{
    next_word(w, input->key, sizeof input->key);
}

static void read_part(words *w, char part, scene_input *input, wend_body_id **bodies)
{
    switch (part) {
    case 'f':
        input->floor = (uint32_t)read_integer(w, 0, UINT32_MAX);
        break;
    case 'a':
        input->at = read_point(w);
        break;
    case 't':
        input->to = read_point(w);
        break;
    case 'r':
        input->radius = read_number(w);
        break;
    case 'i':
        input->impulse = read_number(w);
        break;
    case 'v':
        input->value = read_number(w);
        break;
    case 'c':
        input->x = (int32_t)read_integer(w, INT32_MIN, INT32_MAX);
        input->y = (int32_t)read_integer(w, INT32_MIN, INT32_MAX);
        break;
    case 's':
        input->width = (int32_t)read_integer(w, INT32_MIN, INT32_MAX);
        input->height = (int32_t)read_integer(w, INT32_MIN, INT32_MAX);
        break;
    case 'm':
        input->movement_class = (uint32_t)read_integer(w, 0, UINT32_MAX);
        break;
    case 'o':
        input->cost = (uint32_t)read_integer(w, 0, UINT32_MAX);
        break;
    case 'n':
        input->index = (uint32_t)read_integer(w, 0, UINT32_MAX);
        break;
    case 'k':
        read_key(w, input);
        break;
    default:
        *bodies = read_bodies(w, input);
        break;
    }
}

static scene_input_kind find_kind(const char *name)
{
    for (size_t i = SCENE_INPUT_ORDER; i < SCENE_INPUT_KINDS; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return (scene_input_kind)i;
        }
    }
    return SCENE_INPUT_KINDS;
}

static const char *part_name(char part)
{
    static const char letters[] = "fatrivcsmonkb";
    static const char *const names[] = {"FLOOR",
                                        "X Y",
                                        "X Y",
                                        "RADIUS",
                                        "IMPULSE",
                                        "VALUE",
                                        "CELL_X CELL_Y",
                                        "WIDTH HEIGHT",
                                        "CLASS",
                                        "COST",
                                        "INDEX",
                                        "KEY",
                                        "COUNT INDEX:GENERATION..."};
    return names[strchr(letters, part) - letters];
}

const char *scene_input_form(const char *text, char *form)
{
    char name[SCENE_FORM_CAPACITY];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " "), text);
    const scene_input_kind kind = find_kind(name);
    if (kind == SCENE_INPUT_KINDS) {
        size_t used = 0;
        for (size_t i = SCENE_INPUT_ORDER; i < SCENE_INPUT_KINDS; i++) {
            used += (size_t)snprintf(form + used, SCENE_FORM_CAPACITY - used, "%s%s",
                                     used == 0 ? "" : "|", kinds[i].name);
        }
        return form;
    }
    size_t used = (size_t)snprintf(form, SCENE_FORM_CAPACITY, "%s", name);
    for (const char *part = kinds[kind].parts; *part != '\0'; part++) {
        used += (size_t)snprintf(form + used, SCENE_FORM_CAPACITY - used, " %s", part_name(*part));
    }
    return form;
}

bool scene_parse_input(lua_State *L, const char *text, scene_input *input, wend_body_id **bodies)
{
    char name[64];
    words w = {L, text, true};
    *bodies = NULL;
    memset(input, 0, sizeof *input);
    input->kind = find_kind(next_word(&w, name, sizeof name));
    if (!w.is_good || input->kind == SCENE_INPUT_KINDS) {
        return false;
    }
    for (const char *part = kinds[input->kind].parts; *part != '\0' && w.is_good; part++) {
        read_part(&w, *part, input, bodies);
    }
    w.at += strspn(w.at, " ");
    return w.is_good && *w.at == '\0' && scene_input_is_good(input);
}
