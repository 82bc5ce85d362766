/* Builds without expat: XML is WEND_ERROR_UNSUPPORTED. */
#include "base/core/message.h"
#include "io/core/xml.h"

bool wendi_xml_exists(void)
{
    return false;
}

wend_result wendi_xml_read(const uint8_t *bytes, size_t count, const wendi_xml_events *events,
                           wend_message *message)
{
    (void)bytes;
    (void)count;
    (void)events;
    return wendi_fail(message, WEND_ERROR_UNSUPPORTED,
                      "this build of wend_io reads no XML (it was made without expat)");
}
