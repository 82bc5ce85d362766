/* How the members of a social group walk: their pattern, and the velocity of each.
 *
 *     .  place of a member; o member; > direction of the group
 *
 *          .<--o              Ahead of its place a member walks slower, or stands; behind it, faster.
 *      >   .                  Beside it, it leans towards it. It always moves in the direction of its
 *          o-->.              own goal, never back: so a group that a crowd pulls apart still gets on.
 *
 * Cost: constant for each group; tests for walls beside it every few ticks. */
#include "crowd/core/motion.h"
#include "crowd/social/social.h"

#include "base/math/clamp.h"

#include <string.h>

enum {
    MEMBERS = WEND_SOCIAL_MEMBERS_MAX,
    ROOM_TICKS = 4,   /* between two looks at the walls */
    HALF_SPACINGS = 7 /* looked at to each side: four abreast, all to one side of a member */
};

static const double SPACING_RADII = 3;
/* Seconds in which the direction of a group follows those of its members. */
static const double TURN_SECONDS = 0.5;
/* Seconds of walking for which lanes must be open. */
static const double AHEAD_SECONDS = 2.5;
/* Seconds in which members move to their positions. */
static const double ALONG_SECONDS = 1.2;
static const double ASIDE_SECONDS = 1.0;
/* Of its speed a member walks aside at most. */
static const double ASIDE_MOST = 0.4;
/* Part of its speed at which one ahead walks on at least, while the others are near. */
static const double SLOWEST = 0.2;
/* Spacings: a member so far ahead of its position stands. */
static const double FAR_AHEAD = 2;
/* Spacings: members so far apart are aligned by the ways that they have left. */
static const double APART = 4;
/* Seconds that members stand for others that get no nearer, and what part of their speed they walk
 * at then. */
static const double WAIT_SECONDS = 10;
static const double AFTER_WAIT = 0.5;
static const double NEARER = 0.5; /* spacings */
/* Spacings: so near to its goal a member walks to it alone. */
static const double NEAR_GOAL = 2;
/* In a crowd so dense, as part of the speed that they lack, members walk in two files, or one. */
static const double PRESS_SECONDS = 1;
static const double PRESS_TWO = 0.35;
static const double PRESS_ONE = 0.5;
/* Seconds for which there must be room before a group widens. */
static const double WIDEN_SECONDS = 1;
/* Squared spacings that another order of members must save. */
static const double SAVES = 0.1;

/* ---- which members walk ---- */

static bool walks(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint8_t goal = b->goal[body];
    const uint32_t off = (uint32_t)WENDI_BODY_EMBEDDED | (uint32_t)WENDI_BODY_TELEPORTS |
                         (uint32_t)WENDI_BODY_ON_LINK;
    return (goal == (uint8_t)WEND_BODY_GOAL_POINT || goal == (uint8_t)WEND_BODY_GOAL_PATH ||
            goal == (uint8_t)WEND_BODY_GOAL_FLOW) &&
           !wendi_body_is_resting(b, body) && (b->flags[body] & off) == 0 && b->speed[body] > 0;
}

static wend_vec2 position_of(const wend_crowd *crowd, uint32_t body)
{
    return (wend_vec2){crowd->bodies.x[body], crowd->bodies.y[body]};
}

/* The members that walk on the floor of the first that does; their spacing and speed. */
static void list_walking(const wend_crowd *crowd, wendi_social_group *g)
{
    const wendi_bodies *b = &crowd->bodies;
    uint32_t first = WENDI_NONE;
    double radius = 0;
    g->walks = 0;
    g->waits = 0;
    g->walking = 0;
    g->speed = 1e300;
    for (uint32_t i = 0; i < g->count; ++i) {
        const uint32_t body = g->members[i];
        radius = wendi_max(radius, b->radius[body]);
        if (!walks(crowd, body)) {
            continue;
        }
        first = first == WENDI_NONE ? body : first;
        if (wendi_bodies_are_level(b, first, body)) {
            g->walks |= 1U << i;
            g->walking++;
            g->speed = wendi_min(g->speed, b->speed[body]);
        }
    }
    g->spacing = g->spacing_def > 0 ? g->spacing_def : SPACING_RADII * radius;
    g->speed *= 1 - g->speed_loss * (double)(g->walking > 0 ? g->walking - 1 : 0);
}

