/*
 * place.h - what the configuration says about Perl where a request is: the
 * part of mh_dir_config_t that a worker needs.
 *
 * There are as many as there are places in the configuration, and a worker
 * keeps each that it has met, with its handlers resolved.
 */
#ifndef MEHARI_WORKER_PLACE_H
#define MEHARI_WORKER_PLACE_H

#include "../config/config.h"
#include "worker/pack.h"

/*
 * httpd: writes that of r. NULL, or why it cannot travel: a handler that was
 * pushed as code is no name.
 */
const char *mh_place_write(mh_pack_t *pack, request_rec *r);

/*
 * Worker: the structure, which lives on; NULL: it made no sense. The variables
 * of a virtual host come with each of its requests, and so only to pools that
 * it uses: s gets them.
 */
mh_dir_config_t *mh_place_read(mh_pack_t *pack, server_rec *s);

#endif
