/*
 * answer.c - see answer.h.
 */
#include "module/worker/answer.h"

#include "module/worker/fields.h"
#include "module/common/role.h"

static mh_answer_t noted;

void mh_answer_fields(mh_pack_t *pack, mh_answer_t *answer, request_rec *r,
                      bool has_head)
{
    mh_pack_int(pack, &answer->status);
    mh_pack_int(pack, &answer->ended);
    mh_pack_int(pack, &answer->redirect);
    mh_pack_text(pack, &answer->uri);
    mh_pack_int(pack, &answer->breaks);
    mh_pack_int(pack, &answer->closes);
    mh_pack_int(pack, &answer->lasts);
    mh_pack_int(pack, &answer->keeps);
    if (!answer->customs)
        answer->customs = apr_table_make(pack->pool, 1);
    mh_pack_table(pack, answer->customs);
    if (!has_head)
        mh_fields_response(pack, r);
    mh_fields_remains(pack, r);
}

bool mh_answer_redirect(request_rec *r, mh_redirect_e how, const char *uri)
{
    if (!mh_role_is_worker())
        return false;
    noted.redirect = (int)how;
    noted.uri = apr_pstrdup(r->pool, uri);
    return true;
}

void mh_answer_custom(request_rec *r, int status, const char *text)
{
    if (!mh_role_is_worker())
        return;
    if (!noted.customs)
        noted.customs = apr_table_make(r->pool, 1);
    apr_table_set(noted.customs, apr_itoa(r->pool, status), text);
}

void mh_answer_break(void)
{
    noted.breaks = true;
}

mh_answer_t mh_answer_take(int status)
{
    mh_answer_t answer = noted;

    answer.status = status;
    memset(&noted, 0, sizeof(noted));
    return answer;
}
