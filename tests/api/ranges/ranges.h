/* ranges.h: the documented ranges of the definitions' fields. */
#ifndef TEST_API_RANGES_H
#define TEST_API_RANGES_H

#include "wend/io.h"

typedef enum range_type {
    RANGE_DOUBLE,
    RANGE_INT32,
    RANGE_UINT32,
    RANGE_UINT8,
    RANGE_UINT64
} range_type;

enum {
    RANGE_COSTLY_LOW = 1,
    RANGE_COSTLY_HIGH = 2, /* taken, but not within a test's time or memory */
    RANGE_ANY_BELOW = 4,   /* what lies below means something else */
    RANGE_ANY_ABOVE = 8
};

typedef struct range range;
typedef void (*range_set_fn)(void *def, const range *r, double value);

struct range {
    const char *name, *field;
    size_t offset;
    range_type type;
    double low, high;
    wend_result (*use)(const range *r, double value, range_set_fn set); /* in a tiny world */
    uint32_t flags;
};

extern const range ranges[];
extern const size_t range_count;

/* Fields without a range: pointers, bits, bools, callbacks, kinds, positions. */
typedef struct unbounded_fields {
    const char *name;
    const char *fields; /* each after a space */
} unbounded_fields;

extern const unbounded_fields unbounded[];
extern const size_t unbounded_count;

#endif
