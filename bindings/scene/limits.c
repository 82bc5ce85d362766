/* Limits of a script's memory (Lua's and that of its objects) and instructions; beyond them an
 * error names the script's line.
 * Cost: an addition for each block; a call for each instruction of Lua, which doubles its time.
 *
 * Instructions are counted by Lua's hook for counts, which comes every SCENE_COUNT_STEP of them. An
 * error for too many can be caught by pcall, so from then on the hook comes at every instruction:
 * the next one outside of that pcall fails too, until nothing is left that catches.
 *
 * Lua runs no code of ours between a block that is refused and its own error, which has no line.
 * The line is looked up while the block is refused. Lua moves its stack while it makes it larger:
 * that is the one block that must be distinguished from the others, by its size. */
#include <inttypes.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

enum { SCENE_COUNT_STEP = 1000, SCENE_MEGABYTE = 1 << 20 };

/* Lua's stacks have 10^6 slots of 16 bytes at most. */
static const size_t stack_bytes_most = (size_t)32 << 20;

/* Notes the innermost line of a script that runs. */
static void note_place(scene_limits *limits, lua_State *L)
{
    lua_Debug about;
    for (int level = 0; lua_getstack(L, level, &about) != 0; level++) {
        if (lua_getinfo(L, "Sl", &about) != 0 && about.currentline > 0) {
            snprintf(limits->place, sizeof limits->place, "%s:%d: ", about.short_src,
                     about.currentline);
            return;
        }
    }
}

/* ---- memory ---- */

static bool has_room(scene_limits *limits, size_t old_bytes, size_t new_bytes)
{
    const size_t others = limits->used - old_bytes;
    return new_bytes <= old_bytes ||
           (others <= limits->memory && new_bytes <= limits->memory - others);
}

static void *resize(scene_limits *limits, void *block, size_t old_bytes, size_t new_bytes)
{
    if (new_bytes == 0) {
        free(block);
        limits->used -= old_bytes;
        return NULL;
    }
    void *resized = realloc(block, new_bytes);
    if (resized != NULL) {
        limits->used += new_bytes - old_bytes;
    }
    return resized;
}

/* lua_Alloc; for a new block old_bytes is a type. */
static void *give_lua(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    scene_limits *limits = context;
    const size_t had = block == NULL ? 0 : old_bytes;
    if (!has_room(limits, had, new_bytes)) {
        limits->has_refused = true;
        if (limits->L != NULL && (block == NULL || new_bytes > stack_bytes_most)) {
            note_place(limits, limits->L);
        }
        return NULL;
    }
    return resize(limits, block, had, new_bytes);
}

/* Blocks of objects are listed. Lua cannot run a finalizer when the limit leaves no memory for its call, and
 * runs none twice: what it lost is freed when the scene is closed. */
struct scene_block {
    alignas(max_align_t) scene_block *next;
    scene_block **link; /* what points to it */
};

static void unlist(scene_block *block)
{
    *block->link = block->next;
    if (block->next != NULL) {
        block->next->link = block->link;
    }
}

static void list(scene_limits *limits, scene_block *block)
{
    block->next = limits->blocks;
    block->link = &limits->blocks;
    if (block->next != NULL) {
        block->next->link = &block->next;
    }
    limits->blocks = block;
}

/* wend_resize_fn; what is listed does not count. */
static void *give_objects(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    scene_limits *limits = context;
    scene_block *head = block == NULL ? NULL : (scene_block *)block - 1;
    if (!has_room(limits, old_bytes, new_bytes) || new_bytes > SIZE_MAX - sizeof *head) {
        limits->has_refused = true;
        return NULL;
    }
    if (head != NULL) {
        unlist(head);
    }
    if (new_bytes == 0) {
        free(head);
        limits->used -= old_bytes;
        return NULL;
    }
    scene_block *resized = realloc(head, sizeof *head + new_bytes);
    if (resized != NULL) {
        limits->used += new_bytes - old_bytes;
        list(limits, resized);
        return resized + 1;
    }
    if (head != NULL) {
        list(limits, head);
    }
    return NULL;
}

void scene_limits_end(scene_limits *limits)
{
    while (limits->blocks != NULL) {
        scene_block *block = limits->blocks;
        limits->blocks = block->next;
        free(block);
    }
}

wend_allocator scene_limits_allocator(scene_limits *limits)
{
    return (wend_allocator){give_objects, limits};
}

/* ---- instructions ---- */

/* Lua's error for memory is the one that runs no handler of xpcall, which could be endless too. */
static void count(lua_State *L, lua_Debug *about)
{
    void *context = NULL;
    (void)about;
    (void)lua_getallocf(L, &context);
    scene_limits *limits = context;
    if (limits->is_spent || limits->done + limits->step > limits->instructions) {
        if (!limits->is_spent) {
            note_place(limits, L);
        }
        limits->is_spent = true;
        lua_sethook(L, count, LUA_MASKCOUNT, 1);
        lua_pushliteral(L, "not enough memory");
        lua_error(L);
    }
    note_place(limits, L);
    limits->done += limits->step;
}

void scene_limits_begin(scene_limits *limits)
{
    limits->done = 0;
    limits->place[0] = '\0';
    limits->has_refused = false;
    limits->is_spent = false;
    limits->step = limits->instructions < SCENE_COUNT_STEP ? 1 : SCENE_COUNT_STEP;
    lua_sethook(limits->L, count, LUA_MASKCOUNT, (int)limits->step);
}

lua_State *scene_limits_open(scene_limits *limits, const scene_options *options)
{
    limits->memory = options->memory_mb * SCENE_MEGABYTE;
    limits->instructions = options->instructions;
    limits->collect_at = limits->memory / 4;
    lua_State *L = lua_newstate(give_lua, limits);
    if (L == NULL) {
        return NULL;
    }
    limits->L = L;
    return L;
}

/* ---- results ---- */

void scene_limits_make_room(lua_State *L, void *scene_object)
{
    scene_limits *limits = &((scene *)scene_object)->limits;
    if (limits->used < limits->collect_at) {
        return;
    }
    lua_gc(L, LUA_GCCOLLECT);
    const size_t left = limits->memory - limits->used;
    limits->collect_at = limits->used + (left / 2 < limits->used ? left / 2 : limits->used);
}

bool scene_limits_tell(const scene *s, int status, const char *text, wend_message *message)
{
    const scene_limits *limits = &s->limits;
    if (limits->is_spent) {
        (void)scene_fail(message, WEND_ERROR_FILE,
                         "%smore than %" PRIu64 " instructions in one go: an endless loop, or a "
                         "limit that is too low",
                         limits->place, limits->instructions);
        return true;
    }
    if (limits->has_refused && status == LUA_ERRMEM) {
        (void)scene_fail(message, WEND_ERROR_MEMORY,
                         "%smore than %u MB of memory, the scene's limit", limits->place,
                         (unsigned)s->options.memory_mb);
        return true;
    }
    /* Messages of objects contain "out of memory", or "no memory for". */
    if (limits->has_refused && text != NULL &&
        (strstr(text, wend_result_text(WEND_ERROR_MEMORY)) != NULL ||
         strstr(text, ": no memory") != NULL)) {
        (void)scene_fail(message, WEND_ERROR_MEMORY, "%s (the scene's limit is %u MB)", text,
                         (unsigned)s->options.memory_mb);
        return true;
    }
    return false;
}
