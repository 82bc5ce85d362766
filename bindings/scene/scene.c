/* Opens, closes and reads scenes.
 * Cost: that of the scene's file. */
#include "scene.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"
#include "wend/io.h"

enum { SCENE_MEMORY_MOST = 1 << 20 };

scene_options scene_options_default(void)
{
    return (scene_options){.seed = 1, .threads = 1, .memory_mb = 1024, .instructions = 1000000000};
}

wend_result scene_fail(wend_message *message, wend_result result, const char *format, ...)
{
    if (message != NULL) {
        va_list list;
        va_start(list, format);
        vsnprintf(message->text, sizeof message->text, format, list);
        va_end(list);
        message->line = 0;
    }
    return result;
}

/* ---- names of files ---- */

static char *copy_text(const char *text, size_t count)
{
    char *copy = malloc(count + 1);
    if (copy != NULL) {
        memcpy(copy, text, count);
        copy[count] = '\0';
    }
    return copy;
}

static const char *base_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash == NULL ? file : slash + 1;
}

static bool take_names(scene *s, const char *file)
{
    size_t folder = (size_t)(base_of(file) - file);
    s->file = copy_text(file, strlen(file));
    /* Names in a text without a folder are relative to the program's folder; readable folders are
     * checked separately. */
    folder = s->options.text != NULL ? 0 : folder;
    s->folder = folder == 0 ? copy_text(".", 1) : copy_text(file, folder > 1 ? folder - 1 : 1);
    snprintf(s->title, sizeof s->title, "%s", base_of(file));
    return s->file != NULL && s->folder != NULL;
}

/* The fingerprint of its text; a file that cannot be read fails when it is loaded. */
static uint64_t hash_source(const scene *s, const char *file)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    uint64_t hash = 0;
    if (s->options.text != NULL) {
        return wend_hash_bytes(wend_hash_begin(), s->options.text, s->options.text_count);
    }
    if (wend_io_read_file(file, NULL, &bytes, &count, NULL) == WEND_OK) {
        hash = wend_hash_bytes(wend_hash_begin(), bytes, count);
    }
    wend_io_free(NULL, bytes, count);
    return hash;
}

/* ---- opening ---- */

/* Runs the file; its upvalues are none, its argument the scene. */
static int build(lua_State *L)
{
    scene *s = lua_touserdata(L, 1);
    scene_open_sandbox(L, s);
    lua_settop(L, 0);
    if (s->options.text != NULL) {
        scene_load_text(L, s->file, s->options.text, s->options.text_count);
    } else {
        scene_load_main(L, s->file);
    }
    lua_call(L, 0, 1);
    if (s->table == LUA_NOREF) {
        return luaL_error(L, "%s: it must end with return wend.scene{...}", s->file);
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->table);
    if (!lua_rawequal(L, -1, -2)) {
        return luaL_error(L, "%s: it must return what wend.scene gave", s->file);
    }
    lua_settop(L, 0);
    scene_ask(L, s);
    return 0;
}

static wend_result start_threads(scene *s)
{
    if (s->options.threads <= 1) {
        return WEND_OK;
    }
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = s->options.threads;
    wend_result result = wend_pool_create(&def, &s->pool);
    return result == WEND_OK ? result
                             : scene_fail(&s->message, result, "%u threads cannot be started",
                                          (unsigned)s->options.threads);
}

static wend_result take_crowd(scene *s)
{
    wend_crowd_info info;
    wend_crowd_get_info(s->crowd, &info);
    s->step = info.step;
    s->orders.limit = info.max_bodies;
    s->orders.of = calloc(info.max_bodies, sizeof *s->orders.of);
    s->orders.generations = calloc(info.max_bodies, sizeof *s->orders.generations);
    bool is_there = s->orders.of != NULL && s->orders.generations != NULL;
    return is_there ? WEND_OK : scene_fail(&s->message, WEND_ERROR_MEMORY, "out of memory");
}

static wend_result open_state(scene *s)
{
    s->L = scene_limits_open(&s->limits, &s->options);
    if (s->L == NULL) {
        return scene_fail(&s->message, WEND_ERROR_MEMORY, "out of memory");
    }
    lua_gc(s->L, LUA_GCGEN, 0, 0);
    scene_limits_begin(&s->limits);
    lua_pushcfunction(s->L, build);
    lua_pushlightuserdata(s->L, s);
    wend_result result = scene_keep_error(s, wendlua_pcall(s->L, 1, 0));
    return result == WEND_OK ? take_crowd(s) : result;
}

