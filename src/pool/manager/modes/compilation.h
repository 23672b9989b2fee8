/*
 * compilation.h - from a script's file to a zygote that has compiled it. Runs
 * in the manager.
 */
#ifndef MEHARI_POOL_MANAGER_MODES_COMPILATION_H
#define MEHARI_POOL_MANAGER_MODES_COMPILATION_H

#include "pool/manager/jobs/request.h"
#include "pool/manager/scripts/script.h"
#include "pool/manager/perl/zygotes.h"

/*
 * Reads the script's first line. NULL, or why the script can only be executed;
 * ours: whether the line names our perl nevertheless.
 */
const char *mh_compile_examine(mh_script_t *script, const mh_request_t *request,
                               bool *ours);
/* True if this request may be run by the perl that the first line has led to.
 */
bool mh_compile_fits(const mh_script_t *script, const mh_request_t *request);
/*
 * Orders a zygote for a script that was examined, with the constant variables
 * of the request, the script's steady ones and its modules. NULL: there is none
 * at present.
 */
mh_zygote_t *mh_compile_start(mh_script_t *script, const mh_request_t *request,
                              mh_wire_mode_e mode);

#endif
