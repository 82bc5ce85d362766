/* Both ends of every documented range of every field of every definition are taken, and one
 * beyond is refused. A number in a definition that has no range in the tables fails, as does any
 * other field that they name nowhere. A definition without its cookie is refused whatever its
 * fields are.
 *
 *     api_ranges [FOLDER HEADER ...]      the headers, without ".h"
 */
#include "ranges.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const range_list *const lists[] = {
    &ranges_world,     &ranges_route,
    &ranges_planner,   &ranges_crowd,
    &ranges_reserve,   &ranges_cover,
    &ranges_trigger,   &ranges_mind,
    &ranges_machines,  &ranges_messages,
    &ranges_commander, &ranges_mix,
    &ranges_traffic,   &ranges_terrain_analysis,
    &ranges_influence, &ranges_senses,
    &ranges_rules,     &ranges_squad,
    &ranges_minds,     &ranges_memory,
    &ranges_io,
#ifdef WEND_HAVE_RECAST
    &ranges_bake,
#endif
};
enum { LIST_COUNT = sizeof lists / sizeof *lists };

static int failures;

static void set(void *def, const range *r, double value)
{
    uint8_t *at = (uint8_t *)def + r->offset;
    if (r->type == RANGE_DOUBLE) {
        memcpy(at, &value, sizeof value);
    } else if (r->type == RANGE_INT32) {
        const int32_t number = (int32_t)value;
        memcpy(at, &number, sizeof number);
    } else if (r->type == RANGE_UINT32) {
        const uint32_t number = (uint32_t)(int64_t)value;
        memcpy(at, &number, sizeof number);
    } else if (r->type == RANGE_UINT8) {
        *at = (uint8_t)value;
    } else if (r->type == RANGE_SIZE) {
        const size_t number = (size_t)value;
        memcpy(at, &number, sizeof number);
    } else {
        const uint64_t number = (uint64_t)value;
        memcpy(at, &number, sizeof number);
    }
}

/* Spoils the cookie; the field keeps its default. */
static void set_cookie(void *def, const range *r, double value)
{
    const uint32_t number = (uint32_t)value;
    memcpy((uint8_t *)def + r->cookie, &number, sizeof number);
}

static void refuse_cookie(const range *r, double value)
{
    const wend_result result = range_try(r, value, set_cookie);
    if (result != WEND_ERROR_ARGUMENT) {
        fprintf(stderr, "%s with the cookie %.17g gives \"%s\"\n", r->name, value,
                wend_result_text(result));
        failures++;
    }
}

static wend_result refusal_of(const range *r, double value)
{
    const uint32_t full = value < r->low ? RANGE_FULL_BELOW : RANGE_FULL_ABOVE;
    const bool is_stale = value > r->high && (r->flags & RANGE_STALE_ABOVE) != 0;
    return (r->flags & full) != 0 ? WEND_ERROR_FULL
           : is_stale             ? WEND_ERROR_STALE
                                  : WEND_ERROR_ARGUMENT;
}

static void expect(const range *r, double value, bool is_taken)
{
    const wend_result result = range_try(r, value, set);
    const bool is_right = is_taken ? result >= 0 : result == refusal_of(r, value);
    if (!is_right) {
        fprintf(stderr, "%s.%s = %.17g gives \"%s\"\n", r->name, r->field, value,
                wend_result_text(result));
        failures++;
    }
}

static void try_range(const range *r)
{
    if ((r->flags & RANGE_COSTLY_LOW) == 0) {
        expect(r, r->low, true);
    }
    if ((r->flags & RANGE_COSTLY_HIGH) == 0) {
        expect(r, r->high, true);
    }
    if (r->type == RANGE_DOUBLE) {
        expect(r, (double)NAN, false);
        if (isfinite(r->low) && (r->flags & RANGE_ANY_BELOW) == 0) {
            expect(r, nextafter(r->low, -(double)INFINITY), false);
        }
        if (isfinite(r->high) && (r->flags & RANGE_ANY_ABOVE) == 0) {
            expect(r, nextafter(r->high, (double)INFINITY), false);
        }
        return;
    }
    const bool is_any_below =
        (r->flags & RANGE_ANY_BELOW) != 0 && (r->flags & RANGE_FULL_BELOW) == 0;
    const bool is_any_above =
        (r->flags & RANGE_ANY_ABOVE) != 0 && (r->flags & RANGE_FULL_ABOVE) == 0;
    if (!is_any_below && (r->low > 0 || r->type == RANGE_INT32)) {
        expect(r, r->low - 1, false);
    }
    if (!is_any_above) {
        expect(r, r->high + 1, false);
    }
}

/* ---- the headers ---- */

