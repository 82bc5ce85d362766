/* Reads declarations from the public headers. */
#include "calls.h"

#include "wend/io.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Those of the readers and writers come last. */
static const char *const headers[] = {
    "commander",    "mix",           "traffic",     "terrain_analysis",
    "influence",    "base",          "clearance",   "cover",
    "crowd",        "detail",        "draw",        "explore",
    "explorers",    "flow",          "formation",   "graph",
    "graph_build",  "graph_overlay", "grid",        "grid_walls",
    "hex",          "incremental",   "index",       "islands",
    "items",        "exits",         "level",       "link",
    "memory",       "marker",        "smell",       "mesh",
    "mesh_overlay", "mesh_path",     "mesh_search", "mesh_corridor",
    "mesh_tiles",   "machine",       "message",     "mind",
    "overlay",      "path",          "path_shape",  "pathfinder",
    "planner",      "predict",       "reserve",     "rules",
    "search",       "social",        "squad",       "sense",
    "stamp",        "steer",         "sweep",       "table",
    "tactics",      "terrain",       "trigger",     "types",
    "walls",        "wend",          "bake",        "io",
    "io_map",       "io_picture",    "io_world"};

static _Noreturn void stop(const char *what, const char *which)
{
    fprintf(stderr, "%s %s\n", what, which);
    exit(4);
}

/* Without comments, each run of blanks as one space. @return the new position of `mark`. */
static size_t squeeze(char *text, size_t mark)
{
    char *to = text;
    size_t moved = 0;
    for (const char *from = text; *from != 0;) {
        moved = from <= text + mark ? (size_t)(to - text) : moved;
        if (from[0] == '/' && from[1] == '*') {
            for (from += 2; from[0] != '*' || from[1] != '/'; ++from) {
            }
            from += 2;
        } else if (isspace((unsigned char)*from)) {
            if (to > text && to[-1] != ' ') {
                *to++ = ' ';
            }
            from++;
        } else {
            *to++ = *from++;
        }
    }
    *to = 0;
    return moved;
}

/* @param io_begin set to where the readers and writers begin. */
static char *read_headers(const char *folder, size_t *io_begin)
{
    char *all = NULL;
    size_t length = 0;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i) {
        char file[600];
        uint8_t *bytes = NULL;
        size_t count = 0;
        snprintf(file, sizeof file, "%s/%s.h", folder, headers[i]);
        if (wend_io_read_file(file, NULL, &bytes, &count, NULL) != WEND_OK) {
            stop("cannot read", file);
        }
        all = realloc(all, length + count + 1);
        if (all == NULL) {
            stop("no memory for", file);
        }
        if (strcmp(headers[i], "io") == 0) {
            *io_begin = length;
        }
        memcpy(all + length, bytes, count);
        length += count;
        all[length] = 0;
        wend_io_free(NULL, bytes, count);
    }
    *io_begin = squeeze(all, *io_begin);
    return all;
}

static api_object *find_object(api_calls *all, const char *name, size_t length)
{
    for (size_t i = 0; i < all->object_count; ++i) {
        const char *other = all->objects[i].name;
        if (strncmp(other, name, length) == 0 && other[length] == 0) {
            return &all->objects[i];
        }
    }
    return NULL;
}

/* A declaration of a type or of a function, as a text of its own: a checked search in a text reads it
 * to its end, and all headers together are long. */
typedef struct declaration {
    const char *text;
    bool is_io;
} declaration;

typedef struct declarations {
    declaration *all;
    size_t count;
} declarations;

/* Cuts the text up. */
static declarations cut(char *text, size_t io_begin)
{
    static const char type[] = "typedef struct wend_";
    static const char function[] = "WEND_API ";
    declarations made = {NULL, 0};
    for (char *at = text; *at != 0; ++at) {
        const bool is_type = *at == 't' && strncmp(at, type, sizeof type - 1) == 0;
        const bool is_function = *at == 'W' && strncmp(at, function, sizeof function - 1) == 0 &&
                                 (at - text < 8 || strncmp(at - 8, "#define ", 8) != 0);
        if (!is_type && !is_function) {
            continue;
        }
        if (made.count % 256 == 0) {
            made.all = realloc(made.all, (made.count + 256) * sizeof *made.all);
            if (made.all == NULL) {
                stop("no memory for", "declarations");
            }
        }
        const declaration one = {at, at >= text + io_begin};
        made.all[made.count++] = one;
        char end = ';';
        while (*at != 0 && *at != end) {
            end = is_type && *at == '{' ? '}' : end;
            at++;
        }
        if (at[0] == 0 || at[1] == 0) {
            break;
        }
        *++at = 0;
    }
    return made;
}