static wend_result open_all(scene *s, const char *file)
{
    if (!take_names(s, file)) {
        return scene_fail(&s->message, WEND_ERROR_MEMORY, "out of memory");
    }
    s->source_hash = hash_source(s, file);
    wend_result result = scene_parameters_begin(s);
    result = result == WEND_OK ? scene_files_begin(s) : result;
    result = result == WEND_OK ? start_threads(s) : result;
    result = result == WEND_OK ? open_state(s) : result;
    return result == WEND_OK ? scene_record_begin(s) : result;
}

wend_result scene_open(const char *file, const scene_options *options, scene **made,
                       wend_message *message)
{
    *made = NULL;
    scene_options chosen = options != NULL ? *options : scene_options_default();
    if (file == NULL || chosen.threads < 1 || chosen.threads > 256) {
        return scene_fail(message, WEND_ERROR_ARGUMENT, "a file and 1 to 256 threads expected");
    }
    if (chosen.memory_mb < 1 || chosen.memory_mb > SCENE_MEMORY_MOST || chosen.instructions < 1 ||
        chosen.folder_count > SCENE_FOLDERS_MAX) {
        return scene_fail(message, WEND_ERROR_ARGUMENT,
                          "1 to %u MB of memory, 1 instruction or more and at most %u folders "
                          "expected",
                          (unsigned)SCENE_MEMORY_MOST, (unsigned)SCENE_FOLDERS_MAX);
    }
    scene *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return scene_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    s->options = chosen;
    s->table = LUA_NOREF;
    s->ticks = 1200;
    s->flow_budget = 2000;
    s->planner_budget = 20000;
    wend_result result = open_all(s, file);
    if (result != WEND_OK) {
        scene_fail(message, result, "%s", s->message.text);
        scene_close(s);
        return result;
    }
    *made = s;
    return WEND_OK;
}

void scene_close(scene *s)
{
    if (s == NULL) {
        return;
    }
    (void)scene_end_record(s);
    if (s->L != NULL) {
        lua_close(s->L);
        scene_limits_end(&s->limits);
    }
    wend_pool_destroy(s->pool);
    scene_free_inputs(&s->inputs);
    free(s->inputs.items);
    free(s->orders.of);
    free(s->orders.generations);
    free(s->events);
    free(s->shapes);
    free(s->figures);
    free(s->agents);
    free(s->file);
    free(s->folder);
    scene_files_end(s);
    scene_parameters_end(s);
    free(s);
}

/* ---- its parts ---- */

wend_crowd *scene_crowd(const scene *s)
{
    return s->crowd;
}

wend_flow *scene_flow(const scene *s)
{
    return s->flow;
}

wend_grid *scene_grid(const scene *s)
{
    return s->grid;
}

wend_walls *scene_walls(const scene *s)
{
    return s->walls;
}

wend_graph *scene_graph(const scene *s)
{
    return s->graph;
}

uint32_t scene_floor_count(const scene *s)
{
    return s->crowd_about->floor_count;
}

const wend_grid *scene_floor_grid(const scene *s, uint32_t floor)
{
    const wend_grid *grid =
        floor < scene_floor_count(s) ? s->crowd_about->floors[floor].grid : NULL;
    return grid == NULL && floor == 0 ? s->grid : grid;
}

const wend_walls *scene_floor_walls(const scene *s, uint32_t floor)
{
    const wend_walls *walls =
        floor < scene_floor_count(s) ? s->crowd_about->floors[floor].walls : NULL;
    return walls == NULL && floor == 0 ? s->walls : walls;
}

const char *scene_message(const scene *s)
{
    return s->message.text;
}

const char *scene_title(const scene *s)
{
    return s->title;
}

uint64_t scene_ticks(const scene *s)
{
    return s->ticks;
}

uint64_t scene_tick_count(const scene *s)
{
    return s->tick_count;
}

double scene_step(const scene *s)
{
    return s->step;
}

const char *scene_text(const scene *s)
{
    return s->text;
}

bool scene_is_done(const scene *s)
{
    return s->is_done || s->tick_count >= s->ticks;
}

size_t scene_slider_count(const scene *s)
{
    return s->slider_count;
}

bool scene_get_slider(const scene *s, size_t index, scene_slider *slider)
{
    *slider = (scene_slider){0};
    if (index >= s->slider_count) {
        return false;
    }
    const scene_own_slider *own = &s->sliders[index];
    *slider = (scene_slider){own->name, own->from, own->to, own->value};
    return true;
}

