/*
 * message.c - see message.h.
 */
#include "message.h"

#include "mehari.h"

void mh_log_about(request_rec *r, int level, const char *about,
                  const char *text)
{
    size_t length = mh_code_length(text);

    ap_log_rerror(APLOG_MARK, level, 0, r, "%.*s%s: %s", (int)length, text,
                  about, text + length);
}
