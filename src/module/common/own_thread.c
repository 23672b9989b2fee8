/*
 * own_thread.c - see own_thread.h.
 */
#include "module/common/own_thread.h"

#include <signal.h>

#define STACK (256 * 1024)

bool mh_own_thread_start(pthread_t *thread, void *(*run)(void *))
{
    pthread_attr_t attributes;
    sigset_t all;
    sigset_t before;
    bool made;

    if (pthread_attr_init(&attributes))
        return false;
    sigfillset(&all);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    made = !pthread_create(thread, &attributes, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return made;
}
