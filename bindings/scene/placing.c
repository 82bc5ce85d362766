/* Items and triggers of a scene, and the inputs that add, move and remove them.
 * Cost: a look at the objects that the scene names. */
#include <string.h>

#include "scene/private.h"

/* The object of a kind that the scene names so, else the first of the kind by name. */
static void *find_own(const scene *s, const wendlua_kind *kind, const char *label)
{
    void *first = NULL;
    if (!lua_checkstack(s->L, 1)) {
        return NULL;
    }
    for (size_t i = 0; i < s->object_count; i++) {
        lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->objects[i].reference);
        const wendlua_object *object = lua_touserdata(s->L, -1);
        lua_pop(s->L, 1);
        if (object == NULL || object->kind != kind || object->is_closed) {
            continue;
        }
        if (strcmp(s->objects[i].label, label) == 0) {
            return object->pointer;
        }
        first = first != NULL ? first : object->pointer;
    }
    return first;
}

wend_items *scene_items(const scene *s)
{
    return find_own(s, &wendlua_items_kind, SCENE_OBJECTS_PREFIX "items");
}

wend_triggers *scene_triggers(const scene *s)
{
    return find_own(s, &wendlua_triggers_kind, SCENE_OBJECTS_PREFIX "triggers");
}

bool scene_trigger_at(const scene *s, wend_trigger_id id, wend_vec2 *at)
{
    wend_trigger trigger;
    wend_item item;
    *at = (wend_vec2){0.0, 0.0};
    if (wend_triggers_get(scene_triggers(s), id, &trigger) != WEND_OK) {
        return false;
    }
    const bool is_linked = wend_items_get(scene_items(s), trigger.item, &item) == WEND_OK;
    const wend_vec3 position = is_linked ? item.position : trigger.position;
    *at = (wend_vec2){position.x, position.y};
    if (trigger.point_count > 0) {
        *at = (wend_vec2){0.0, 0.0};
    }
    for (size_t i = 0; i < trigger.point_count; i++) {
        at->x += trigger.points[i].x / (double)trigger.point_count;
        at->y += trigger.points[i].y / (double)trigger.point_count;
    }
    return true;
}

/* ---- inputs ---- */

static void add_item(const scene *s, const scene_input *input)
{
    wend_item item = wend_item_default();
    wend_item_id id;
    item.position = (wend_vec3){input->at.x, input->at.y, 0.0};
    item.tag = input->index;
    item.is_active = input->value > 0.5;
    (void)wend_items_add(scene_items(s), &item, &id);
}

static void move_item(const scene *s, const scene_input *input)
{
    wend_items *items = scene_items(s);
    const wend_item_id id = wend_items_id(items, input->index);
    wend_item item;
    if (wend_items_get(items, id, &item) == WEND_OK) {
        const wend_vec3 to = {input->at.x, input->at.y, item.position.z};
        (void)wend_items_move(items, id, to);
    }
}

static void add_trigger(const scene *s, const scene_input *input)
{
    wend_trigger trigger = wend_trigger_default();
    wend_trigger_id id;
    trigger.kind = (wend_trigger_kind)(input->cost & 0xFFU);
    trigger.position = (wend_vec3){input->at.x, input->at.y, 0.0};
    trigger.radius = input->radius;
    trigger.tag = input->index;
    if (input->value >= 1.0 && input->value <= (double)WEND_ITEMS_MAX) {
        trigger.item = wend_items_id(scene_items(s), (uint32_t)input->value - 1);
    }
    if (input->cost <= (uint32_t)WEND_TRIGGER_SOUND) {
        (void)wend_triggers_add(scene_triggers(s), &trigger, &id);
    }
}

/* Its mark goes there: of a polygon the mean of its corners. */
static void move_trigger(const scene *s, const scene_input *input)
{
    wend_triggers *triggers = scene_triggers(s);
    const wend_trigger_id id = wend_triggers_id_at(triggers, input->index);
    wend_trigger trigger;
    wend_item item;
    wend_vec2 mark;
    if (!scene_trigger_at(s, id, &mark) || wend_triggers_get(triggers, id, &trigger) != WEND_OK) {
        return;
    }
    const bool is_linked = wend_items_get(scene_items(s), trigger.item, &item) == WEND_OK;
    const wend_vec3 from = is_linked ? item.position : trigger.position;
    const wend_vec3 to = {from.x + (input->at.x - mark.x), from.y + (input->at.y - mark.y), from.z};
    (void)wend_triggers_move(
        triggers, id, trigger.point_count > 0 ? to : (wend_vec3){input->at.x, input->at.y, from.z});
}

void scene_do_placing(const scene *s, const scene_input *input)
{
    wend_items *items = scene_items(s);
    wend_triggers *triggers = scene_triggers(s);
    switch (input->kind) {
    case SCENE_INPUT_ITEM_ADD:
        add_item(s, input);
        break;
    case SCENE_INPUT_ITEM_MOVE:
        move_item(s, input);
        break;
    case SCENE_INPUT_ITEM_ACTIVE:
        (void)wend_items_set_active(items, wend_items_id(items, input->index), input->value > 0.5);
        break;
    case SCENE_INPUT_ITEM_REMOVE:
        (void)wend_items_remove(items, wend_items_id(items, input->index));
        break;
    case SCENE_INPUT_TRIGGER_ADD:
        add_trigger(s, input);
        break;
    case SCENE_INPUT_TRIGGER_MOVE:
        move_trigger(s, input);
        break;
    case SCENE_INPUT_TRIGGER_REMOVE:
        (void)wend_triggers_remove(triggers, wend_triggers_id_at(triggers, input->index));
        break;
    case SCENE_INPUT_ORDER:
    case SCENE_INPUT_STOP:
    case SCENE_INPUT_CELLS:
    case SCENE_INPUT_STAMP:
    case SCENE_INPUT_LIFT:
    case SCENE_INPUT_SEGMENT:
    case SCENE_INPUT_ERASE:
    case SCENE_INPUT_EXPLODE:
    case SCENE_INPUT_SLIDER:
    case SCENE_INPUT_KEY:
    case SCENE_INPUT_NODE_ADD:
    case SCENE_INPUT_NODE_MOVE:
    case SCENE_INPUT_NODE_REMOVE:
    case SCENE_INPUT_SELECT:
    case SCENE_INPUT_KINDS:
        break;
    }
}
