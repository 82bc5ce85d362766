/* Costs to a goal and directions of all cells of a framed tile of 10 x 10, by a queue that
 * corrects its results.
 * Cost: one to three microseconds, most of it mispredicted branches; the tuned version avoids
 * those. */
#include "yardstick/flow.h"

#include <string.h>

enum { SIDE = YARDSTICK_TILE_SIDE, STRIDE = YARDSTICK_TILE_STRIDE, CELLS = YARDSTICK_TILE_CELLS };

static const int32_t offsets[8] = {1,  STRIDE + 1,  STRIDE,  STRIDE - 1,
                                   -1, -STRIDE - 1, -STRIDE, -STRIDE + 1};

/* Each cell is queued once at most, and there are fewer than 256: the indices of this ring wrap by
 * themselves. */
typedef struct queue {
    uint8_t cells[256];
    uint8_t waits[CELLS];
    uint8_t head, tail;
} queue;

static inline void queue_push(queue *q, int32_t cell)
{
    if (!q->waits[cell]) {
        q->waits[cell] = 1;
        q->cells[q->tail++] = (uint8_t)cell;
    }
}

static inline int32_t queue_pop(queue *q)
{
    const uint8_t cell = q->cells[q->head++];
    q->waits[cell] = 0;
    return cell;
}

static inline void begin(yardstick_tile *tile, queue *q, int32_t goal)
{
    memset(tile->d, 0xff, sizeof tile->d);
    memset(q->waits, 0, sizeof q->waits);
    q->head = 0;
    q->tail = 0;
    tile->d[goal] = 0;
    queue_push(q, goal);
}

static inline bool cuts_corner(const yardstick_tile *tile, int32_t cell, int32_t direction)
{
    return tile->cost[cell + offsets[direction - 1]] == YARDSTICK_WALL ||
           tile->cost[cell + offsets[(direction + 1) & 7]] == YARDSTICK_WALL;
}

/* ---- as it is usually written ---- */

static void flood_four(yardstick_tile *tile, int32_t goal)
{
    queue q;
    begin(tile, &q, goal);
    while (q.head != q.tail) {
        const int32_t cell = queue_pop(&q);
        for (int32_t i = 0; i < 8; i += 2) {
            const int32_t next = cell + offsets[i];
            const uint32_t d = (uint32_t)tile->d[cell] + tile->cost[next];
            if (tile->cost[next] != YARDSTICK_WALL && d < tile->d[next]) {
                tile->d[next] = (uint16_t)d;
                queue_push(&q, next);
            }
        }
    }
}

static void flow_four(yardstick_tile *tile, int32_t goal)
{
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const int32_t cell = (i / SIDE + 1) * STRIDE + i % SIDE + 1;
        uint8_t best = cell == goal ? YARDSTICK_HERE : YARDSTICK_NOWHERE;
        uint16_t least = tile->d[cell];
        for (int32_t k = 0; tile->cost[cell] != YARDSTICK_WALL && k < 8; k++) {
            const uint16_t d = tile->d[cell + offsets[k]];
            if (d < least && ((k & 1) == 0 || !cuts_corner(tile, cell, k))) {
                least = d;
                best = (uint8_t)k;
            }
        }
        tile->flow[i] = best;
    }
}

void yardstick_flood_four(yardstick_tile *tile, int32_t goal)
{
    flood_four(tile, goal);
    flow_four(tile, goal);
}

static void flood_eight(yardstick_tile *tile, int32_t goal)
{
    queue q;
    begin(tile, &q, goal);
    while (q.head != q.tail) {
        const int32_t cell = queue_pop(&q);
        const uint32_t factor = tile->cost[cell];
        const uint32_t straight = tile->d[cell] + YARDSTICK_STRAIGHT * factor;
        const uint32_t diagonal = tile->d[cell] + YARDSTICK_DIAGONAL * factor;
        for (int32_t i = 0; i < 8; i++) {
            const int32_t next = cell + offsets[i];
            const bool is_diagonal = (i & 1) != 0;
            const uint32_t d = is_diagonal ? diagonal : straight;
            if (d < tile->d[next] && tile->cost[next] != YARDSTICK_WALL &&
                !(is_diagonal && cuts_corner(tile, cell, i))) {
                tile->d[next] = (uint16_t)d;
                queue_push(&q, next);
            }
        }
    }
}