static bool has_range(const char *definition, const char *field)
{
    for (size_t k = 0; k < LIST_COUNT; ++k) {
        for (size_t i = 0; i < lists[k]->count; ++i) {
            const range *r = &lists[k]->items[i];
            if (strcmp(r->name, definition) == 0 && strcmp(r->field, field) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool is_listed(const char *definition, const char *field)
{
    for (size_t i = 0; i < unbounded_count; ++i) {
        const size_t length = strlen(field);
        const char *at = strcmp(unbounded[i].name, definition) == 0 ? unbounded[i].fields : "";
        for (at = strstr(at, field); at != NULL; at = strstr(at + 1, field)) {
            if (at[-1] == ' ' && (at[length] == ' ' || at[length] == 0)) {
                return true;
            }
        }
    }
    return false;
}

/* True if a declaration begins with the type of a number, or of an enumeration. */
static bool is_number(const char *begin, const char *end)
{
    static const char *const others[] = {"bool",
                                         "wend_allocator",
                                         "wend_body_id",
                                         "wend_executor",
                                         "wend_route_source",
                                         "wend_vec2",
                                         "wend_vec3",
                                         "wend_mesh_location",
                                         "wend_smell_id",
                                         "wend_is_goal_fn",
                                         "wend_is_item_fn",
                                         "wend_io_read_fn",
                                         "wend_heuristic_fn",
                                         "wend_keeps_fn",
                                         "wend_path_query",
                                         "wend_planner_answer_fn",
                                         "wend_sense_react_fn",
                                         "wend_sound_paths",
                                         "wend_source_id",
                                         "wend_body_id"};
    char type[80] = "";
    for (const char *at = begin; at < end; ++at) {
        if (*at == '*' || *at == '(') {
            return false;
        }
    }
    if (sscanf(begin, " %79[a-z0-9_]", type) != 1 || strcmp(type, "const") == 0) {
        return false;
    }
    const size_t length = strlen(type);
    if (length > 3 &&
        (strcmp(type + length - 3, "_fn") == 0 || strcmp(type + length - 3, "_id") == 0)) {
        return false;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        if (strcmp(type, others[i]) == 0) {
            return false;
        }
    }
    return true;
}

/* @param has_number must the field have a range? */
static void look_at_field(const char *definition, const char *begin, const char *end,
                          bool has_number)
{
    while (end > begin && end[-1] != ']' && !isalnum((unsigned char)end[-1]) && end[-1] != '_') {
        end--;
    }
    if (end > begin && end[-1] == ']') {
        while (end > begin && *end != '[') {
            end--;
        }
    }
    const char *name = end;
    while (name > begin && (isalnum((unsigned char)name[-1]) || name[-1] == '_')) {
        name--;
    }
    char field[80];
    snprintf(field, sizeof field, "%.*s", (int)(end - name), name);
    if (field[0] == 0 || strcmp(field, "cookie") == 0 || has_range(definition, field)) {
        return;
    }
    if (has_number || !is_listed(definition, field)) {
        fprintf(stderr, "%s.%s has no range in tests/api/ranges\n", definition, field);
        failures++;
    }
}

/* Takes comments out, in place. */
static void strip(char *text)
{
    char *to = text;
    for (const char *from = text; *from != 0;) {
        if (from[0] == '/' && from[1] == '*') {
            from = strstr(from + 2, "*/") + 2;
        } else {
            *to++ = *from++;
        }
    }
    *to = 0;
}

static uint32_t look_at_header(const char *folder, const char *header)
{
    char file[600];
    uint8_t *bytes = NULL;
    size_t count = 0;
    uint32_t definitions = 0;
    snprintf(file, sizeof file, "%s/%s.h", folder, header);
    if (wend_io_read_file(file, NULL, &bytes, &count, NULL) != WEND_OK) {
        fprintf(stderr, "%s cannot be read\n", file);
        exit(1);
    }
    char *text = (char *)bytes;
    strip(text);
    for (char *at = strstr(text, "typedef struct "); at != NULL;
         at = strstr(at + 1, "typedef struct ")) {
        char name[80] = "";
        const char *body = at + strcspn(at, "{;");
        const char *end = *body == '{' ? strchr(body, '}') : NULL;
        const char *cookie = *body == '{' ? strstr(body, "uint32_t cookie;") : NULL;
        if (end == NULL || cookie == NULL || cookie > end ||
            sscanf(at, "typedef struct %79s", name) != 1) {
            continue;
        }
        definitions++;
        for (const char *from = body + 1; from < end;) {
            const char *stop = from + strcspn(from, ";}");
            const bool has_number = is_number(from, stop);
            while (from < stop) {
                const char *to = from + strcspn(from, ",;}");
                look_at_field(name, from, to, has_number);
                from = to + 1;
            }
            from = stop + 1;
        }
    }
    wend_io_free(NULL, bytes, count);
    return definitions;
}

int main(int argc, char **argv)
{
    uint32_t definitions = 0;
    for (int i = 2; i < argc; ++i) {
        definitions += look_at_header(argv[1], argv[i]);
    }
    size_t ranges = 0;
    for (size_t k = 0; k < LIST_COUNT; ++k) {
        for (size_t i = 0; i < lists[k]->count; ++i) {
            const range *r = &lists[k]->items[i];
            if (i == 0 || strcmp(r[-1].name, r->name) != 0) {
                refuse_cookie(r, 0);
                refuse_cookie(r, 1);
            }
            try_range(r);
        }
        ranges += lists[k]->count;
    }
    printf("%u definitions, %zu ranges, %d failures\n", definitions, ranges, failures);
    return failures == 0 && (argc < 2 || definitions > 30) ? 0 : 1;
}
