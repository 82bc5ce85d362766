/* Layers of a scene: the names of all that can be drawn of it, and lists of names.
 * Cost: a look at a table; names are compared one by one. */
#include <stdlib.h>
#include <string.h>

#include "scene/layers.h"

/* ---- those that scenes have by themselves ---- */

/* Name, what it shows, letter; is it shown at first, under the bodies; bits of crowd and flow. */
static const struct {
    const char *name, *help;
    char key;
    bool is_on, is_below;
    uint32_t crowd_bits, flow_bits;
} rows[SCENE_LAYER_OBJECTS] = {
    {"costs", "what ground costs, as colours and numbers", 'k', true, true, 0, 0},
    {"sectors", "sectors of the grid", 's', false, true, 0, 0},
    {"portals", "portals between sectors and the edges between them", 'p', false, true, 0, 0},
    {"field costs", "costs of the sectors that the request covers", 'u', false, true, 0,
     WEND_FLOW_SHOW_COST},
    {"integration", "remaining cost to the goal of the request", 'i', false, true, 0,
     WEND_FLOW_SHOW_INTEGRATION},
    {"directions", "directions of the field of the request", 'd', false, true, 0,
     WEND_FLOW_SHOW_DIRECTIONS},
    {"line of sight", "cells that see the goal", 'l', false, true, 0, WEND_FLOW_SHOW_LINE_OF_SIGHT},
    {"routes", "routes over portals, with goals and sources", 'r', false, true, 0,
     WEND_FLOW_SHOW_ROUTE | WEND_FLOW_SHOW_PORTALS | WEND_FLOW_SHOW_GOALS},
    {"wave fronts", "sectors that are being worked on", 't', false, true, 0,
     WEND_FLOW_SHOW_WAVE_FRONT | WEND_FLOW_SHOW_SECTORS},
    {"graph", "nodes and edges", 'g', true, true, 0, 0},
    {"headings", "headings of bodies", 'e', false, false, WEND_CROWD_SHOW_HEADINGS, 0},
    {"paths", "the rest of each body's path", 'w', false, false, WEND_CROWD_SHOW_PATHS, 0},
    {"goals", "goals of bodies", 'o', false, false, WEND_CROWD_SHOW_GOALS, 0},
    {"velocities", "movement in half a second", 'v', false, false, WEND_CROWD_SHOW_VELOCITIES, 0},
    {"preferred", "preferred movement in half a second", 'b', false, false,
     WEND_CROWD_SHOW_PREFERRED, 0},
    {"neighbours", "neighbours that bodies avoid", 'n', false, false, WEND_CROWD_SHOW_NEIGHBOURS,
     0},
    {"half-planes", "borders that bodies may not cross in this tick", 'h', false, false,
     WEND_CROWD_SHOW_HALF_PLANES, 0},
    {"formations", "slots, and the member of each; social groups", 'f', false, false,
     WEND_CROWD_SHOW_FORMATIONS, 0},
    {"zones", "conveyors, winds, tornadoes", 'j', true, true, WEND_CROWD_SHOW_ZONES, 0},
    {"stuck", "bodies that make no progress", 'x', false, false, WEND_CROWD_SHOW_STUCK, 0},
    {"density", "bodies a square metre: yellow where there are few, violet from four on", 'c',
     false, true, 0, 0},
    {"trails", "where bodies were in the last seconds; in the window alone", 'm', false, true, 0,
     0},
    {"marks", "goals that several bodies share, such as exits", '\0', false, false, 0, 0},
    {"bodies", "bodies in the colours of their groups", '\0', true, false, 0, 0},
    {"walls", "walls that are lines and polygons", '\0', true, true, 0, 0},
    {"drawing", "what the scene draws itself", '\0', true, false, 0, 0},
};

static bool is_there(const scene *s, size_t index, uint32_t floor)
{
    if (index == SCENE_LAYER_GRAPH) {
        return s->graph != NULL;
    }
    if (index == SCENE_LAYER_WALLS) {
        return scene_floor_walls(s, floor) != NULL;
    }
    if (index == SCENE_LAYER_DRAWING) {
        return scene_has_hook(s, SCENE_DRAW);
    }
    if (index == SCENE_LAYER_PORTALS || rows[index].flow_bits != 0) {
        return s->flow != NULL;
    }
    if (index == SCENE_LAYER_COSTS || index == SCENE_LAYER_SECTORS) {
        return scene_floor_grid(s, floor) != NULL;
    }
    return true;
}

/* ---- all ---- */

size_t scene_layer_count(const scene *s)
{
    return SCENE_LAYER_OBJECTS + s->layer_count;
}

