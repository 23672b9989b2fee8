/*
 * account.c - see account.h.
 */
#include "module/scoreboard/account.h"

#include <unistd.h>

#include "module/common/role.h"
#include "module/perl/interpreter.h"
#include "module/limit/overtime.h"
#include "module/scoreboard/databases.h"
#include "shared/perl/stack.h"
#include "shared/proc.h"
#include "module/scoreboard/watcher.h"

#define SECOND UINT64_C(1000000000)
/* Time after the page was shown for which memory is measured. */
#define WATCHED (10 * SECOND)

static mh_scoreboard_t board;
static mh_scoreboard_slot_t *slot; /* NULL: nothing is noted */
static unsigned depth;
static uint64_t looked; /* time of the last look at our memory */

static apr_status_t drop(void *data)
{
    mh_scoreboard_unmap(data);
    return APR_SUCCESS;
}

void mh_account_start(apr_pool_t *pconf)
{
    int most = 0;

    ap_mpm_query(AP_MPMQ_HARD_LIMIT_DAEMONS, &most);
    if (!mehari.perl || board.room ||
        !mh_scoreboard_make(&board, most > 0 ? (unsigned)most : 1))
        return;
    apr_pool_cleanup_register(pconf, &board, drop, apr_pool_cleanup_null);
}

void mh_account_inherit(int fd)
{
    mh_scoreboard_map(&board, fd);
    close(fd);
}

const mh_scoreboard_t *mh_account_board(void)
{
    return &board;
}

/* A fork by the process's code must not free the slot when its copy ends. */
static apr_status_t leave(void *data)
{
    mh_watcher_stop();
    if (slot && slot->pid == (uint32_t)getpid())
        mh_scoreboard_leave_slot(slot);
    slot = NULL;
    return APR_SUCCESS;
}

void mh_account_child(apr_pool_t *pool)
{
    if (!board.room)
        return;
    slot = mh_scoreboard_take_slot(&board, getpid());
    if (!slot)
        return;
    slot->perl = mh_stack_perl(mehari.perl);
    apr_pool_cleanup_register(pool, NULL, leave, apr_pool_cleanup_null);
    mh_watcher_start(&board, slot);
}

void mh_account_ready(void)
{
    dTHXa(mehari.perl);

    if (slot)
        mh_databases_note(aTHX_ slot, false);
}

/* The script is the file, if the request is for one; else the handler. */
void mh_account_begin(mh_account_t *account, request_rec *r,
                      const char *handler)
{
    const char *script = handler ? handler : "(pushed code)";

    account->counts = slot && !depth++;
    if (!account->counts)
        return;
    if (r->finfo.filetype == APR_REG && r->filename)
        script = r->filename;
    account->began = mh_scoreboard_now();
    account->script = mh_scoreboard_script(&board, script);
    mh_scoreboard_begin(slot, r->method, r->uri ? r->uri : "", script,
                        account->began);
    mh_overtime_begin();
}

void mh_account_compiled(const char *file, uint64_t took)
{
    if (board.room)
        mh_scoreboard_compiled(mh_scoreboard_script(&board, file), took);
}

/*
 * True if somebody reads the status page, and the last measurement is old
 * enough.
 */
static bool is_time_to_look(uint64_t now)
{
    if (now - board.room->watched > WATCHED || now - looked < SECOND)
        return false;
    looked = now;
    return true;
}

/* The process measures itself: no other may, if it has changed its user. */
static void look_at_ourselves(void)
{
    mh_status_process_t figures;

    if (!mh_proc_look(getpid(), &figures) ||
        figures.memory[0] == MH_STATUS_UNKNOWN)
        return;
    slot->memory[0] = figures.memory[0];
    slot->memory[1] = figures.memory[1];
}

/* The error of a handler without its last newline, or else the status. */
static const char *error_of(request_rec *r, int status)
{
    const char *text = apr_table_get(r->notes, "error-notes");
    size_t length = text ? strlen(text) : 0;

    while (length && text[length - 1] == '\n')
        length--;
    return length ? apr_pstrmemdup(r->pool, text, length)
                  : apr_psprintf(r->pool, "status %d", status);
}

void mh_account_end(const mh_account_t *account, request_rec *r, int status)
{
    bool error = status >= HTTP_INTERNAL_SERVER_ERROR;
    uint64_t now;
    bool look;
    dTHXa(mehari.perl);

    if (depth)
        depth--;
    if (!account->counts || !slot)
        return;
    if (mh_overtime_end() && !mehari.threaded)
        mh_role_end(r);
    now = mh_scoreboard_now();
    mh_scoreboard_count(&board, account->script, now - account->began, error,
                        now);
    mh_scoreboard_end(slot, now);
    look = is_time_to_look(now);
    if (look)
        look_at_ourselves();
    mh_databases_note(aTHX_ slot, look);
    if (!error)
        return;
    mh_scoreboard_error(account->script, error_of(r, status), now);
}
