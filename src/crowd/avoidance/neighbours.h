/* The neighbours of a body in a tick, its response to them, and the kernels for the
 * processor at hand. All kernels give the same bits. */
#ifndef WENDI_CROWD_AVOIDANCE_NEIGHBOURS_H
#define WENDI_CROWD_AVOIDANCE_NEIGHBOURS_H

#include "wend/types.h"

enum {
    WENDI_NEIGHBOURS_MOST = 64, /* neighbours kept */
    WENDI_NEIGHBOUR_LANES = 8   /* processed together */
};

/* Columns of neighbours; a few more than are kept may be written. */
enum { WENDI_NEIGHBOURS_CAPACITY = WENDI_NEIGHBOURS_MOST + WENDI_NEIGHBOUR_LANES };

/* Data of neighbours for the response kernels, so that it need not gather it again. */
typedef struct wendi_neighbour_columns {
    float dir_x[WENDI_NEIGHBOURS_CAPACITY], dir_y[WENDI_NEIGHBOURS_CAPACITY];
    float pref_vx[WENDI_NEIGHBOURS_CAPACITY], pref_vy[WENDI_NEIGHBOURS_CAPACITY];
    float vx[WENDI_NEIGHBOURS_CAPACITY], vy[WENDI_NEIGHBOURS_CAPACITY];
    float radius[WENDI_NEIGHBOURS_CAPACITY];
    uint32_t layer[WENDI_NEIGHBOURS_CAPACITY], marks[WENDI_NEIGHBOURS_CAPACITY];
} wendi_neighbour_columns;

typedef struct wendi_neighbours {
    uint32_t count;
    uint32_t at[WENDI_NEIGHBOURS_CAPACITY];                           /* indices in the order */
    float x[WENDI_NEIGHBOURS_CAPACITY], y[WENDI_NEIGHBOURS_CAPACITY]; /* relative to the body ... */
    float squared[WENDI_NEIGHBOURS_CAPACITY]; /* ... and the squared distance */
    wendi_neighbour_columns more;
} wendi_neighbours;

/* The range of a search. */
typedef struct wendi_neighbour_range {
    int32_t cells; /* to each side */
    float squared; /* of the distance; bodies beyond it are left out */
    bool responds; /* a response to the neighbours follows */
} wendi_neighbour_range;

/** The range for a body whose avoidance is due. @param contact metres within which no body may be
 * missed. */
wendi_neighbour_range wendi_neighbour_range_ahead(const wend_crowd *crowd, uint32_t at,
                                                  float contact);

/* The response to all neighbours: sidestep by x / total, y / total, at most as fast as `speed`. */
typedef struct wendi_avoidance_response {
    float x, y;  /* weighted sums of sidesteps */
    float total; /* sum of the weights */
    float speed; /* metres a second: the limit behind others */
} wendi_avoidance_response;

typedef struct wendi_neighbour_kernel {
    const char *name;
    /** True if no other body is within a distance. False where a quick test cannot tell: at the
     * edge of the cells, and where rows hold more than WENDI_NEIGHBOUR_LANES. Bodies on other
     * floors and levels count. @param squared of a distance no larger than a cell. */
    bool (*is_alone)(const wend_crowd *crowd, uint32_t at, float squared);
    /** Finds the neighbours within the range. */
    void (*find_near)(const wend_crowd *crowd, uint32_t at, wendi_neighbour_range reach,
                      wendi_neighbours *others);
    /** Adds oncoming bodies further away. */
    void (*find_ahead)(const wend_crowd *crowd, uint32_t at, wendi_neighbour_range reach,
                       wendi_neighbours *others);
    /** The response to neighbours that this kernel found. */
    void (*respond)(const wend_crowd *crowd, uint32_t at, const wendi_neighbours *others,
                    wendi_avoidance_response *out);
} wendi_neighbour_kernel;

/** The best kernel for index 0, lesser ones after it; NULL beyond the last. Takes a few
 * instructions. */
const wendi_neighbour_kernel *wendi_neighbour_kernel_at(int32_t index);

/** Parts of the kernels, see respond. */
void wendi_avoidance_respond_plain(const wend_crowd *crowd, uint32_t at,
                                   const wendi_neighbours *others, wendi_avoidance_response *out);
void wendi_avoidance_respond_avx2(const wend_crowd *crowd, uint32_t at,
                                  const wendi_neighbours *others, wendi_avoidance_response *out);

extern const wendi_neighbour_kernel wendi_neighbour_kernel_plain, wendi_neighbour_kernel_avx2;

#endif