/* "senses.cones", "traffic.kind 0", or the object's name alone. */
static void put_name(const scene *s, const scene_own_layer *own, scene_layer *layer)
{
    const char *name = s->objects[own->object].label + strlen(SCENE_OBJECTS_PREFIX);
    const char *part = own->row->part;
    if (own->row->is_numbered) {
        snprintf(layer->name, sizeof layer->name, "%s.%s %u", name, part, (unsigned)own->part);
    } else {
        snprintf(layer->name, sizeof layer->name, "%s%s%s", name, part[0] != '\0' ? "." : "", part);
    }
}

bool scene_get_layer(const scene *s, size_t index, uint32_t floor, scene_layer *layer)
{
    *layer = (scene_layer){.name = ""};
    if (index >= scene_layer_count(s)) {
        return false;
    }
    if (index < SCENE_LAYER_OBJECTS) {
        snprintf(layer->name, sizeof layer->name, "%s", rows[index].name);
        layer->help = rows[index].help;
        layer->key = rows[index].key;
        layer->is_there = is_there(s, index, floor);
        layer->is_on = rows[index].is_on;
        layer->is_below = rows[index].is_below;
        layer->crowd_bits = rows[index].crowd_bits;
        layer->flow_bits = rows[index].flow_bits;
        return true;
    }
    const scene_own_layer *own = &s->layers[index - SCENE_LAYER_OBJECTS];
    put_name(s, own, layer);
    layer->help = own->row->help;
    layer->is_there = true;
    layer->is_below = own->row->is_below;
    return true;
}

/* ---- lists of names ---- */

/* Compares a name with a word of a list, in which "_" may stand for a blank. */
static bool is_named(const char *name, const char *word, size_t length)
{
    size_t i = 0;
    while (i < length && name[i] != '\0' &&
           (name[i] == word[i] || (name[i] == ' ' && word[i] == '_'))) {
        i++;
    }
    return i == length && name[i] == '\0';
}

/* True if the word names the object of a layer, or this layer of it. */
static bool names_own(const scene *s, const scene_own_layer *own, const char *word, size_t length)
{
    scene_layer layer;
    const size_t prefix = strlen(SCENE_OBJECTS_PREFIX);
    put_name(s, own, &layer);
    if (length > prefix && memcmp(word, SCENE_OBJECTS_PREFIX, prefix) == 0) {
        word += prefix;
        length -= prefix;
    }
    return is_named(layer.name, word, length) ||
           is_named(s->objects[own->object].label + prefix, word, length);
}

/* Sets what a word names. @param is_on NULL: nothing is set. @return false: it is no name. */
static bool set_word(const scene *s, const char *word, size_t length, bool *is_on)
{
    bool is_known = false;
    const bool is_wanted = length == 0 || word[0] != '-';
    word += is_wanted ? 0 : 1;
    length -= is_wanted ? 0 : 1;
    for (size_t i = 0; i < SCENE_LAYER_OBJECTS && !is_known; i++) {
        is_known = is_named(rows[i].name, word, length) && is_there(s, i, 0);
        if (is_known && is_on != NULL) {
            is_on[i] = is_wanted;
        }
    }
    const bool is_own = is_known;
    for (size_t i = 0; i < s->layer_count && !is_own; i++) {
        if (names_own(s, &s->layers[i], word, length)) {
            is_known = true;
            if (is_on != NULL) {
                is_on[SCENE_LAYER_OBJECTS + i] = is_wanted;
            }
        }
    }
    return is_known;
}

wend_result scene_set_layers(const scene *s, const char *list, bool *is_on, wend_message *message)
{
    for (int pass = 0; pass < 2; pass++) {
        for (const char *word = list; word != NULL;) {
            const size_t length = strcspn(word, ",");
            if (!set_word(s, word, length, pass == 0 ? NULL : is_on)) {
                const int shown = length < 100 ? (int)length : 100;
                return scene_fail(message, WEND_ERROR_ARGUMENT, "no layer '%.*s' in this scene",
                                  shown, word);
            }
            word = word[length] == ',' ? word + length + 1 : NULL;
        }
    }
    return WEND_OK;
}

void scene_list_layers(const scene *s, char *text, size_t capacity)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < scene_layer_count(s); i++) {
        scene_layer layer;
        (void)scene_get_layer(s, i, 0, &layer);
        if (!layer.is_there) {
            continue;
        }
        const size_t wanted = strlen(layer.name) + (used > 0 ? 2 : 0);
        if (used + wanted + sizeof "..." > capacity) {
            snprintf(text + used, capacity - used, "...");
            return;
        }
        snprintf(text + used, capacity - used, "%s%s", used > 0 ? ", " : "", layer.name);
        for (char *c = text + used + (used > 0 ? 2 : 0); *c != '\0'; c++) {
            *c = *c == ' ' ? '_' : *c;
        }
        used += wanted;
    }
}
