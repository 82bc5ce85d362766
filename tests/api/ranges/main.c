/* main.c: both ends of every documented range of every field of every definition are taken, and one
 * beyond is refused. A field of a header that the tables name nowhere fails.
 *
 *     api_ranges FOLDER_OF_HEADERS
 */
#include "ranges.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    } else {
        const uint64_t number = (uint64_t)value;
        memcpy(at, &number, sizeof number);
    }
}

static void expect(const range *r, double value, bool is_taken)
{
    const wend_result result = range_try(r, value, set);
    const bool is_right = is_taken ? result >= 0 : result == WEND_ERROR_ARGUMENT;
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
    if ((r->flags & RANGE_ANY_BELOW) == 0 && (r->low > 0 || r->type == RANGE_INT32)) {
        expect(r, r->low - 1, false);
    }
    if ((r->flags & RANGE_ANY_ABOVE) == 0) {
        expect(r, r->high + 1, false);
    }
}

/* ---- the headers ---- */

static bool is_named(const char *definition, const char *field)
{
    for (size_t i = 0; i < range_count; ++i) {
        if (strcmp(ranges[i].name, definition) == 0 && strcmp(ranges[i].field, field) == 0) {
            return true;
        }
    }
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

static void look_at_field(const char *definition, const char *begin, const char *end)
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
    if (field[0] != 0 && strcmp(field, "cookie") != 0 && !is_named(definition, field)) {
        fprintf(stderr, "no table of tests/api/ranges names %s.%s\n", definition, field);
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
            const char *to = from + strcspn(from, ",;}");
            look_at_field(name, from, to);
            from = to + 1;
        }
    }
    wend_io_free(NULL, bytes, count);
    return definitions;
}

int main(int argc, char **argv)
{
    static const char *const headers[] = {
        "bake",  "base",   "clearance", "crowd",       "flow",    "formation",  "graph",
        "grid",  "hex",    "io",        "io_world",    "islands", "level",      "link",
        "mesh",  "search", "overlay",   "graph_build", "path",    "path_shape", "mesh_path",
        "stamp", "steer",  "table",     "terrain",     "walls",   "way",        "mesh_search",
    };
    uint32_t definitions = 0;
    for (size_t i = 0; i < sizeof headers / sizeof *headers && argc > 1; ++i) {
        definitions += look_at_header(argv[1], headers[i]);
    }
    for (size_t i = 0; i < range_count; ++i) {
        try_range(&ranges[i]);
    }
    printf("%u definitions, %zu ranges, %d failures\n", definitions, range_count, failures);
    return failures == 0 && (argc < 2 || definitions > 30) ? 0 : 1;
}
