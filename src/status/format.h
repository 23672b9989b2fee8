/*
 * format.h - a view, written in one of three formats to the client.
 */
#ifndef MEHARI_STATUS_FORMAT_H
#define MEHARI_STATUS_FORMAT_H

#include "status/view.h"

void mh_format_html(request_rec *r, const mh_view_t *view);
void mh_format_json(request_rec *r, const mh_view_t *view);
void mh_format_metrics(request_rec *r, const mh_view_t *view);

/* For html.c: the charts of a part. */
void mh_chart(request_rec *r, const mh_view_part_t *part);
/* The frame of the page, and its style. */
void mh_page_begin(request_rec *r, const char *title, const char *nonce);
void mh_page_end(request_rec *r, const char *nonce);

#endif
