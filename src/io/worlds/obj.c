/* Reads points and faces of a Wavefront OBJ, with areas from the names of materials.
 * Cost: linear in the bytes. */
#include "base/core/message.h"
#include "io/worlds/polygon_list.h"
#include "wend/mesh.h"

#include <string.h>

/** A file being read. */
typedef struct obj_reader {
    wendi_lines lines;
    wend_up_axis up;
    wendi_polygon_list *polygons;
    wend_message *message;
    uint8_t area;        /**< Of the next faces. */
    uint32_t index_most; /**< Largest point that a face names, and where. */
    uint32_t index_line;
} obj_reader;

static wend_result no_memory(obj_reader *r)
{
    return wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory");
}

/** "v x y z"; a weight or a colour behind is ignored. */
static wend_result read_point(obj_reader *r, wendi_span line)
{
    double xyz[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        if (!wendi_span_coordinate(wendi_span_word(&line), &xyz[i])) {
            return wendi_fail_line(r->message, r->lines.number,
                                   "bad or no %c of a vertex, expected a number of at most 2^30 in "
                                   "size",
                                   'x' + i);
        }
    }
    const wend_vec3 points[] = {[WEND_UP_Y] = {xyz[0], xyz[2], xyz[1]},
                                [WEND_UP_Z] = {xyz[0], xyz[1], xyz[2]},
                                [WEND_UP_Y_TURNED] = {xyz[0], 0 - xyz[2], xyz[1]}};
    if (r->polygons->point_count >= INT32_MAX) {
        return wendi_fail_line(r->message, r->lines.number, "more than 2^31 - 1 vertices");
    }
    return wendi_polygon_list_add_point(r->polygons, points[r->up]) ? WEND_OK : no_memory(r);
}

/** Cuts "12/3/4" up to its next slash off. */
static wendi_span next_part(wendi_span *word)
{
    const uint8_t *slash = word->length == 0 ? NULL : memchr(word->text, '/', word->length);
    const size_t length = slash == NULL ? word->length : (size_t)(slash - word->text);
    const wendi_span part = {word->text, length};
    const size_t taken = slash == NULL ? length : length + 1;
    word->text += taken;
    word->length -= taken;
    return part;
}

/** True if the parts behind the slashes, which are not kept, are missing or numbers. */
static bool is_rest_fine(wendi_span rest)
{
    int64_t ignored = 0;
    for (int i = 0; rest.length > 0; i++) {
        const wendi_span part = next_part(&rest);
        if (i == 2 ||
            (part.length > 0 && !wendi_span_integer(part, -INT32_MAX, INT32_MAX, &ignored))) {
            return false;
        }
    }
    return true;
}

static wend_result read_corner(obj_reader *r, wendi_span word)
{
    int64_t number = 0;
    const int64_t count = (int64_t)r->polygons->point_count;
    if (!wendi_span_integer(next_part(&word), -count, INT32_MAX, &number) || number == 0 ||
        !is_rest_fine(word)) {
        return wendi_fail_line(r->message, r->lines.number,
                               "bad corner of a face, expected one such as 7, 7/1, 7//2, 7/1/2, or "
                               "-1 for the last of the %lld vertices so far",
                               (long long)count);
    }
    const uint32_t index = (uint32_t)(number > 0 ? number - 1 : count + number);
    if (index >= r->index_most) {
        r->index_most = index;
        r->index_line = r->lines.number;
    }
    return wendi_array_u32_push(&r->polygons->corners, index) ? WEND_OK : no_memory(r);
}

static wend_result read_face(obj_reader *r, wendi_span line)
{
    wendi_polygon_list *p = r->polygons;
    const size_t first = p->corners.count;
    wend_result result = WEND_OK;
    for (;;) {
        const wendi_span word = wendi_span_word(&line);
        if (word.length == 0 || result != WEND_OK) {
            break;
        }
        result = read_corner(r, word);
    }
    const size_t count = p->corners.count - first;
    if (result == WEND_OK && (count < 3 || count > INT32_MAX)) {
        return wendi_fail_line(r->message, r->lines.number,
                               "a face of %llu corners, expected 3 or more",
                               (unsigned long long)count);
    }
    if (result == WEND_OK && r->up == WEND_UP_Y) {
        uint32_t *corners = p->corners.items + first;
        for (size_t i = 0; i < count / 2; i++) {
            const uint32_t kept = corners[i];
            corners[i] = corners[count - 1 - i];
            corners[count - 1 - i] = kept;
        }
    }
    if (result == WEND_OK && (!wendi_array_u32_push(&p->sizes, (uint32_t)count) ||
                              !wendi_array_u8_push(&p->areas, r->area))) {
        return no_memory(r);
    }
    return result;
}

/** "area7" is 7; all other names are 0. */
static uint8_t area_of(wendi_span name)
{
    static const char word[4] = {'a', 'r', 'e', 'a'};
    int64_t number = 0;
    if (name.length > sizeof word && memcmp(name.text, word, sizeof word) == 0 &&
        name.text[sizeof word] >= '0' && name.text[sizeof word] <= '9') {
        const wendi_span digits = {name.text + sizeof word, name.length - sizeof word};
        (void)wendi_span_integer(digits, 0, UINT8_MAX, &number);
    }
    return (uint8_t)number;
}

static wend_result read_line(obj_reader *r, wendi_span line)
{
    const wendi_span key = wendi_span_word(&line);
    if (wendi_span_is(key, "v")) {
        return read_point(r, line);
    }
    if (wendi_span_is(key, "f")) {
        return read_face(r, line);
    }
    if (wendi_span_is(key, "usemtl")) {
        r->area = area_of(wendi_span_word(&line));
    }
    if (line.length > 0 && line.text[line.length - 1] == '\\') {
        return wendi_fail_line(r->message, r->lines.number,
                               "a line that continues in the next one (\\) is not supported");
    }
    return WEND_OK;
}

wend_result wendi_obj_read(const uint8_t *bytes, size_t count, wend_up_axis up,
                           wendi_polygon_list *polygons, wend_message *message)
{
    obj_reader r = {wendi_lines_begin(bytes, count), up, polygons, message, 0, 0, 0};
    wend_result result = WEND_OK;
    wendi_span line;
    while (result == WEND_OK && wendi_lines_next(&r.lines, &line)) {
        const uint8_t *note = line.length == 0 ? NULL : memchr(line.text, '#', line.length);
        line.length = note == NULL ? line.length : (size_t)(note - line.text);
        result = read_line(&r, line);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (polygons->sizes.count == 0) {
        return wendi_fail_line(message, r.lines.number, "no faces (lines \"f ...\") in the file");
    }
    if (r.index_most >= polygons->point_count) {
        return wendi_fail_line(message, r.index_line, "a face names vertex %lu of %llu",
                               (unsigned long)r.index_most + 1,
                               (unsigned long long)polygons->point_count);
    }
    return WEND_OK;
}