static bool is_walking(const wendi_social_group *g, uint32_t member)
{
    return (g->walks >> member & 1) != 0;
}

/* True if all of them walk to one goal: then the ways that they have left compare. */
static bool share_goal(const wend_crowd *crowd, const wendi_social_group *g)
{
    const wendi_bodies *b = &crowd->bodies;
    uint32_t first = WENDI_NONE;
    for (uint32_t i = 0; i < g->count; ++i) {
        const uint32_t body = g->members[i];
        if (is_walking(g, i)) {
            first = first == WENDI_NONE ? body : first;
            if (b->goal_group[body] == 0 || b->goal_group[body] != b->goal_group[first]) {
                return false;
            }
        }
    }
    return true;
}

/* On its way back to its route: how far that is from its goal is not known, and it walks backwards, maybe. */
static bool rejoins(const wend_crowd *crowd, uint32_t body)
{
    return (crowd->bodies.flags[body] & (uint32_t)WENDI_BODY_REJOINS) != 0;
}

/* ---- direction ---- */

static void turn(const wend_crowd *crowd, wendi_social_group *g)
{
    wend_vec2 sum = {0, 0};
    for (uint32_t i = 0; i < g->count; ++i) {
        sum = is_walking(g, i) ? wend_vec2_add(sum, g->ways[i]) : sum;
    }
    const double length = wend_vec2_length(sum);
    if (!(length > 1e-3)) {
        return;
    }
    const wend_vec2 now = wend_vec2_scale(sum, 1 / length);
    const double part = wendi_min(crowd->step / TURN_SECONDS, 1);
    const wend_vec2 next = wend_vec2_lerp(g->forward, now, part);
    const double next_length = wend_vec2_length(next);
    g->forward = next_length > 0.3 ? wend_vec2_scale(next, 1 / next_length) : now;
}

/* ---- room ---- */

/* True if a body could walk straight on in a lane beside the one from `at`. */
static bool is_lane_open(const wend_crowd *crowd, uint32_t body, wend_vec2 forward, double aside,
                         double ahead)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    const wend_mesh_location at = wendi_bodies_location(b, body);
    const wend_vec2 by = {at.x - aside * forward.y, at.y + aside * forward.x};
    const double margin = crowd->obstacles.margin;
    wend_mesh_location beside;
    return wendi_obstacles_is_way_clear(set, &at, by, b->radius[body], margin, &beside) &&
           wendi_obstacles_is_way_clear(set, &beside,
                                        wend_vec2_add(by, wend_vec2_scale(forward, ahead)),
                                        b->radius[body], margin, NULL);
}

/* Half spacings to one side in which lanes are open. */
static uint32_t room_beside(const wend_crowd *crowd, const wendi_social_group *g, uint32_t body,
                            double side, double ahead)
{
    uint32_t open = 0;
    while (open < (uint32_t)HALF_SPACINGS &&
           is_lane_open(crowd, body, g->forward, side * 0.5 * g->spacing * (open + 1), ahead)) {
        open++;
    }
    return open;
}

/* How many fit abreast between walls: looked at from the member nearest to the middle. */
static uint32_t files_with_room(const wend_crowd *crowd, const wendi_social_group *g,
                                wend_vec2 middle)
{
    uint32_t nearest = WENDI_NONE;
    double least = 1e300;
    for (uint32_t i = 0; i < g->count; ++i) {
        const double far = wend_vec2_distance(position_of(crowd, g->members[i]), middle);
        if (is_walking(g, i) && far < least) {
            nearest = g->members[i];
            least = far;
        }
    }
    const double ahead = AHEAD_SECONDS * g->speed;
    if (nearest == WENDI_NONE || !is_lane_open(crowd, nearest, g->forward, 0, ahead)) {
        return g->room_files; /* before a wall, or a corner: as it was */
    }
    const uint32_t halves =
        room_beside(crowd, g, nearest, 1, ahead) + room_beside(crowd, g, nearest, -1, ahead);
    return 1 + halves / 2;
}

