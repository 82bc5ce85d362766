/* The contents of a map's file as its reader collects them, in a few growing arrays, and the file
 * itself: on the disk, or through the caller's function. */
#include "io/content/content.h"

#include "base/core/memory.h"
#include "base/core/message.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/** Most cells times classes. */
static const int64_t costs_max = (int64_t)1 << 31;
/** Texts are numbered in 32 bits. */
static const size_t text_bytes_max = (size_t)1 << 31;

static wend_result out_of_memory(const wendi_map_content *content)
{
    return wendi_fail(content->options->message, WEND_ERROR_MEMORY, "out of memory for the map");
}

void wendi_map_content_init(wendi_map_content *content, const wend_map_options *options)
{
    memset(content, 0, sizeof *content);
    content->options = options;
    content->neighbours = options->neighbours;
    content->hex_layout = options->hex_layout;
    wendi_array_u8_init(&content->texts, &options->allocator);
}

void wendi_map_content_free(wendi_map_content *content)
{
    if (content->options == NULL) {
        return;
    }
    const wend_allocator *allocator = &content->options->allocator;
    wendi_map_content_drop_costs(content);
    wendi_free(allocator, content->records, content->record_capacity * sizeof *content->records);
    wendi_free(allocator, content->points, content->point_capacity * sizeof *content->points);
    wendi_free(allocator, content->properties,
               content->property_capacity * sizeof *content->properties);
    wendi_array_u8_free(&content->texts);
    memset(content, 0, sizeof *content);
}

wend_result wendi_map_content_resize(wendi_map_content *content, int64_t width, int64_t height,
                                     int64_t class_count)
{
    wend_message *message = content->options->message;
    assert(content->costs == NULL);
    if (width < 1 || height < 1 || width > WEND_GRID_SIDE_MAX || height > WEND_GRID_SIDE_MAX) {
        return wendi_fail(message, WEND_ERROR_FILE, "map of %lld x %lld cells, expected 1 to %d",
                          (long long)width, (long long)height, (int)WEND_GRID_SIDE_MAX);
    }
    if (class_count < 1 || class_count > WEND_GRID_CLASSES_MAX) {
        return wendi_fail(message, WEND_ERROR_FILE, "%lld movement classes, expected 1 to %d",
                          (long long)class_count, (int)WEND_GRID_CLASSES_MAX);
    }
    int64_t count = width * height * class_count;
    if (count > costs_max) {
        return wendi_fail(message, WEND_ERROR_FILE,
                          "map of %lld x %lld cells in %lld classes: too "
                          "large",
                          (long long)width, (long long)height, (long long)class_count);
    }
    uint8_t *costs = wendi_alloc(&content->options->allocator, (size_t)count);
    if (costs == NULL) {
        return out_of_memory(content);
    }
    memset(costs, 1, (size_t)count);
    content->costs = costs;
    content->width = (int32_t)width;
    content->height = (int32_t)height;
    content->class_count = (uint32_t)class_count;
    return WEND_OK;
}

void wendi_map_content_drop_costs(wendi_map_content *content)
{
    wendi_free(&content->options->allocator, content->costs,
               (size_t)content->class_count * (size_t)content->height * (size_t)content->width);
    content->costs = NULL;
}

void wendi_map_content_move_cells(wendi_map_content *content, wendi_map_cells *cells)
{
    assert(content->costs == NULL);
    content->costs = cells->costs;
    content->width = cells->width;
    content->height = cells->height;
    content->class_count = 1;
    memset(cells, 0, sizeof *cells);
}

uint8_t *wendi_map_content_row(const wendi_map_content *content, uint32_t movement_class, int32_t y)
{
    assert(movement_class < content->class_count && y >= 0 && y < content->height);
    size_t row = (size_t)movement_class * (size_t)content->height + (size_t)y;
    return content->costs + row * (size_t)content->width;
}

