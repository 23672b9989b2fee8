/*
 * own_thread.h - threads of this module, beside those of httpd. Runs in httpd's
 * children and in workers.
 */
#ifndef MEHARI_MODULE_COMMON_OWN_THREAD_H
#define MEHARI_MODULE_COMMON_OWN_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/*
 * Starts a thread with a small stack (256 KiB), in which all signals are
 * blocked: they are for httpd's own threads. False: the system gives none.
 */
bool mh_own_thread_start(pthread_t *thread, void *(*run)(void *));

#endif