static double mean_slowness(const wend_crowd *crowd, const wendi_social_group *g)
{
    double sum = 0;
    for (uint32_t i = 0; i < g->count; ++i) {
        sum += is_walking(g, i) ? crowd->bodies.slow[g->members[i]] : 0;
    }
    return sum / (double)g->walking;
}

/* Narrows at once, widens after a while. */
static void choose_files(const wend_crowd *crowd, wendi_social_group *g, uint32_t index,
                         wend_vec2 middle)
{
    if (g->room_files == 0 || (crowd->tick + index) % ROOM_TICKS == 0) {
        g->room_files = files_with_room(crowd, g, middle);
        g->room_files = g->room_files == 0 ? 1 : g->room_files;
    }
    const double part = wendi_min(crowd->step / PRESS_SECONDS, 1);
    g->press += part * (mean_slowness(crowd, g) - g->press);
    uint32_t files = g->walking;
    files = g->press > PRESS_TWO && files > 2 ? 2 : files;
    files = g->press > PRESS_ONE ? 1 : files;
    files = g->room_files < files ? g->room_files : files;
    files = files == 3 && g->walking == 4 ? 2 : files; /* 2 + 2, not 3 + 1 */
    g->wide_ticks += g->files > 0 && files > g->files;
    if (g->files == 0 || files <= g->files || (double)g->wide_ticks * crowd->step > WIDEN_SECONDS) {
        g->files = files;
        g->wide_ticks = 0;
    }
    g->files = g->files > g->walking ? g->walking : g->files;
}

/* ---- the pattern ---- */

/* Places for `count` members in `files`, in spacings: x ahead, y to the left; their mean is 0. */
static void lay_out(uint32_t count, uint32_t files, wend_vec2 *places)
{
    static const wend_vec2 TWO[] = {{0, 0.5}, {0, -0.5}};
    static const wend_vec2 THREE[] = {{0.15, 1}, {-0.3, 0}, {0.15, -1}};
    static const wend_vec2 THREE_NARROW[] = {{0.4, 0.5}, {0.4, -0.5}, {-0.8, 0}};
    static const wend_vec2 FOUR[] = {{0.2, 1.5}, {-0.2, 0.5}, {-0.2, -0.5}, {0.2, -1.5}};
    static const wend_vec2 FOUR_NARROW[] = {{0.6, 0.5}, {0.6, -0.5}, {-0.6, 0.5}, {-0.6, -0.5}};
    const wend_vec2 *from = count == 2 && files == 2   ? TWO
                            : count == 3 && files == 3 ? THREE
                            : count == 3 && files == 2 ? THREE_NARROW
                            : count == 4 && files == 4 ? FOUR
                            : count == 4 && files == 2 ? FOUR_NARROW
                                                       : NULL;
    for (uint32_t i = 0; i < count; ++i) {
        const double behind = (double)i - 0.5 * (double)(count - 1);
        places[i] = from != NULL ? from[i] : (wend_vec2){-behind, 0};
    }
}

/* The place of slot s in the world, from the middle. */
static wend_vec2 place_of(const wendi_social_group *g, const wend_vec2 *places, uint32_t slot)
{
    const wend_vec2 p = wend_vec2_scale(places[slot], g->spacing);
    return (wend_vec2){p.x * g->forward.x - p.y * g->forward.y,
                       p.x * g->forward.y + p.y * g->forward.x};
}

/* The walking members, and what all of them in these slots are away from their places, squared. */
typedef struct layout {
    uint32_t members[MEMBERS]; /* [count] */
    wend_vec2 off[MEMBERS];    /* from the middle */
    wend_vec2 places[MEMBERS]; /* in the world, from the middle */
    uint32_t count;
} layout;

static double cost_of(const layout *l, const uint32_t *slots)
{
    double sum = 0;
    for (uint32_t i = 0; i < l->count; ++i) {
        const wend_vec2 away = wend_vec2_sub(l->places[slots[i]], l->off[i]);
        sum += wend_vec2_dot(away, away);
    }
    return sum;
}