wend_result wendi_map_content_add_text(wendi_map_content *content, wendi_span span,
                                       wendi_map_text *text)
{
    const uint8_t *zero = span.length == 0 ? NULL : memchr(span.text, 0, span.length);
    size_t length = zero == NULL ? span.length : (size_t)(zero - span.text);
    *text = 0;
    if (length == 0) {
        return WEND_OK;
    }
    size_t begin = content->texts.count;
    if (length >= text_bytes_max - begin) {
        return wendi_fail(content->options->message, WEND_ERROR_FILE, "more than 2 GiB of texts");
    }
    if (!wendi_array_u8_append(&content->texts, span.text, length) ||
        !wendi_array_u8_push(&content->texts, 0)) {
        content->texts.count = begin;
        return out_of_memory(content);
    }
    *text = (wendi_map_text)(begin + 1);
    return WEND_OK;
}

const char *wendi_map_content_text(const wendi_map_content *content, wendi_map_text text)
{
    return text == 0 ? "" : (const char *)content->texts.items + (text - 1);
}

wend_result wendi_map_content_name_class(wendi_map_content *content, uint32_t movement_class,
                                         wendi_span name)
{
    assert(movement_class < WEND_GRID_CLASSES_MAX);
    return wendi_map_content_add_text(content, name, &content->class_names[movement_class]);
}

/** Room for one more entry. @return the block, moved or not; NULL = no memory, all as before. */
static void *grown(const wendi_map_content *content, void *block, size_t count, size_t *capacity,
                   size_t entry_bytes)
{
    if (count < *capacity) {
        return block;
    }
    size_t wanted = *capacity == 0 ? 16 : *capacity * 2;
    void *moved =
        wendi_resize_items(&content->options->allocator, block, *capacity, wanted, entry_bytes);
    *capacity = moved == NULL ? *capacity : wanted;
    return moved;
}

wend_result wendi_map_content_add_item(wendi_map_content *content, const wendi_map_item *item)
{
    wendi_map_record *records = grown(content, content->records, content->record_count,
                                      &content->record_capacity, sizeof *records);
    if (records == NULL) {
        return out_of_memory(content);
    }
    content->records = records;
    wendi_map_record record = {.kind = item->kind,
                               .player = item->player,
                               .team = item->team,
                               .is_at_cell = item->is_at_cell,
                               .x = item->x,
                               .y = item->y,
                               .position = item->position,
                               .size = item->size,
                               .node = WEND_NODE_NONE,
                               .first_point = content->point_count};
    size_t texts_before = content->texts.count;
    wend_result result = wendi_map_content_add_text(content, item->name, &record.name);
    if (result == WEND_OK) {
        result = wendi_map_content_add_text(content, item->type, &record.type);
    }
    if (result != WEND_OK) {
        content->texts.count = texts_before;
        return result;
    }
    content->records[content->record_count++] = record;
    return WEND_OK;
}

wend_result wendi_map_content_add_point(wendi_map_content *content, wend_vec2 point)
{
    assert(content->record_count > 0);
    wend_vec2 *points = grown(content, content->points, content->point_count,
                              &content->point_capacity, sizeof *points);
    if (points == NULL) {
        return out_of_memory(content);
    }
    content->points = points;
    content->points[content->point_count++] = point;
    content->records[content->record_count - 1].point_count++;
    return WEND_OK;
}

wend_result wendi_map_content_add_property(wendi_map_content *content, size_t item, wendi_span name,
                                           wendi_span value)
{
    assert(item == WENDI_MAP_ITSELF || item < content->record_count);
    wendi_map_property *properties = grown(content, content->properties, content->property_count,
                                           &content->property_capacity, sizeof *properties);
    if (properties == NULL) {
        return out_of_memory(content);
    }
    content->properties = properties;
    wendi_map_property property = {item, 0, 0};
    size_t texts_before = content->texts.count;
    wend_result result = wendi_map_content_add_text(content, name, &property.name);
    if (result == WEND_OK) {
        result = wendi_map_content_add_text(content, value, &property.value);
    }
    if (result != WEND_OK) {
        content->texts.count = texts_before;
        return result;
    }
    content->properties[content->property_count++] = property;
    return WEND_OK;
}

wendi_span wendi_span_of(const char *text)
{
    return (wendi_span){(const uint8_t *)text, strlen(text)};
}

/* ---- files ---- */

