/*
 * signals.c - see signals.h.
 */
#include "shared/signals.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

void mh_signals_reset(uint64_t ignored)
{
    struct sigaction action = { .sa_handler = SIG_DFL };
    sigset_t none;

    for (int number = 1; number < NSIG; number++) {
        bool ignore = number <= 64 && ignored >> (number - 1) & 1;

        action.sa_handler = ignore ? SIG_IGN : SIG_DFL;
        sigaction(number, &action, NULL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}