static bool does_begin(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The declaration that begins so, or NULL. */
static const char *find_declaration(const declarations *from, const char *begin)
{
    for (size_t i = 0; i < from->count; ++i) {
        if (does_begin(from->all[i].text, begin)) {
            return from->all[i].text;
        }
    }
    return NULL;
}

/* "typedef struct wend_grid wend_grid;" */
static void read_objects(api_calls *all, const declarations *from)
{
    for (size_t i = 0; i < from->count; ++i) {
        char name[64];
        char again[64];
        if (sscanf(from->all[i].text, "typedef struct wend_%63[a-z0-9_] wend_%63[a-z0-9_];", name,
                   again) != 2 ||
            strcmp(name, again) != 0) {
            continue;
        }
        char body[100];
        char destroy[100];
        char error[200];
        snprintf(body, sizeof body, "typedef struct wend_%s {", name);
        snprintf(destroy, sizeof destroy, "WEND_API void wend_%s_destroy(", name);
        snprintf(error, sizeof error, "WEND_API const char *wend_%s_error(const wend_%s *", name,
                 name);
        /* A structure that is named before its definition is no object. */
        if (find_declaration(from, body) == NULL && find_declaration(from, destroy) != NULL) {
            api_object *made = &all->objects[all->object_count++];
            snprintf(made->name, sizeof made->name, "%.31s", name);
            made->is_io = from->all[i].is_io;
            made->has_error = find_declaration(from, error) != NULL;
        }
    }
}

/* Has the definition a field for the sentence? @param name "wend_grid_def" and what follows. */
static bool has_message_field(const declarations *from, const char *name, size_t length)
{
    char opening[100];
    snprintf(opening, sizeof opening, "typedef struct %.*s {", (int)length, name);
    const char *body = find_declaration(from, opening);
    return body != NULL && strstr(body, "wend_message *message;") != NULL;
}

/* One parameter: "const wend_grid_def *def". */
static void read_parameter(api_calls *all, api_call *call, const declarations *from, const char *at)
{
    at += strspn(at, " ");
    const bool is_const = strncmp(at, "const ", 6) == 0;
    at += is_const ? 6 : 0;
    const size_t length = strcspn(at, " *,)");
    const bool is_pointer = strncmp(at + length, " *", 2) == 0 && at[length + 2] != '*';
    if (strncmp(at, "wend_", 5) != 0 || !is_pointer) {
        return;
    }
    const api_object *object = find_object(all, at + 5, length - 5);
    if (strncmp(at, "wend_message", length) == 0) {
        call->has_message = true;
    } else if (object != NULL && !is_const && call->object[0] == 0) {
        snprintf(call->object, sizeof call->object, "%s", object->name);
    } else if (is_const && has_message_field(from, at, length)) {
        call->has_def = true;
    }
}

static int compare_calls(const void *a, const void *b)
{
    return strcmp(((const api_call *)a)->name, ((const api_call *)b)->name);
}

/* Sorted by name. */
static void read_calls(api_calls *all, const declarations *from)
{
    static const char start[] = "WEND_API wend_result ";
    for (size_t i = 0; i < from->count; ++i) {
        if (!does_begin(from->all[i].text, start)) {
            continue;
        }
        if (all->call_count == sizeof all->calls / sizeof *all->calls) {
            stop("no room for all calls", "");
        }
        api_call *call = &all->calls[all->call_count++];
        const char *name = from->all[i].text + sizeof start - 1;
        const char *at = strchr(name, '(');
        call->is_io = from->all[i].is_io;
        snprintf(call->name, sizeof call->name, "%.*s", (int)strcspn(name, "("), name);
        while (at != NULL) {
            read_parameter(all, call, from, at + 1);
            at = strchr(at + 1, ',');
        }
        /* A reader that adds to an object of the library says why in its own message. */
        const api_object *object = find_object(all, call->object, strlen(call->object));
        if (call->is_io && call->has_message && object != NULL && !object->is_io) {
            call->object[0] = 0;
        }
    }
    qsort(all->calls, all->call_count, sizeof *all->calls, compare_calls);
}

void api_calls_read(api_calls *all, const char *folder)
{
    memset(all, 0, sizeof *all);
    size_t io_begin = 0;
    char *text = read_headers(folder, &io_begin);
    const declarations from = cut(text, io_begin);
    read_objects(all, &from);
    read_calls(all, &from);
    free(from.all);
    free(text);
}

const api_call *api_calls_find(const api_calls *all, const char *name)
{
    api_call wanted = {.name = ""};
    size_t length = 0;
    while (length + 1 < sizeof wanted.name &&
           (isalnum((unsigned char)name[length]) || name[length] == '_')) {
        wanted.name[length] = name[length];
        length++;
    }
    return bsearch(&wanted, all->calls, all->call_count, sizeof *all->calls, compare_calls);
}
