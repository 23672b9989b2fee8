/*
 * text.h - foreign texts in a page, in JSON, in OpenMetrics.
 *
 * Bytes that are not UTF-8, and characters that control a terminal, are shown
 * as \xNN. NULL is the empty text.
 */
#ifndef MEHARI_MODULE_STATUS_TEXT_H
#define MEHARI_MODULE_STATUS_TEXT_H

#include "module/common/httpd_headers.h"

/* For HTML, inside and outside of attributes. Line ends stay. */
const char *mh_text_html(apr_pool_t *p, const char *text);
/* With its quotation marks; "null" for NULL. */
const char *mh_text_json(apr_pool_t *p, const char *text);
/* The value of a label, without its quotation marks. */
const char *mh_text_label(apr_pool_t *p, const char *text);

/* ns as seconds with six places, "null" if unknown. */
const char *mh_text_seconds(apr_pool_t *p, uint64_t ns);
/* The same for people: "350 ms", "4.2 s", "3 h". */
const char *mh_text_time(apr_pool_t *p, uint64_t ns);
/* "12.3 MB". */
const char *mh_text_size(apr_pool_t *p, uint64_t bytes);

#endif
