/* takes: the attributes of an element.
 * gives: the value of one of them.
 * cost:  one comparison for each. */
#include "io/core/xml.h"

#include <string.h>

const char *wendi_xml_attribute(const char **attributes, const char *name)
{
    for (size_t i = 0; attributes[i] != NULL; i += 2) {
        if (strcmp(attributes[i], name) == 0) {
            return attributes[i + 1];
        }
    }
    return NULL;
}
