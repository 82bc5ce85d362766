/* The four ghosts of the maze game, each by a set of rules: at every junction one turns left, one turns
 * right, one goes at random, and one goes toward the player. The player walks at random, and the program
 * counts how often each ghost catches it. */
#include "wend/rules.h"

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 21, HEIGHT = 13, GHOSTS = 4, TICKS = 2000 };

static const char *const maze[HEIGHT] = {
    "#####################", "#.........#.........#", "#.###.###.#.###.###.#",
    "#...................#", "#.###.#.#####.#.###.#", "#.....#...#...#.....#",
    "#####.###.#.###.#####", "#.........#.........#", "#.###.###.#.###.###.#",
    "#...#...........#...#", "###.#.#.#####.#.#.###", "#.....#...#...#.....#",
    "#####################"};

/* Where a walker can go, as seen from its heading, and how near the player would be there. */
enum { LEFT, AHEAD, RIGHT, NEAR_LEFT, NEAR_AHEAD, NEAR_RIGHT, FACTS };
enum { BACK = RIGHT + 1 };

static const wend_fact facts[FACTS] = {{.name = "left"},       {.name = "ahead"},
                                       {.name = "right"},      {.name = "near left"},
                                       {.name = "near ahead"}, {.name = "near right"}};
static const wend_condition is_open[3] = {
    {.fact = LEFT, .value = 1}, {.fact = AHEAD, .value = 1}, {.fact = RIGHT, .value = 1}};
static const wend_consideration is_near[3] = {
    {.fact = NEAR_LEFT}, {.fact = NEAR_AHEAD}, {.fact = NEAR_RIGHT}};
static const char *const turns[] = {"left", "ahead", "right", "back"};

typedef struct walker {
    int x, y, heading;
} walker;

/* Headings are east, north, west, south: the next one is a turn to the left. */
static walker step(walker it, int heading)
{
    static const int dx[] = {1, 0, -1, 0}, dy[] = {0, -1, 0, 1};
    const int to = heading & 3;
    const walker moved = {it.x + dx[to], it.y + dy[to], to};
    return moved;
}

static walker turned(walker it, uint32_t turn)
{
    static const int by[] = {[LEFT] = 1, [AHEAD] = 0, [RIGHT] = 3, [BACK] = 2};
    return step(it, it.heading + by[turn]);
}

static int is_at(walker a, walker b)
{
    return a.x == b.x && a.y == b.y;
}

static int is_wall(walker it)
{
    return maze[it.y][it.x] == '#';
}

/* A turn where it is open; with `hunts`, the better the nearer it leads to the player. */
static wend_rule rule_of(uint32_t turn, int hunts)
{
    wend_rule rule = {.name = turns[turn], .action = turn};
    if (turn == BACK) {
        rule.weight = 0.000001; /* only out of a dead end */
        return rule;
    }
    rule.conditions = &is_open[turn];
    rule.condition_count = 1;
    if (hunts) {
        rule.considerations = &is_near[turn];
        rule.consideration_count = 1;
    }
    return rule;
}

static wend_rules *make(const uint32_t order[4], wend_rules_choice choice, int hunts, uint64_t seed)
{
    wend_rule list[4];
    wend_rules_def def = wend_rules_def_default();
    wend_rules *rules = NULL;
    for (int i = 0; i < 4; i++) {
        list[i] = rule_of(order[i], hunts);
    }
    def.facts = facts;
    def.fact_count = FACTS;
    def.rules = list;
    def.rule_count = 4;
    def.choice = choice;
    def.seed = seed;
    if (wend_rules_create(&def, &rules) != WEND_OK ||
        wend_rules_add_agent(rules, 0, NULL) != WEND_OK) {
        abort();
    }
    return rules;
}

/* The walker looks around, decides and moves one cell. */
static walker think(wend_rules *rules, uint64_t tick, walker it, walker player)
{
    double seen[FACTS];
    wend_rules_decision decision;
    for (uint32_t turn = LEFT; turn <= RIGHT; turn++) {
        const walker there = turned(it, turn);
        seen[LEFT + turn] = is_wall(there) ? 0 : 1;
        seen[NEAR_LEFT + turn] = 1.0 / (1 + abs(there.x - player.x) + abs(there.y - player.y));
    }
    if (wend_rules_set_facts(rules, 0, seen) != WEND_OK ||
        wend_rules_decide(rules, 0, tick, &decision) != WEND_OK) {
        abort();
    }
    return turned(it, decision.action);
}

int main(void)
{
    static const uint32_t left_first[] = {LEFT, AHEAD, RIGHT, BACK};
    static const uint32_t right_first[] = {RIGHT, AHEAD, LEFT, BACK};
    static const char *const names[] = {"left", "right", "random", "hunter"};
    wend_rules *rules[GHOSTS] = {
        make(left_first, WEND_RULES_FIRST, 0, 1), make(right_first, WEND_RULES_FIRST, 0, 1),
        make(left_first, WEND_RULES_WEIGHTED, 0, 1), make(left_first, WEND_RULES_BEST, 1, 1)};
    wend_rules *player_rules = make(left_first, WEND_RULES_WEIGHTED, 0, 2);
    const walker home = {10, 3, 0};
    walker ghosts[GHOSTS] = {home, home, home, home}, player = {1, 11, 0};
    int caught[GHOSTS] = {0, 0, 0, 0};
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        const walker from = player;
        player = think(player_rules, tick, player, player);
        for (int i = 0; i < GHOSTS; i++) {
            const walker ghost = think(rules[i], tick, ghosts[i], player);
            /* They meet in a cell or pass each other between two. */
            const int passes = is_at(ghost, from) && is_at(ghosts[i], player);
            ghosts[i] = ghost;
            if (is_at(ghost, player) || passes) {
                caught[i]++;
                ghosts[i] = home;
            }
        }
    }
    for (int i = 0; i < GHOSTS; i++) {
        printf("%-6s caught the player %d times\n", names[i], caught[i]);
        wend_rules_destroy(rules[i]);
    }
    wend_rules_destroy(player_rules);
    /* The one that looks for the player finds it most often. */
    return caught[3] > caught[0] && caught[3] > caught[1] && caught[3] > caught[2] ? 0 : 1;
}
