/* Squads: members that come and go, orders, updates, formations, bytes. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

enum { AGENTS = 12, SQUADS = 3, MEMBERS = 5, ENEMIES = 4 };

static bool some_mind(void *user, const wend_squads *squads, wend_squad_id squad, uint64_t tick,
                      wend_squad_order *order)
{
    (void)user;
    wend_squad_info info;
    if (wend_squads_get_info(squads, squad, &info) != WEND_OK || tick % 7 != 3) {
        return false;
    }
    order->kind = (wend_squad_order_kind)((tick + squad.index1) % (WEND_SQUAD_SCOUT + 1));
    order->radius = 0;
    return true;
}

static double some_danger(void *user, wend_squad_id squad, wend_vec2 at)
{
    (void)user;
    return at.x > 0 ? (double)squad.index1 : (double)NAN;
}

void make_squads(fuzz *f)
{
    wend_squads_def def = wend_squads_def_default();
    def.max_squads = unsound(f, 20) ? 0 : SQUADS;
    def.max_members = MEMBERS;
    def.max_enemies = ENEMIES;
    def.max_cells = 32;
    def.mind = chance(f, 3) ? some_mind : NULL;
    def.danger = chance(f, 3) ? some_danger : NULL;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_squads *squads = NULL;
    GIVES(f, wend_squads_create(&def, &squads), "AM");
    keep(f, KIND_SQUADS, squads, NULL, NULL, NULL);
}

static wend_squad_id some_squad(fuzz *f, const wend_squads *squads)
{
    wend_squad_id ids[SQUADS] = {{0, 0}}, id = {0, 0};
    size_t count = 0;
    (void)wend_squads_list(squads, ids, SQUADS, &count);
    some_id(f, ids, count, &id);
    return id;
}

static wend_squad_def some_squad_def(fuzz *f)
{
    wend_squad_def def = wend_squad_def_default();
    def.files = 1 + count_to(f, 3);
    def.spacing = real(f, 0, 3);
    def.retreat_ratio = chance(f, 2) ? 0 : real(f, 0, 0.7);
    def.is_captain_protected = chance(f, 2);
    def.has_rally = chance(f, 3);
    def.rally = somewhere(f);
    some_cookie(f, &def.cookie);
    return def;
}

static void change_squads(fuzz *f)
{
    wend_squads *squads = get(f, KIND_SQUADS);
    for (uint32_t i = 1 + below(f, 6); i > 0; --i) {
        const wend_squad_id id = some_squad(f, squads), other = some_squad(f, squads);
        const wend_squad_def def = some_squad_def(f);
        const wend_squad_member member = {.agent = below(f, AGENTS),
                                          .kind = (wend_unit_kind)below(f, 3),
                                          .rank = whole(f, -2, 2),
                                          .strength = real(f, 0, 3),
                                          .range = real(f, 0, 20),
                                          .roles = below(f, 8)};
        const uint64_t agents[] = {below(f, AGENTS), below(f, AGENTS)};
        wend_squad_id made = {0, 0};
        fuzz_watch(f, KIND_SQUADS, squads);
        switch (below(f, 10)) {
        case 0:
            GIVES(f, wend_squads_add(squads, unsound(f, 20) ? NULL : &def, &made), "AF");
            break;
        case 1:
            GIVES(f, wend_squads_remove(squads, chance(f, 3) ? id : made), "AS");
            break;
        case 2:
            GIVES(f, wend_squads_set_def(squads, id, &def), "AS");
            break;
        case 3:
            GIVES(f, wend_squads_leave(squads, agents[0]), "AS");
            break;
        case 4:
            GIVES(f, wend_squads_merge(squads, id, other), "AFS");
            break;
        case 5:
            GIVES(f, wend_squads_split(squads, id, agents, 1 + below(f, 2), &made), "AFS");
            break;
        case 6:
            GIVES(f, wend_squads_set_captain(squads, agents[0]), "AS");
            break;
        case 7:
            GIVES(f, wend_squads_set_leader(squads, agents[0], chance(f, 2)), "AS");
            break;
        default:
            GIVES(f, wend_squads_join(squads, id, unsound(f, 20) ? NULL : &member), "AFS");
            break;
        }
    }
    CHECK(f, wend_squads_error(squads) != NULL);
}

static void order_squads(fuzz *f)
{
    wend_squads *squads = get(f, KIND_SQUADS);
    const wend_squad_id id = some_squad(f, squads);
    const wend_squad_order order = {
        .kind = (wend_squad_order_kind)below(f, WEND_SQUAD_SCOUT + 1 + unsound(f, 20)),
        .tactic = (wend_squad_tactic)below(f, WEND_SQUAD_BOUNDING + 1),
        .at = somewhere(f),
        .low = somewhere(f),
        .high = somewhere(f),
        .radius = chance(f, 2) ? 0 : real(f, 0, 9),
        .heading = wild(f),
        .has_heading = unsound(f, 10),
        .target = below(f, AGENTS)};
    fuzz_watch(f, KIND_SQUADS, squads);
    GIVES(f, wend_squads_set_order(squads, id, &order), "AS");
    fuzz_watch(f, KIND_SQUADS, squads);
    GIVES(f, wend_squads_move_order(squads, id, somewhere(f)), "AS");
    fuzz_watch(f, KIND_SQUADS, squads);
    GIVES(f, wend_squads_report_seen(squads, id, somewhere(f), real(f, 0, 5)), "AS");
    for (uint32_t i = below(f, ENEMIES); i > 0; --i) {
        const wend_squad_enemy enemy = {.number = below(f, ENEMIES + 1),
                                        .position = somewhere(f),
                                        .strength = real(f, 0, 3),
                                        .health = real(f, 0, 3),
                                        .certainty = real(f, 0, 1)};
        fuzz_watch(f, KIND_SQUADS, squads);
        GIVES(f, wend_squads_set_enemy(squads, id, &enemy), "AFS");
    }
    fuzz_watch(f, KIND_SQUADS, squads);
    GIVES(f, wend_squads_forget_enemy(squads, id, below(f, ENEMIES)), "AS");
    if (chance(f, 3)) {
        fuzz_watch(f, KIND_SQUADS, squads);
        GIVES(f, wend_squads_report_memories(squads, id, get(f, KIND_MEMORIES), below(f, 3)),
              "ASTM");
    }
}

static void update_squads(fuzz *f)
{
    wend_squads *squads = get(f, KIND_SQUADS);
    for (uint64_t agent = 0; agent < AGENTS; agent++) {
        const wend_squad_state state = {.position = somewhere(f),
                                        .health = real(f, 0, 1),
                                        .speed = real(f, 0, 4),
                                        .ammunition = real(f, 0, 9),
                                        .is_alive = !chance(f, 20),
                                        .is_in_contact = chance(f, 8)};
        fuzz_watch(f, KIND_SQUADS, squads);
        GIVES(f, wend_squads_set_state(squads, agent, &state), "AS");
    }
    fuzz_watch(f, KIND_SQUADS, squads);
    GIVES(f, wend_squads_update(squads, f->step), "A");
    size_t count = 0;
    const wend_squad_event *events = wend_squads_events(squads, &count);
    CHECK(f, (squads == NULL) == (events == NULL));
    for (size_t i = 0; i < count; i++) {
        CHECK(f, events[i].kind <= WEND_SQUAD_PARTS_SWAPPED);
    }
}

static void form_squad(fuzz *f, const wend_squads *squads, wend_squad_id id, size_t count)
{
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    wend_body_id bodies[MEMBERS] = {{0, 0}};
    wend_formation_id formation = {0, 0};
    def.max_bodies = MEMBERS;
    if (wend_crowd_create(&def, &crowd) != WEND_OK) {
        return;
    }
    for (size_t i = 0; i < MEMBERS; i++) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){(double)i * 2, 0};
        (void)wend_crowd_add_body(crowd, &body, &bodies[i]);
    }
    for (int i = 0; i < 2; i++) {
        GIVES(f,
              wend_squads_set_formation(squads, id, crowd, bodies, unsound(f, 20) ? 9 : count,
                                        &formation),
              "AFSm");
    }
    wend_crowd_destroy(crowd);
}

static void read_squads(fuzz *f)
{
    const wend_squads *squads = get(f, KIND_SQUADS);
    const wend_squad_id id = some_squad(f, squads);
    uint64_t agents[MEMBERS];
    wend_squad_enemy enemies[ENEMIES];
    wend_formation_slot slots[MEMBERS];
    wend_squad_info info;
    wend_squad_def def;
    wend_squad_order order;
    size_t count = 0;
    GIVES(f, wend_squads_list(squads, NULL, 0, &count), "AT");
    GIVES(f, wend_squads_get_info(squads, id, &info), "AS");
    GIVES(f, wend_squads_get_def(squads, id, &def), "AS");
    GIVES(f, wend_squads_get_order(squads, id, &order), "AS");
    GIVES(f, wend_squads_list_enemies(squads, id, enemies, below(f, ENEMIES + 1), &count), "AST");
    GIVES(f, wend_squads_list_slots(squads, id, slots, below(f, MEMBERS + 1), &count), "AST");
    const wend_result listed =
        GIVES(f, wend_squads_list_members(squads, id, agents, MEMBERS, &count), "AS");
    if (listed == WEND_OK) {
        CHECK(f, count == info.member_count);
        form_squad(f, squads, id, count);
    }
    for (size_t i = 0; i < count; i++) {
        wend_squad_assignment it;
        wend_squad_member member;
        wend_squad_state state;
        const wend_squad_id of = wend_squads_of_agent(squads, agents[i]);
        CHECK(f, of.index1 == id.index1 && of.generation == id.generation);
        CHECK(f, wend_squads_get_assignment(squads, agents[i], &it) == WEND_OK);
        CHECK(f, isfinite(it.position.x) && isfinite(it.position.y) && isfinite(it.heading));
        CHECK(f, wend_squads_get_member(squads, agents[i], &member, &state) == WEND_OK);
    }
    wend_draw draw;
    GIVES(f, wend_squads_draw(squads, some_draw(f, &draw)), "A");
    CHECK(f, (squads == NULL) == (wend_squads_memory_bytes(squads) == 0));
}

static void save_squads(fuzz *f)
{
    const wend_squads *squads = get(f, KIND_SQUADS);
    size_t count = 0;
    if (GIVES(f, wend_squads_save(squads, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_squads_save(squads, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_squads_def def = wend_squads_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_squads *loaded = NULL;
    GIVES(f, wend_squads_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_squads_hash(loaded) == wend_squads_hash(squads));
    keep(f, KIND_SQUADS, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make squads", make_squads, 1},   {"change squads", change_squads, 6},
    {"order squads", order_squads, 5}, {"update squads", update_squads, 5},
    {"read squads", read_squads, 3},   {"save squads", save_squads, 1},
};

const fuzz_room room_squad = {"squad", actions, sizeof actions / sizeof *actions};
