/* The calls that can fail, from the public headers, and the function with the message of each. */
#ifndef TEST_API_CALLS_H
#define TEST_API_CALLS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct api_call {
    char name[64];
    char object[32];  /* the first object that it may change, without "wend_"; "" = none */
    bool has_message; /* a parameter for the sentence */
    bool has_def;     /* a definition with a field for the sentence */
    bool is_io;       /* of the library of readers and writers */
} api_call;

typedef struct api_object {
    char name[32]; /* without "wend_" */
    bool has_error;
    bool is_io; /* of the library of readers and writers */
} api_object;

typedef struct api_calls {
    api_call calls[960]; /* those that return a wend_result */
    size_t call_count;
    api_object objects[128]; /* the opaque types */
    size_t object_count;
} api_calls;

/** Reads all headers of a folder. Ends the process where that fails. */
void api_calls_read(api_calls *all, const char *folder);
/** NULL for another function. @param name need not end after it. */
const api_call *api_calls_find(const api_calls *all, const char *name);

#endif
