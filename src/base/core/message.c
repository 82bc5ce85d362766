/* Writes the texts of failures, cut to the size of a message.
 * Cost: one vsnprintf each. */
#include "base/core/message.h"

#include "wend/walls.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void wendi_message_clear(wend_message *m)
{
    if (m != NULL) {
        m->line = 0;
        m->text[0] = '\0';
    }
}

wend_message *wendi_message_or(wend_message *message, wend_message *own)
{
    wend_message *report = message != NULL ? message : own;
    wendi_message_clear(report);
    return report;
}

WENDI_PRINTF(3, 0)
static void write_text(wend_message *m, uint32_t line, const char *format, va_list values)
{
    m->line = line;
    if (vsnprintf(m->text, sizeof m->text, format, values) < 0) {
        m->text[0] = '\0';
    }
}

wend_result wendi_fail(wend_message *m, wend_result r, const char *format, ...)
{
    if (m != NULL) {
        va_list values;
        va_start(values, format);
        write_text(m, 0, format, values);
        va_end(values);
    }
    return r;
}

wend_result wendi_fail_line(wend_message *m, uint32_t line, const char *format, ...)
{
    if (m != NULL) {
        va_list values;
        va_start(values, format);
        write_text(m, line, format, values);
        va_end(values);
    }
    return WEND_ERROR_FILE;
}

/* The decimal point of the C library depends on the locale, and may be several bytes long. */
wendi_formatted_number wendi_format_number(double value)
{
    wendi_formatted_number number;
    char raw[sizeof number.text];
    (void)snprintf(raw, sizeof raw, "%.10g", value);
    size_t count = 0;
    bool is_point = false;
    for (const char *at = raw; *at != '\0'; at++) {
        const bool is_plain = strchr("0123456789+-einfa", *at) != NULL;
        if (is_plain || !is_point) {
            number.text[count++] = *at;
            if (!is_plain) {
                number.text[count - 1] = '.';
            }
        }
        is_point = !is_plain;
    }
    number.text[count] = '\0';
    return number;
}

wend_result wendi_refuse(wend_message *m, const char *function, const char *field, double value,
                         double low, double high)
{
    if (!(low < high)) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s%s%s is %s, and must be %s",
                          function != NULL ? function : "", function != NULL ? ": " : "", field,
                          wendi_format_number(value).text, wendi_format_number(low).text);
    }
    return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s%s%s is %s, and must be from %s to %s",
                      function != NULL ? function : "", function != NULL ? ": " : "", field,
                      wendi_format_number(value).text, wendi_format_number(low).text,
                      wendi_format_number(high).text);
}

bool wendi_check_range(wend_message *m, const char *function, const char *field, double value,
                       double low, double high)
{
    return (value >= low && value <= high) ||
           wendi_refuse(m, function, field, value, low, high) == WEND_OK;
}

wend_result wendi_check_vec3(wend_message *m, const char *function, const char *name,
                             wend_vec3 place)
{
    const double most = WEND_COORDINATE_MAX;
    const double values[3] = {place.x, place.y, place.z};
    for (int axis = 0; axis < 3; axis++) {
        if (!(values[axis] >= -most && values[axis] <= most)) {
            char field[64];
            (void)snprintf(field, sizeof field, "%s.%c", name, "xyz"[axis]);
            return wendi_refuse(m, function, field, values[axis], -most, most);
        }
    }
    return WEND_OK;
}

wend_result wendi_check_vec2(wend_message *m, const char *function, const char *name,
                             wend_vec2 point)
{
    return wendi_check_vec3(m, function, name, (wend_vec3){point.x, point.y, 0});
}

wend_result wendi_refuse_null(wend_message *m, const char *function, const char *field)
{
    return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: %s is NULL", function, field);
}

wend_result wendi_refuse_index(wend_message *m, const char *function, const char *field,
                               uint64_t index, const char *things, uint64_t count)
{
    return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s%s%s is %llu, but the number of %s is %llu",
                      function != NULL ? function : "", function != NULL ? ": " : "", field,
                      (unsigned long long)index, things, (unsigned long long)count);
}

wend_result wendi_refuse_gone(wend_message *m, const char *function, const char *kind,
                              uint32_t index)
{
    return wendi_fail(m, WEND_ERROR_STALE, "%s: %s %lu does not exist or was removed", function,
                      kind, (unsigned long)index);
}

wend_result wendi_refuse_id(wend_message *m, const char *function, const char *kind,
                            uint32_t index1, uint32_t generation)
{
    if (index1 == 0) {
        return wendi_fail(m, WEND_ERROR_STALE, "%s: the id of the %s is {0, 0}, which names none",
                          function, kind);
    }
    return wendi_fail(m, WEND_ERROR_STALE,
                      "%s: %s %lu of generation %lu does not exist or was removed: its id is "
                      "out of date",
                      function, kind, (unsigned long)index1, (unsigned long)generation);
}

wend_result wendi_fail_plain(wend_message *m, const char *function, wend_result r)
{
    return r >= 0 ? r : wendi_fail(m, r, "%s: %s", function, wend_result_text(r));
}

wend_result wendi_fail_reason(wend_message *m, const char *function, wend_result r,
                              const char *reason)
{
    return wendi_fail(m, r, "%s: %s", function, reason == NULL ? wend_result_text(r) : reason);
}

/* The text behind the function names that it begins with: "wend_grid_create: width is ...". */
static const char *without_names(const char *text)
{
    for (;;) {
        const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz_0123456789");
        if (strncmp(text, "wend_", 5) != 0 || strncmp(text + length, ": ", 2) != 0) {
            return text;
        }
        text += length + 2;
    }
}

wend_result wendi_fail_as(wend_message *m, const char *function, wend_result r)
{
    if (r >= 0 || r == WEND_ERROR_BUSY || m == NULL) {
        return r;
    }
    const wend_message before = *m;
    const char *text = without_names(before.text);
    (void)wendi_fail(m, r, "%s: %s", function, text[0] != '\0' ? text : wend_result_text(r));
    m->line = before.line;
    return r;
}

wend_result wendi_fail_as_both(wend_message *own, wend_message *before, const char *function,
                               wend_result r)
{
    (void)wendi_fail_as(before, function, r);
    if (r < 0 && r != WEND_ERROR_BUSY && own != NULL && before != NULL && own != before) {
        *own = *before;
    }
    return r;
}

wend_result wendi_refuse_cookie(wend_message *m, const char *function, uint32_t cookie,
                                const char *maker)
{
    return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s%scookie is %lu: this was made without %s()",
                      function != NULL ? function : "", function != NULL ? ": " : "",
                      (unsigned long)cookie, maker);
}

bool wendi_has_cookie(uint32_t cookie, uint32_t expected, wend_message *message,
                      const char *function, const char *maker)
{
    if (cookie == 0 && expected != 0) {
        (void)wendi_refuse_cookie(message, function, cookie, maker);
    }
    return cookie == expected;
}
