/*
 * text.h - texts of anybody's in a page, in JSON, in OpenMetrics.
 *
 * What is no UTF-8, and what controls a terminal, is shown as \xNN. NULL is the
 * empty text.
 */
#ifndef MEHARI_STATUS_TEXT_H
#define MEHARI_STATUS_TEXT_H

#include "gateway/gateway.h"

/* For HTML, inside and outside of attributes. Line ends stay. */
const char *mh_text_html(apr_pool_t *p, const char *text);
/* With its quotation marks; "null" for NULL. */
const char *mh_text_json(apr_pool_t *p, const char *text);
/* The value of a label, without its quotation marks. */
const char *mh_text_label(apr_pool_t *p, const char *text);

/* ns as seconds with six places, "null" for what is unknown. */
const char *mh_text_seconds(apr_pool_t *p, uint64_t ns);
/* The same for people: "350 ms", "4.2 s", "3 h". */
const char *mh_text_time(apr_pool_t *p, uint64_t ns);
/* "12.3 MB". */
const char *mh_text_size(apr_pool_t *p, uint64_t bytes);

#endif