wend_result wendi_map_file_open(const char *file, const wend_map_options *options,
                                wendi_map_file *opened)
{
    memset(opened, 0, sizeof *opened);
    const wend_allocator *allocator = &options->allocator;
    wend_result result =
        wend_io_read_file(file, allocator, &opened->bytes, &opened->count, options->message);
    if (result != WEND_OK) {
        return result;
    }
    /* The folder of the file's name, with the slash. */
    size_t length = 0;
    for (size_t i = 0; file[i] != '\0'; i++) {
        if (file[i] == '/' || file[i] == '\\') {
            length = i + 1;
        }
    }
    opened->folder = wendi_alloc_zero(allocator, length + 1);
    if (opened->folder == NULL) {
        wend_io_free(allocator, opened->bytes, opened->count);
        return wendi_fail(options->message, WEND_ERROR_MEMORY, "%s: out of memory", file);
    }
    memcpy(opened->folder, file, length);
    opened->folder_bytes = length + 1;
    opened->source = (wendi_map_file_source){.bytes = opened->bytes,
                                             .count = opened->count,
                                             .folder = opened->folder,
                                             .is_file = true,
                                             .options = options};
    return WEND_OK;
}

void wendi_map_file_close(wendi_map_file *opened)
{
    const wend_allocator *allocator = &opened->source.options->allocator;
    wendi_free(allocator, opened->folder, opened->folder_bytes);
    wend_io_free(allocator, opened->bytes, opened->count);
}

static bool is_absolute(const char *name)
{
    return name[0] == '/' || name[0] == '\\' || (name[0] != '\0' && name[1] == ':');
}

/** Opens a file through the caller's function; a partial answer is a failure. */
static wend_result call_open(const wend_map_options *o, const char *name, uint8_t **bytes,
                             size_t *count)
{
    wendi_message_clear(o->message);
    wend_result result = o->read(o->read_context, name, &o->allocator, bytes, count, o->message);
    if (result == WEND_OK && *bytes == NULL) {
        result = WEND_ERROR_FILE;
    }
    if (result > WEND_OK) {
        wend_io_free(&o->allocator, *bytes, *count);
        result = WEND_ERROR_FILE;
    }
    if (result != WEND_OK) {
        *bytes = NULL;
        *count = 0;
        if (o->message != NULL && o->message->text[0] == '\0') {
            (void)wendi_fail(o->message, result, "%s: cannot be opened", name);
        }
    }
    return result;
}

/** @param between "" or "/". */
static wend_result open_joined(const wendi_map_file_source *source, const char *folder,
                               const char *between, const char *name, uint8_t **bytes,
                               size_t *count)
{
    const wend_map_options *o = source->options;
    size_t capacity = strlen(folder) + strlen(between) + strlen(name) + 1;
    char *joined = wendi_alloc(&o->allocator, capacity);
    if (joined == NULL) {
        return wendi_fail(o->message, WEND_ERROR_MEMORY, "%s: out of memory", name);
    }
    (void)snprintf(joined, capacity, "%s%s%s", folder, between, name);
    wend_result result = o->read != NULL
                             ? call_open(o, joined, bytes, count)
                             : wend_io_read_file(joined, &o->allocator, bytes, count, o->message);
    wendi_free(&o->allocator, joined, capacity);
    return result;
}

wend_result wendi_map_source_open_sibling(const wendi_map_file_source *source, const char *name,
                                          uint8_t **bytes, size_t *count)
{
    const wend_map_options *o = source->options;
    *bytes = NULL;
    *count = 0;
    if (name[0] == '\0' || is_absolute(name)) {
        return wendi_fail(o->message, WEND_ERROR_FILE,
                          "'%.60s': expected a name relative to the map's folder", name);
    }
    if (o->read != NULL) {
        return open_joined(source, "", "", name, bytes, count);
    }
    if (!source->is_file) {
        return wendi_fail(o->message, WEND_ERROR_FILE,
                          "the map needs '%.60s', and options->open is not set", name);
    }
    return open_joined(source, source->folder, "", name, bytes, count);
}

wend_result wendi_map_source_open_data(const wendi_map_file_source *source, const char *name,
                                       uint8_t **bytes, size_t *count)
{
    const wend_map_options *o = source->options;
    *bytes = NULL;
    *count = 0;
    if (o->data_folder != NULL) {
        return open_joined(source, o->data_folder, "/", name, bytes, count);
    }
    if (o->read != NULL) {
        return open_joined(source, "", "", name, bytes, count);
    }
    return wendi_fail(o->message, WEND_ERROR_FILE,
                      "the map needs '%.60s', and options->data_folder is not set", name);
}