bool scene_colour(const scene *s, uint32_t group, uint8_t rgb[3])
{
    static const char *const palette[] = {"blue", "red",  "green", "orange",
                                          "teal", "pink", "brown", "purple"};
    for (size_t i = 0; i < s->colour_count; i++) {
        if (s->colour_groups[i] == group) {
            memcpy(rgb, s->colours[i], 3);
            return true;
        }
    }
    (void)scene_read_colour(palette[group % 8], rgb);
    return false;
}

/* ---- how far it goes ---- */

static void widen(wend_vec2 *low, wend_vec2 *high, wend_vec2 a, wend_vec2 b)
{
    low->x = a.x < low->x ? a.x : low->x;
    low->y = a.y < low->y ? a.y : low->y;
    high->x = b.x > high->x ? b.x : high->x;
    high->y = b.y > high->y ? b.y : high->y;
}

static void widen_by_bodies(const scene *s, wend_vec2 *low, wend_vec2 *high)
{
    uint32_t count = wend_crowd_body_count(s->crowd);
    double *x = calloc(2 * (size_t)count + 1, sizeof *x);
    if (x == NULL) {
        return;
    }
    double *y = x + count;
    size_t there = wend_crowd_get_bodies(s->crowd, count, NULL, x, y, NULL, NULL, NULL);
    for (size_t i = 0; i < there; i++) {
        widen(low, high, (wend_vec2){x[i] - 2.0, y[i] - 2.0}, (wend_vec2){x[i] + 2.0, y[i] + 2.0});
    }
    free(x);
}

void scene_view(const scene *s, wend_vec2 *low, wend_vec2 *high)
{
    *low = s->view_low;
    *high = s->view_high;
    if (s->has_view) {
        return;
    }
    *low = (wend_vec2){1e9, 1e9};
    *high = (wend_vec2){-1e9, -1e9};
    wend_vec2 a;
    wend_vec2 b;
    if (s->grid != NULL) {
        wend_grid_bounds(s->grid, &a, &b);
        widen(low, high, a, b);
    }
    for (uint32_t i = 0; i < scene_floor_count(s); i++) {
        if (scene_floor_grid(s, i) != NULL) {
            wend_grid_bounds(scene_floor_grid(s, i), &a, &b);
            widen(low, high, a, b);
        }
    }
    if (s->walls != NULL && wend_walls_bounds(s->walls, &a, &b)) {
        widen(low, high, a, b);
    }
    widen_by_bodies(s, low, high);
    if (!(low->x < high->x) || !(low->y < high->y)) {
        *low = (wend_vec2){-10.0, -10.0};
        *high = (wend_vec2){10.0, 10.0};
    }
}

/* ---- its results ---- */

/* Recomputes the kept hash if the revision changed. */
static bool is_stale(scene_kept_hash *kept, uint64_t revision)
{
    bool is_new = !kept->is_there || kept->revision != revision;
    kept->is_there = true;
    kept->revision = revision;
    return is_new;
}

uint64_t scene_hash(scene *s)
{
    uint64_t hash = wend_hash_u64(wend_hash_begin(), wend_crowd_hash(s->crowd));
    if (s->grid != NULL && is_stale(&s->grid_hash, wend_grid_revision(s->grid))) {
        s->grid_hash.hash = wend_grid_hash(s->grid);
    }
    if (s->walls != NULL && is_stale(&s->walls_hash, wend_walls_revision(s->walls))) {
        s->walls_hash.hash = wend_walls_hash(s->walls);
    }
    if (s->graph != NULL && is_stale(&s->graph_hash, wend_graph_revision(s->graph))) {
        s->graph_hash.hash = wend_graph_hash(s->graph);
    }
    hash = wend_hash_u64(hash, s->grid_hash.hash);
    hash = wend_hash_u64(hash, s->walls_hash.hash);
    return scene_hash_own(s, wend_hash_u64(hash, s->graph_hash.hash));
}

void scene_get_stats(const scene *s, scene_stats *stats)
{
    wend_crowd_info info;
    wend_crowd_get_info(s->crowd, &info);
    *stats = s->stats;
    stats->ticks = s->tick_count;
    stats->agents = info.bodies;
    stats->moving = info.moving;
    stats->arrived = info.arrived;
    stats->stuck = info.stuck;
    stats->max_overlap = info.max_overlap;
    stats->wall_violations = info.wall_violations;
}
