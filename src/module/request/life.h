/*
 * life.h - the begin and end of a request's context. It joins the context of
 * the request that the client has sent; PerlCleanupHandler, %ENV and pnotes end
 * with the context.
 */
#ifndef MEHARI_MODULE_REQUEST_LIFE_H
#define MEHARI_MODULE_REQUEST_LIFE_H

/* Once, before the first request. */
void mh_life_register(void);

#endif
