/* avoidance/response.h: what those near a body ask it to do. */
#ifndef WENDI_CROWD_AVOIDANCE_RESPONSE_H
#define WENDI_CROWD_AVOIDANCE_RESPONSE_H

#include "crowd/avoidance/neighbours.h"

/* What others ask for: step aside, by x / total, y / total; and do not go faster than `speed`. */
typedef struct wendi_avoidance_response {
    float x, y;  /* sums of what others ask for, weighed */
    float total; /* of their weights */
    float speed; /* metres a second at most, behind others */
} wendi_avoidance_response;

#endif
