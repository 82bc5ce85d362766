/* The one door to an XML library. core/xml_expat.c stands behind it, or
 * core/xml_none.c.
 *
 *   <map width="3"> text </map>   -->   open("map", {"width", "3", NULL})  text(" text ")  close
 *
 * No other file is ever opened; a document that declares entities is
 * refused, so that a short one cannot unfold into a long one. */
#ifndef WENDI_IO_CORE_XML_H
#define WENDI_IO_CORE_XML_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** Elements within elements. */
enum { WENDI_XML_DEPTH_MAX = 64 };

/** Calls while a document is read. The first result that is not WEND_OK ends it.
 * @param line of the document, 1-based. */
typedef struct wendi_xml_events {
    /** @param attributes names and values by turns, then NULL; valid during the call. */
    wend_result (*open)(void *context, uint32_t line, const char *name, const char **attributes);
    wend_result (*close)(void *context, uint32_t line);
    /** A piece of text in UTF-8; one text may come in several. */
    wend_result (*text)(void *context, uint32_t line, const char *text, size_t count);
    void *context;
} wendi_xml_events;

/** True if this build can read XML. */
bool wendi_xml_exists(void);

/** Reads a document to its end. The library's own memory comes from libc, because it takes no
 * allocator: a few kilobytes and the longest tag.
 * @return WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY, WEND_ERROR_UNSUPPORTED (not in this build),
 * or what an event returned. */
wend_result wendi_xml_read(const uint8_t *bytes, size_t count, const wendi_xml_events *events,
                           wend_message *message);

#endif
