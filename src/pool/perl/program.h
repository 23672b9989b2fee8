/*
 * program.h - Perl processes in which a script runs exactly once, as the main
 * program, and finds everything as in a new perl.
 *
 * Three kinds of processes, each a fork of the one before:
 *
 *   base    has started Perl as `perl [switch] script` would, and has loaded
 *           the pool's modules, hidden; one per switch and start-up
 *           environment. It stands inside perl_parse(), where perl is about
 *           to read the first byte of the script.
 *   zygote  belongs to one script. It has compiled and run the script up to
 *           the script's first look: there it stands, and has nothing of a
 *           request (guard.h). Unshared: it stands where the base stands.
 *   template  makes a run for each request; the run goes on where the zygote
 *           stands. Or it is itself the run for one request (template.h).
 *
 * The manager (src/pool) executes the base (start.h) and speaks to each over a
 * SOCK_SEQPACKET channel (shared/wire/channel.h). The messages:
 *
 *   manager -> base     FORK id {SCRIPT, MODE, ENVIRON, ASKED, VARIES};
 *                       ENVIRON: what is constant for the script
 *                       + fd: the zygote's end of a new channel
 *   manager -> zygote   FORK id [TRACKER]
 *                       + fd: the template's end of a new channel
 *   base, zygote -> manager
 *                       FORK id {PID} | {PID 0, TEXT}: there is no process
 *                       DONE {PID, STATUS}: a forked process has ended
 *   base -> manager     READY {TEXT, ABOUT, MEMORY} when it takes orders; or
 *                       FAILED {OUTPUT}: perl did not come to the script, so
 *                       perl itself must be executed
 *   zygote -> manager   DEPENDS {FILES}, then one of
 *                       READY {PERL, STAMP, TEXT, ABOUT, COST}: STAMP is of
 *                       the script as it was opened; ABOUT names its first
 *                       look, if there is one. Later READY {MEMORY, TEXT}: the
 *                       zygote's templates make runs; TEXT: why by fork
 *                       FAILED {OUTPUT}: the script does not compile
 *                       FAILED {TEXT}: nothing of it may be shared
 *   manager -> template REQUEST + fds 0, 1, 2 [, memory file with ENVIRON]
 *   run -> manager      datagrams to the address in report:
 *                       DONE {STATUS [, COST] [, ASKED]}: only a template
 *                       that is its own run sends its cost. Another template's
 *                       run that ends with status 0, and has asked for no file
 *                       of the site, makes a note instead (shared/ledger.h), at
 *                       the place that REQUEST's NOTE gives,
 *                       FAILED {VARIES}: the compiled code is not for this
 *                       request, which is executed instead; VARIES names the
 *                       variable that compile-time code saw with another value
 *                       (not the date)
 *
 * PERL is the address of the interpreter, the same in all processes below the
 * zygote. TEXT of READY names, one line each, what could not be loaded ahead
 * and why; ABOUT of a base names modules of the list of common modules. When
 * the manager closes its end of a channel (or its writing side: then DONE still
 * arrives), that process takes no more orders, and ends when the processes
 * below it have ended. If the manager itself has gone, it ends them, TERM
 * first. A run whose channel ends before a request came just ends.
 */
#ifndef MEHARI_POOL_PERL_PROGRAM_H
#define MEHARI_POOL_PERL_PROGRAM_H

#include "shared/ledger.h"
#include "shared/pool_settings.h"
#include "pool/rollback/rollback.h"
#include "pool/common/hear.h"
#include "shared/wire/wire.h"

typedef struct mh_perl_start_t {
    pid_t manager; /* the process that makes it */
    int control;   /* the base's end of its channel */
    /* Of these, perl is the interpreter as #! names it, environ is complete,
     * and the ignored signals are a request's. */
    mh_pool_settings_t pool;
    const char *switch_word; /* the word after the interpreter; NULL: none */
    /*
     * NULL: a base. Else this process is base and zygote of this one script at
     * once: for switches with which perl must have the script's name, or its
     * argument words, before it reads the script.
     */
    const char *script;
    mh_wire_mode_e mode;             /* with script */
    mh_wire_field_t files;           /* with script only: ASKED of FORK */
    mh_wire_field_t varies;          /* and VARIES */
    const mh_hear_address_t *report; /* the manager's datagram socket */
    int ledger_fd;                   /* of the manager; -1: there is none */
    mh_ledger_entry_t *ledger;       /* NULL: every end is reported */
    mh_tracker_e tracker;            /* of templates */
    bool check_memory;               /* compare all memory after each run */
    mh_wire_modules_e modules;       /* to load: a base of its own for each */
} mh_perl_start_t;

/*
 * Makes a base of a process that was just executed (start.h). Closes every
 * descriptor but start->control, resets signals, makes a process group of its
 * own; user, limits, umask and priority stay.
 */
_Noreturn void mh_perl_base(const mh_perl_start_t *start);

#endif
