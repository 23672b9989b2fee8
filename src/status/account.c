/*
 * account.c - see account.h.
 */
#include "status/account.h"

#include <unistd.h>

#include "../perl/interpreter.h"
#include "../request/handler.h"
#include "../request/hook.h"
#include "limit/overtime.h"
#include "limit/process.h"
#include "status/databases.h"
#include "status/process.h"
#include "status/watcher.h"

#define SECOND UINT64_C(1000000000)
/* So long after somebody has looked he may look again. */
#define WATCHED (10 * SECOND)

static mh_board_t board;
static mh_board_seat_t *seat; /* NULL: nothing is noted */
static unsigned depth;
static uint64_t looked; /* at our memory */

static apr_status_t drop(void *data)
{
    mh_board_unmap(data);
    return APR_SUCCESS;
}

void mh_account_start(apr_pool_t *pconf)
{
    int most = 0;

    ap_mpm_query(AP_MPMQ_HARD_LIMIT_DAEMONS, &most);
    if (!mehari.perl || board.room ||
        !mh_board_make(&board, most > 0 ? (unsigned)most : 1))
        return;
    apr_pool_cleanup_register(pconf, &board, drop, apr_pool_cleanup_null);
}

void mh_account_inherit(int fd)
{
    mh_board_map(&board, fd);
    close(fd);
}

const mh_board_t *mh_account_board(void)
{
    return &board;
}

/* Not where code of the process's has forked, and its copy ends. */
static apr_status_t leave(void *data)
{
    (void)data;
    mh_watcher_stop();
    if (seat && seat->pid == (uint32_t)getpid())
        mh_board_leave(seat);
    seat = NULL;
    return APR_SUCCESS;
}

void mh_account_child(apr_pool_t *pool)
{
    if (!board.room)
        return;
    seat = mh_board_sit(&board, getpid());
    if (!seat)
        return;
    seat->perl = (uint64_t)(uintptr_t)mehari.perl;
    apr_pool_cleanup_register(pool, NULL, leave, apr_pool_cleanup_null);
    mh_watcher_start(&board, seat);
}

void mh_account_ready(void)
{
    dTHXa(mehari.perl);

    if (seat)
        mh_databases_note(aTHX_ seat, false);
}

/* The file, where the request is for one; else the handler. */
static const char *script_of(request_rec *r)
{
    const apr_array_header_t *list;
    const char *name = NULL;

    if (r->finfo.filetype == APR_REG && r->filename)
        return r->filename;
    list = mh_handlers_of_request(r, MH_HOOK_RESPONSE);
    if (list && list->nelts)
        name = APR_ARRAY_IDX(list, 0, mh_handler_t *)->name;
    return name ? name : "(pushed code)";
}

void mh_account_begin(mh_account_t *account, request_rec *r)
{
    const char *script;

    account->counts = seat && !depth++;
    if (!account->counts)
        return;
    script = script_of(r);
    account->began = mh_board_now();
    account->script = mh_board_script(&board, script);
    mh_board_begin(seat, r->method, r->uri ? r->uri : "", script,
                   account->began);
    mh_overtime_begin();
}

void mh_account_compiled(const char *file, uint64_t took)
{
    if (board.room)
        mh_board_compiled(mh_board_script(&board, file), took);
}

/* Somebody reads the page, and it is long enough ago. */
static bool is_time_to_look(uint64_t now)
{
    if (now - board.room->watched > WATCHED || now - looked < SECOND)
        return false;
    looked = now;
    return true;
}

/* Only the process itself may, where it has changed its user. */
static void look_at_ourselves(void)
{
    mh_status_process_t figures;

    if (!mh_process_look(getpid(), &figures) ||
        figures.memory[0] == MH_STATUS_UNKNOWN)
        return;
    seat->memory[0] = figures.memory[0];
    seat->memory[1] = figures.memory[1];
}

void mh_account_end(const mh_account_t *account, request_rec *r, int status)
{
    bool error = status >= HTTP_INTERNAL_SERVER_ERROR;
    const char *text;
    uint64_t now;
    bool look;
    dTHXa(mehari.perl);

    if (depth)
        depth--;
    if (!account->counts || !seat)
        return;
    if (mh_overtime_end() && !mehari.threaded)
        mh_process_end(r);
    now = mh_board_now();
    mh_board_count(&board, account->script, now - account->began, error, now);
    mh_board_end(seat, now);
    look = is_time_to_look(now);
    if (look)
        look_at_ourselves();
    mh_databases_note(aTHX_ seat, look);
    if (!error)
        return;
    text = apr_table_get(r->notes, "error-notes");
    mh_board_error(account->script,
                   text ? text : apr_psprintf(r->pool, "status %d", status),
                   now);
}
