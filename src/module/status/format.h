/*
 * format.h - writes a view to the client in one of four formats. Runs in
 * httpd's children.
 */
#ifndef MEHARI_MODULE_STATUS_FORMAT_H
#define MEHARI_MODULE_STATUS_FORMAT_H

#include "module/status/view.h"

void mh_format_html(request_rec *r, const mh_view_t *view);
void mh_format_json(request_rec *r, const mh_view_t *view);
void mh_format_metrics(request_rec *r, const mh_view_t *view);
void mh_format_health(request_rec *r, const mh_view_t *view);

/* For html.c: the charts of a part. */
void mh_chart(request_rec *r, const mh_view_part_t *part);
/* The frame of the page, and its style. */
void mh_page_begin(request_rec *r, const char *title, const char *nonce);
void mh_page_end(request_rec *r, const char *nonce);

#endif