/* The next permutation in lexical order. @return false after the last. */
static bool permute(uint32_t *slots, uint32_t count)
{
    uint32_t i = count > 0 ? count - 1 : 0;
    while (i > 0 && slots[i - 1] >= slots[i]) {
        i--;
    }
    if (i == 0) {
        return false;
    }
    uint32_t k = count - 1;
    while (k > i && slots[k] <= slots[i - 1]) {
        k--;
    }
    const uint32_t kept = slots[k];
    slots[k] = slots[i - 1];
    slots[i - 1] = kept;
    for (uint32_t low = i, high = count - 1; low < high; ++low, --high) {
        const uint32_t other = slots[low];
        slots[low] = slots[high];
        slots[high] = other;
    }
    return true;
}

/* Members keep their slots unless others are clearly nearer in sum. */
static void assign(wendi_social_group *g, const layout *l)
{
    uint32_t best[MEMBERS] = {0};
    uint32_t now[MEMBERS] = {0};
    uint32_t slots[MEMBERS] = {0, 1, 2, 3};
    uint32_t used = 0;
    for (uint32_t i = 0; i < l->count; ++i) {
        now[i] = g->slots[l->members[i]];
        used |= now[i] < l->count ? 1U << now[i] : 0;
    }
    const bool is_kept = used == (1U << l->count) - 1;
    memcpy(best, is_kept ? now : slots, sizeof best);
    double least = cost_of(l, best) - (is_kept ? SAVES * g->spacing * g->spacing : 0);
    do {
        const double cost = cost_of(l, slots);
        if (cost < least) {
            least = cost;
            memcpy(best, slots, sizeof best);
        }
    } while (permute(slots, l->count));
    for (uint32_t i = 0; i < l->count; ++i) {
        g->slots[l->members[i]] = best[i];
    }
}

/* True if members stood for others for long, and those came no nearer. */
static bool has_waited(const wend_crowd *crowd, const wendi_social_group *g)
{
    return (double)g->wait_ticks * crowd->step > WAIT_SECONDS;
}

/* How far members are ahead of their places: along the direction of the group, or, where they are far
 * apart, by the ways that they have left; while some rejoin their routes, the others along their own
 * directions. */
static void measure_lead(const wend_crowd *crowd, wendi_social_group *g, const layout *l)
{
    const wendi_bodies *b = &crowd->bodies;
    double most = 0;
    double left = 0;
    double last_left = 0;
    bool some_rejoin = false;
    for (uint32_t i = 0; i < l->count; ++i) {
        some_rejoin |= rejoins(crowd, g->members[l->members[i]]);
        const double own_left = b->distance_left[g->members[l->members[i]]];
        most = wendi_max(most, wend_vec2_length(l->off[i]));
        left += own_left / (double)l->count;
        last_left = wendi_max(last_left, own_left);
    }
    const bool by_way = most > APART * g->spacing && share_goal(crowd, g);
    bool is_any = false;
    for (uint32_t i = 0; i < l->count; ++i) {
        const uint32_t m = l->members[i];
        const uint32_t body = g->members[m];
        if (by_way && some_rejoin) {
            g->lead[m] = rejoins(crowd, body) ? 0 : wend_vec2_dot(l->off[i], g->ways[m]);
        } else {
            g->lead[m] =
                by_way ? left - b->distance_left[body] : -wend_vec2_dot(g->to[m], g->forward);
        }
        /* Near its goal it walks on. */
        const bool waits =
            g->lead[m] > FAR_AHEAD * g->spacing && b->distance_left[body] > NEAR_GOAL * g->spacing;
        g->waits |= waits ? 1U << m : 0;
        is_any |= waits;
    }
    /* Waiting is in vain while the last one gets no nearer. */
    if (!is_any || last_left < g->left_least - NEARER * g->spacing) {
        g->left_least = last_left;
        g->wait_ticks = 0;
    } else {
        g->wait_ticks += !has_waited(crowd, g);
    }
}

