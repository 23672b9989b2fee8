/*
 * life.h - how the context of a request begins and ends: it joins the request
 * that the client has sent, and PerlCleanupHandler, %ENV and pnotes end with
 * it.
 */
#ifndef MEHARI_MODULE_REQUEST_LIFE_H
#define MEHARI_MODULE_REQUEST_LIFE_H

/* Once, before the first request. */
void mh_life_register(void);

#endif