static void flow_eight(yardstick_tile *tile, int32_t goal)
{
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const int32_t cell = (i / SIDE + 1) * STRIDE + i % SIDE + 1;
        uint8_t best = YARDSTICK_NOWHERE;
        uint32_t least = YARDSTICK_TILE_FAR;
        for (int32_t k = 0; tile->cost[cell] != YARDSTICK_WALL && k < 8; k++) {
            const int32_t next = cell + offsets[k];
            const uint32_t step = (k & 1) == 0 ? YARDSTICK_STRAIGHT : YARDSTICK_DIAGONAL;
            const uint32_t d = tile->d[next] + step * tile->cost[next];
            if (d < least && ((k & 1) == 0 || !cuts_corner(tile, cell, k))) {
                least = d;
                best = (uint8_t)k;
            }
        }
        tile->flow[i] = cell == goal ? YARDSTICK_HERE : best;
    }
}

void yardstick_flood_eight(yardstick_tile *tile, int32_t goal)
{
    flood_eight(tile, goal);
    flow_eight(tile, goal);
}

/* ---- without branches ---- */

/* All ones where the cell is a wall. */
static inline void find_walls(const yardstick_tile *tile, uint16_t walls[CELLS])
{
    for (int32_t i = 0; i < CELLS; i++) {
        walls[i] = tile->cost[i] == YARDSTICK_WALL ? UINT16_MAX : 0;
    }
}

/* Writes the entry at any rate, and goes past it only where it counts. */
static inline void offer(yardstick_tile *tile, queue *q, int32_t cell, uint32_t d)
{
    const uint32_t old = tile->d[cell];
    const uint32_t is_less = d < old;
    tile->d[cell] = (uint16_t)(is_less ? d : old);
    q->cells[q->tail] = (uint8_t)cell;
    q->tail = (uint8_t)(q->tail + (is_less & (q->waits[cell] ^ 1u)));
    q->waits[cell] = (uint8_t)(q->waits[cell] | is_less);
}

static void tuned_flood_four(yardstick_tile *tile, const uint16_t walls[CELLS], int32_t goal)
{
    queue q;
    uint16_t costs[CELLS];
    for (int32_t i = 0; i < CELLS; i++) {
        costs[i] = (uint16_t)(tile->cost[i] | walls[i]);
    }
    begin(tile, &q, goal);
    while (q.head != q.tail) {
        const int32_t cell = queue_pop(&q);
        const uint32_t d = tile->d[cell];
        offer(tile, &q, cell + 1, d + costs[cell + 1]);
        offer(tile, &q, cell + STRIDE, d + costs[cell + STRIDE]);
        offer(tile, &q, cell - 1, d + costs[cell - 1]);
        offer(tile, &q, cell - STRIDE, d + costs[cell - STRIDE]);
    }
}

static void tuned_flood_eight(yardstick_tile *tile, const uint16_t walls[CELLS], int32_t goal)
{
    queue q;
    begin(tile, &q, goal);
    while (q.head != q.tail) {
        const int32_t cell = queue_pop(&q);
        const uint16_t *w = walls + cell;
        const uint32_t straight = tile->d[cell] + YARDSTICK_STRAIGHT * (uint32_t)tile->cost[cell];
        const uint32_t diagonal = tile->d[cell] + YARDSTICK_DIAGONAL * (uint32_t)tile->cost[cell];
        const uint32_t east = w[1], south = w[STRIDE], west = w[-1], north = w[-STRIDE];
        offer(tile, &q, cell + 1, straight | east);
        offer(tile, &q, cell + STRIDE, straight | south);
        offer(tile, &q, cell - 1, straight | west);
        offer(tile, &q, cell - STRIDE, straight | north);
        offer(tile, &q, cell + STRIDE + 1, diagonal | east | south | w[STRIDE + 1]);
        offer(tile, &q, cell + STRIDE - 1, diagonal | west | south | w[STRIDE - 1]);
        offer(tile, &q, cell - STRIDE - 1, diagonal | west | north | w[-STRIDE - 1]);
        offer(tile, &q, cell - STRIDE + 1, diagonal | east | north | w[-STRIDE + 1]);
    }
}