static void update_group(const wend_crowd *crowd, wendi_social_group *g, uint32_t index)
{
    list_walking(crowd, g);
    turn(crowd, g);
    const bool has_direction = wend_vec2_dot(g->forward, g->forward) > 0;
    if (g->walking < 2 || !has_direction) {
        g->walking = 0;
        g->walks = 0;
        g->files = 0;
        g->room_files = 0;
        g->wait_ticks = 0;
        return;
    }
    layout l = {.count = 0};
    wend_vec2 middle = {0, 0};
    for (uint32_t i = 0; i < g->count; ++i) {
        if (is_walking(g, i)) {
            const wend_vec2 at = position_of(crowd, g->members[i]);
            l.members[l.count] = i;
            l.off[l.count++] = at;
            middle = wend_vec2_add(middle, wend_vec2_scale(at, 1.0 / (double)g->walking));
        }
    }
    choose_files(crowd, g, index, middle);
    wend_vec2 places[MEMBERS] = {{0, 0}};
    lay_out(l.count, g->files, places);
    for (uint32_t i = 0; i < l.count; ++i) {
        l.off[i] = wend_vec2_sub(l.off[i], middle);
        l.places[i] = place_of(g, places, i);
    }
    assign(g, &l);
    for (uint32_t i = 0; i < l.count; ++i) {
        const uint32_t m = l.members[i];
        g->to[m] = wend_vec2_sub(l.places[g->slots[m]], l.off[i]);
    }
    measure_lead(crowd, g, &l);
}

void wendi_social_tick(wend_crowd *crowd)
{
    wendi_social *all = crowd->social;
    for (uint32_t i = 0; i < all->count; ++i) {
        if (all->items[i].generation % 2 == 1) {
            update_group(crowd, &all->items[i], i);
        }
    }
}

/* ---- velocities ---- */

static uint32_t member_of(const wendi_social_group *g, uint32_t body)
{
    uint32_t i = 0;
    while (g->members[i] != body) {
        i++;
    }
    return i;
}

wend_vec2 wendi_social_velocity(wend_crowd *crowd, uint32_t body, wend_vec2 velocity, double pace)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_social *all = crowd->social;
    wendi_social_group *g = &all->items[all->of[body] - 1];
    const uint32_t m = member_of(g, body);
    const double speed = wend_vec2_length(velocity);
    const bool has_way = speed > 1e-6 && walks(crowd, body);
    g->ways[m] = has_way ? wend_vec2_scale(velocity, 1 / speed) : (wend_vec2){0, 0};
    if (!has_way || !is_walking(g, m) || b->distance_left[body] < NEAR_GOAL * g->spacing) {
        return velocity;
    }
    const wend_vec2 d = g->ways[m];
    const double base = wendi_min(speed, pace * g->speed);
    const double most = wendi_max(base, pace * b->max_speed[body]);
    const double least = has_waited(crowd, g)       ? AFTER_WAIT * base
                         : (g->waits >> m & 1) != 0 ? 0
                                                    : SLOWEST * base;
    const double along = wendi_clamp(base - pace * g->lead[m] / ALONG_SECONDS, least, most);
    const double beside = d.x * g->to[m].y - d.y * g->to[m].x;
    const bool is_near =
        wend_vec2_dot(g->to[m], g->to[m]) < APART * APART * g->spacing * g->spacing;
    const double aside_most = ASIDE_MOST * wendi_min(along, base);
    const double aside =
        is_near ? wendi_clamp(pace * beside / ASIDE_SECONDS, -aside_most, aside_most) : 0;
    return (wend_vec2){along * d.x - aside * d.y, along * d.y + aside * d.x};
}

bool wendi_social_is_waiting(const wend_crowd *crowd, uint32_t body)
{
    const wendi_social *all = crowd->social;
    if (all->of[body] == 0) {
        return false;
    }
    const wendi_social_group *g = &all->items[all->of[body] - 1];
    return (g->waits >> member_of(g, body) & 1) != 0 && !has_waited(crowd, g);
}
