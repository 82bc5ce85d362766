/* The check of a request's definition, shared with requests of groups. */
#ifndef WENDI_FLOW_REQUESTS_REQUEST_H
#define WENDI_FLOW_REQUESTS_REQUEST_H

#include "flow/core/flow_private.h"

/** Checks the cookie, and that arrays of goals and areas exist where they are counted.
 * @return WEND_OK, WEND_ERROR_ARGUMENT with a message. */
wend_result wendi_flow_request_check_def(const wend_flow_request_def *def, wend_message *message);

#endif