typedef struct choice {
    uint16_t least, best;
} choice;

static inline choice choose(choice c, uint16_t d, uint16_t direction)
{
    c.best = d < c.least ? direction : c.best;
    c.least = d < c.least ? d : c.least;
    return c;
}

static inline uint16_t all(uint16_t a, uint16_t b, uint16_t c)
{
    return (uint16_t)(a | b | c);
}

/* straight, diagonal and walls at one cell; compilers make vectors of the loop over a row. */
static inline uint16_t choose_at(const uint16_t *s, const uint16_t *g, const uint16_t *w,
                                 uint16_t least)
{
    choice c = {least, YARDSTICK_NOWHERE};
    c = choose(c, s[1], 0);
    c = choose(c, all(g[STRIDE + 1], w[1], w[STRIDE]), 1);
    c = choose(c, s[STRIDE], 2);
    c = choose(c, all(g[STRIDE - 1], w[-1], w[STRIDE]), 3);
    c = choose(c, s[-1], 4);
    c = choose(c, all(g[-STRIDE - 1], w[-1], w[-STRIDE]), 5);
    c = choose(c, s[-STRIDE], 6);
    c = choose(c, all(g[-STRIDE + 1], w[1], w[-STRIDE]), 7);
    return w[0] != 0 ? YARDSTICK_NOWHERE : c.best;
}

/* @param may_stay a cell has no direction where no neighbour costs less. */
static void tuned_flow(yardstick_tile *tile, const uint16_t *straight, const uint16_t *diagonal,
                       const uint16_t *walls, bool may_stay)
{
    for (int32_t y = 0; y < SIDE; y++) {
        const int32_t row = (y + 1) * STRIDE + 1;
        uint16_t best[SIDE];
        for (int32_t x = 0; x < SIDE; x++) {
            best[x] = choose_at(straight + row + x, diagonal + row + x, walls + row + x,
                                may_stay ? straight[row + x] : YARDSTICK_TILE_FAR);
        }
        for (int32_t x = 0; x < SIDE; x++) {
            tile->flow[y * SIDE + x] = (uint8_t)best[x];
        }
    }
}

static void put_goal(yardstick_tile *tile, int32_t goal)
{
    tile->flow[(goal / STRIDE - 1) * SIDE + goal % STRIDE - 1] = YARDSTICK_HERE;
}

void yardstick_tuned_four(yardstick_tile *tile, int32_t goal)
{
    uint16_t walls[CELLS];
    find_walls(tile, walls);
    tuned_flood_four(tile, walls, goal);
    tuned_flow(tile, tile->d, tile->d, walls, true);
    put_goal(tile, goal);
}

/* The cost of entering each cell and continuing from there. */
static void enter(const yardstick_tile *tile, uint32_t step, uint16_t sums[CELLS])
{
    for (int32_t i = 0; i < CELLS; i++) {
        const uint32_t sum = tile->d[i] + step * tile->cost[i];
        sums[i] = (uint16_t)(sum < YARDSTICK_TILE_FAR ? sum : YARDSTICK_TILE_FAR);
    }
}

void yardstick_tuned_eight(yardstick_tile *tile, int32_t goal)
{
    uint16_t walls[CELLS];
    uint16_t straight[CELLS];
    uint16_t diagonal[CELLS];
    find_walls(tile, walls);
    tuned_flood_eight(tile, walls, goal);
    enter(tile, YARDSTICK_STRAIGHT, straight);
    enter(tile, YARDSTICK_DIAGONAL, diagonal);
    tuned_flow(tile, straight, diagonal, walls, false);
    put_goal(tile, goal);
}
