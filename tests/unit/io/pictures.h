/* Pictures that are written to memory. */
#ifndef TEST_UNIT_PICTURES_H
#define TEST_UNIT_PICTURES_H

#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>

static inline wend_picture *make_picture(wend_picture_format format)
{
    wend_picture_def def = wend_picture_def_default();
    def.format = format;
    def.high.x = 16.0;
    def.high.y = 16.0;
    def.pixels_per_metre = 4.0;
    wend_picture *picture = NULL;
    assert_int_equal(wend_picture_create(&def, &picture), WEND_OK);
    return picture;
}

static inline wend_vec2 at(double x, double y)
{
    wend_vec2 v = {x, y};
    return v;
}

/** The file's bytes as text; the caller frees. */
static inline char *written(wend_picture *picture, size_t *count)
{
    static const char name[] = "test_io_picture.out";
    wend_message message = {0, ""};
    if (wend_picture_save_file(picture, name, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    uint8_t *bytes = NULL;
    assert_int_equal(wend_io_read_file(name, NULL, &bytes, count, &message), WEND_OK);
    assert_int_equal(remove(name), 0);
    return (char *)bytes;
}

#endif
