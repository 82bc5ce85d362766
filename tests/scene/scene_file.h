/* Scenes written for one test, in files of their own. */
#ifndef TEST_SCENE_FILE_H
#define TEST_SCENE_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "support/test.h"

enum { SCENE_FILE_CAPACITY = 256 };

/* A name that only this program uses. */
static inline const char *scene_file_name(const char *name, char path[SCENE_FILE_CAPACITY])
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, SCENE_FILE_CAPACITY, "%s/wend-%s-%s", folder != NULL ? folder : "/tmp",
             WEND_TEST_NAME, name);
    return path;
}

static inline void scene_file_write(const char *path, const char *text)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, strlen(text), out), strlen(text));
    assert_int_equal(fclose(out), 0);
}

#endif
