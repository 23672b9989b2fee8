/*
 * dir_context.h - the per-directory configuration of Perl for a request: the
 * part of mh_dir_config_t that a worker needs.
 *
 * A configuration has a limited number of dir contexts. A worker keeps all that
 * it has seen, with their handlers resolved.
 */
#ifndef MEHARI_MODULE_WORKER_DIR_CONTEXT_H
#define MEHARI_MODULE_WORKER_DIR_CONTEXT_H

#include "module/config/config.h"
#include "module/worker/pack.h"

/* httpd: writes the dir context of r. */
void mh_dir_context_write(mh_pack_t *pack, request_rec *r);

/*
 * Worker: the structure, which lives on; NULL if the packed data is malformed.
 * The variables of a virtual host come with each of its requests, and so only
 * to pools that it uses: s gets them.
 */
mh_dir_config_t *mh_dir_context_read(mh_pack_t *pack, server_rec *s);

#endif
