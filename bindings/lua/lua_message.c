/* takes: messages of the library
 * gives: the same as a script would say it: without names of C
 * cost:  the text
 */
#include <stdio.h>
#include <string.h>

#include "lua_value.h"

/* What scripts write for these. */
static const struct word {
    const char *c;
    const char *lua;
} words[] = {
    {"NULL", "nil"},
    {"WEND_NODE_NONE", "nil"},
    {"WEND_TEAM_NONE", "nil"},
    {"WEND_COORDINATE_MAX", "2^30"},
    {"WEND_HEADING_ANY", "\"any\""},
    {"WEND_MESH_METHOD_MIDPOINT", "mesh_method = \"midpoint\""},
    {"WEND_WAY_TO_PLACES", "places"},
    {"WEND_WAY_TO_PREDICATE", "is_goal"},
};

/* Behind "wend_x: ", any number of these: the script called something else. */
static const char *skip_functions(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
    size_t count = strspn(text, letters);
    while (strncmp(text, "wend_", 5) == 0 && text[count] == ':' && text[count + 1] == ' ') {
        text += count + 2;
        count = strspn(text, letters);
    }
    return text;
}

/* The word that text begins with, or NULL. */
static const struct word *word_at(const char *text)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(text, words[i].c, strlen(words[i].c)) == 0) {
            return &words[i];
        }
    }
    return NULL;
}

void wendlua_translate(const char *text, char *plain, size_t capacity)
{
    size_t count = 0;
    plain[0] = '\0';
    for (const char *at = skip_functions(text); *at != '\0' && count + 1 < capacity;) {
        const struct word *word = word_at(at);
        const int left = (int)(capacity - count);
        const int written = word != NULL ? snprintf(plain + count, (size_t)left, "%s", word->lua)
                                         : snprintf(plain + count, (size_t)left, "%c", *at);
        at += word != NULL ? strlen(word->c) : 1;
        count += written < left ? (size_t)written : (size_t)left - 1;
    }
}
