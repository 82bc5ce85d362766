/* XML through expat: elements and texts in the order of the file. */
#include "io/core/xml.h"

#include "base/core/message.h"

#include <expat.h>

/** The parser is fed in pieces, so that it never copies much. */
static const size_t piece_bytes = 1 << 16;

typedef struct reading {
    const wendi_xml_events *events;
    wend_message *message;
    XML_Parser parser;
    wend_result result; /**< Of the event that ended it. */
    int depth;
} reading;

bool wendi_xml_exists(void)
{
    return true;
}

static uint32_t line_of(const reading *r)
{
    XML_Size line = XML_GetCurrentLineNumber(r->parser);
    return line > UINT32_MAX ? UINT32_MAX : (uint32_t)line;
}

/** Takes note of an event's result; expat may still call once or twice after it was stopped. */
static void settle(reading *r, wend_result result)
{
    if (result != WEND_OK && r->result == WEND_OK) {
        r->result = result;
        (void)XML_StopParser(r->parser, XML_FALSE);
    }
}

static void XMLCALL on_open(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reading *r = context;
    if (r->result != WEND_OK) {
        return;
    }
    if (++r->depth > WENDI_XML_DEPTH_MAX) {
        settle(r, wendi_fail_line(r->message, line_of(r), "more than %d elements in one another",
                                  (int)WENDI_XML_DEPTH_MAX));
        return;
    }
    settle(r, r->events->open(r->events->context, line_of(r), name, attributes));
}

static void XMLCALL on_close(void *context, const XML_Char *name)
{
    reading *r = context;
    (void)name;
    if (r->result == WEND_OK) {
        r->depth--;
        settle(r, r->events->close(r->events->context, line_of(r)));
    }
}

static void XMLCALL on_text(void *context, const XML_Char *text, int count)
{
    reading *r = context;
    if (r->result == WEND_OK) {
        settle(r, r->events->text(r->events->context, line_of(r), text, (size_t)count));
    }
}

static void XMLCALL on_entity(void *context, const XML_Char *name, int is_parameter,
                              const XML_Char *value, int value_length, const XML_Char *base,
                              const XML_Char *system_id, const XML_Char *public_id,
                              const XML_Char *notation)
{
    reading *r = context;
    (void)is_parameter;
    (void)value;
    (void)value_length;
    (void)base;
    (void)system_id;
    (void)public_id;
    (void)notation;
    settle(r, wendi_fail_line(r->message, line_of(r), "declares the entity '%.40s', expected none",
                              name));
}

static wend_result feed(reading *r, const uint8_t *bytes, size_t count)
{
    size_t at = 0;
    do {
        size_t piece = count - at < piece_bytes ? count - at : piece_bytes;
        if (XML_Parse(r->parser, (const char *)bytes + at, (int)piece, at + piece == count) !=
            XML_STATUS_OK) {
            if (r->result != WEND_OK) {
                return r->result;
            }
            enum XML_Error error = XML_GetErrorCode(r->parser);
            if (error == XML_ERROR_NO_MEMORY) {
                return wendi_fail(r->message, WEND_ERROR_MEMORY, "out of memory for XML");
            }
            const bool is_cut = error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN;
            return wendi_fail_line(r->message, line_of(r), "not XML as it should be: %s",
                                   is_cut ? "the file ends early" : XML_ErrorString(error));
        }
        at += piece;
    } while (at < count);
    return r->result;
}

wend_result wendi_xml_read(const uint8_t *bytes, size_t count, const wendi_xml_events *events,
                           wend_message *message)
{
    reading r = {.events = events, .message = message, .result = WEND_OK};
    r.parser = XML_ParserCreate(NULL);
    if (r.parser == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory for XML");
    }
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_open, on_close);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetEntityDeclHandler(r.parser, on_entity);
    wend_result result = feed(&r, bytes, count);
    XML_ParserFree(r.parser);
    return result;
}
