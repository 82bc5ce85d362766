/* Parameters: texts by which the user chooses what a scene builds, `wend.parameter(name, default)`.
 * Cost: a look at each parameter. */
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

/* The length of the name in "NAME=VALUE"; 0 where it is none. */
static size_t name_length(const char *text)
{
    size_t count = 0;
    while (text[count] > ' ' && text[count] <= '~' && text[count] != '=' && text[count] != ',') {
        count++;
    }
    return count < SCENE_NAME_CAPACITY && text[count] == '=' ? count : 0;
}

static bool is_good(const char *text)
{
    return text != NULL && strlen(text) < SCENE_PARAMETER_CAPACITY && name_length(text) > 0 &&
           strpbrk(text, "\r\n") == NULL;
}

wend_result scene_parameters_begin(scene *s)
{
    if (s->options.parameter_count > SCENE_PARAMETERS_MAX) {
        return scene_fail(&s->message, WEND_ERROR_ARGUMENT, "at most %u parameters expected",
                          (unsigned)SCENE_PARAMETERS_MAX);
    }
    for (size_t i = 0; i < s->options.parameter_count; i++) {
        const char *given = s->options.parameters[i];
        if (!is_good(given)) {
            return scene_fail(&s->message, WEND_ERROR_ARGUMENT,
                              "parameter %u: NAME=VALUE expected, a line of less than %u bytes",
                              (unsigned)i, (unsigned)SCENE_PARAMETER_CAPACITY);
        }
        const size_t count = strlen(given) + 1;
        s->parameters[i].text = malloc(count);
        if (s->parameters[i].text == NULL) {
            return scene_fail(&s->message, WEND_ERROR_MEMORY, "out of memory");
        }
        memcpy(s->parameters[i].text, given, count);
        s->parameter_count = i + 1;
    }
    return WEND_OK;
}

void scene_parameters_end(scene *s)
{
    for (size_t i = 0; i < s->parameter_count; i++) {
        free(s->parameters[i].text);
    }
}

/* @param name [count] of a script: any bytes. */
static bool has_name(const scene_own_parameter *own, const char *name, size_t count)
{
    return strlen(own->text) > count && memcmp(own->text, name, count) == 0 &&
           own->text[count] == '=';
}

/* ---- saved scenes ---- */

size_t scene_parameters_read(const scene *s, const char **list)
{
    size_t count = 0;
    for (size_t i = 0; i < s->parameter_count; i++) {
        const char *text = s->parameters[i].text;
        bool is_last = s->parameters[i].is_read;
        for (size_t k = i + 1; k < s->parameter_count && is_last; k++) {
            is_last = !has_name(&s->parameters[k], text, name_length(text));
        }
        if (!is_last) {
            continue;
        }
        size_t at = count++;
        for (; at > 0 && strcmp(list[at - 1], text) > 0; at--) {
            list[at] = list[at - 1];
        }
        list[at] = text;
    }
    return count;
}

size_t scene_parameters_take(const char **list, const uint8_t *bytes, size_t count,
                             size_t parameter_count)
{
    const char *text = (const char *)bytes;
    size_t used = 0;
    for (size_t i = 0; i < parameter_count; i++) {
        if (memchr(text + used, '\0', count - used) == NULL || !is_good(text + used)) {
            return SIZE_MAX;
        }
        list[i] = text + used;
        used += strlen(text + used) + 1;
    }
    return used;
}

/* The one that counts of a name; NULL: none was given. */
static scene_own_parameter *find_given(scene *s, const char *name, size_t count)
{
    for (size_t i = s->parameter_count; i-- > 0;) {
        if (has_name(&s->parameters[i], name, count)) {
            return &s->parameters[i];
        }
    }
    return NULL;
}

wend_result scene_parameters_match(scene *s, const char *const *saved, size_t count)
{
    const char *list[SCENE_PARAMETERS_MAX];
    for (size_t i = 0; i < count; i++) {
        scene_own_parameter *own = find_given(s, saved[i], name_length(saved[i]));
        if (own == NULL) {
            return scene_fail(&s->message, WEND_ERROR_FILE,
                              "the scene was saved with the parameter %.80s, and this one was "
                              "opened without it",
                              saved[i]);
        }
        if (strcmp(own->text, saved[i]) != 0) {
            return scene_fail(&s->message, WEND_ERROR_FILE,
                              "the scene was saved with the parameter %.80s, and this one was "
                              "opened with %.80s",
                              saved[i], own->text);
        }
        own->is_read = true;
    }
    const size_t read_count = scene_parameters_read(s, list);
    for (size_t i = 0; i < read_count; i++) {
        size_t k = 0;
        while (k < count && strcmp(saved[k], list[i]) != 0) {
            k++;
        }
        if (k == count) {
            return scene_fail(&s->message, WEND_ERROR_FILE,
                              "the scene was saved without the parameter %.*s, and this one was "
                              "opened with %.80s",
                              (int)name_length(list[i]), list[i], list[i]);
        }
    }
    return WEND_OK;
}

/* ---- scripts ---- */

static bool is_read(const scene *s, const char *name, size_t count)
{
    for (size_t i = 0; i < s->parameter_count; i++) {
        if (s->parameters[i].is_read && has_name(&s->parameters[i], name, count)) {
            return true;
        }
    }
    return false;
}

bool scene_reads_parameter(const scene *s, const char *name)
{
    return is_read(s, name, strlen(name));
}

/* wend.parameter(name [, default]) */
int scene_take_parameter(lua_State *L)
{
    size_t count = 0;
    scene *s = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = luaL_checklstring(L, 1, &count);
    lua_settop(L, 2);
    for (size_t i = 0; i < s->parameter_count; i++) {
        scene_own_parameter *own = &s->parameters[i];
        if (has_name(own, name, count)) {
            own->is_read = true;
            lua_settop(L, 1);
            lua_pushstring(L, own->text + count + 1);
        }
    }
    return 1;
}

static wend_result set_slider(scene *s, size_t index, const scene_slider *slider, const char *value,
                              wend_message *message)
{
    int is_number = 0;
    scene_input input = {.kind = SCENE_INPUT_SLIDER, .index = (uint32_t)index};
    lua_pushstring(s->L, value);
    input.value = lua_tonumberx(s->L, -1, &is_number);
    lua_pop(s->L, 1);
    if (is_number == 0 || !(input.value >= slider->from && input.value <= slider->to)) {
        return scene_fail(message, WEND_ERROR_ARGUMENT,
                          "%s: a number from %g to %g expected, found '%.40s'", slider->name,
                          slider->from, slider->to, value);
    }
    return scene_add_input(s, &input);
}

wend_result scene_add_setting(scene *s, const char *setting, wend_message *message)
{
    scene_slider slider;
    const size_t count = is_good(setting) ? name_length(setting) : 0;
    if (count == 0) {
        return scene_fail(message, WEND_ERROR_ARGUMENT, "NAME=VALUE expected");
    }
    if (is_read(s, setting, count)) {
        return WEND_OK;
    }
    for (size_t i = 0; scene_get_slider(s, i, &slider); i++) {
        if (strlen(slider.name) == count && strncmp(slider.name, setting, count) == 0) {
            return set_slider(s, i, &slider, setting + count + 1, message);
        }
    }
    return scene_fail(message, WEND_ERROR_ARGUMENT,
                      "the scene has no slider and reads no parameter '%.*s'", (int)count, setting);
}
