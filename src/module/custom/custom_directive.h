/*
 * custom_directive.h - the directives of a module that is written in Perl, and
 * the structures they share with custom_module.c; PerlLoadModule.
 */
#ifndef MEHARI_MODULE_CUSTOM_CUSTOM_DIRECTIVE_H
#define MEHARI_MODULE_CUSTOM_CUSTOM_DIRECTIVE_H

#include "module/common/mehari.h"

typedef struct mh_custom_module mh_custom_module_t;

/* One directive: the cmd_data of its row. */
typedef struct {
    mh_custom_module_t *module;
    SV *code; /* the name of a sub, or a reference to one */
    SV *info; /* cmd_data, for $parms->info */
} mh_custom_directive_t;

struct mh_custom_module {
    module record; /* httpd's record: named like the package */
    mh_custom_directive_t *directives;
    int count;
    unsigned generation; /* of the interpreter that has added it */
    mh_custom_module_t *next;
};

/* The part that httpd keeps for a server or a section. */
typedef struct {
    mh_custom_module_t *module;
    SV *object; /* NULL until a directive has said something */
    unsigned generation;
    apr_pool_t *pool;
} mh_custom_config_t;

/* Fills in record.cmds. NULL, or what is wrong with the descriptions. */
const char *mh_custom_directives_make(pTHX_ mh_custom_module_t *m,
                                      AV *descriptions, apr_pool_t *pool);

/* Lets go of what Perl has given. */
void mh_custom_directives_forget(mh_custom_module_t *m);

/*
 * Makes the object of config unless there is one: SERVER_CREATE or DIR_CREATE
 * with the class and $parms. NULL, or Perl's message.
 */
const char *mh_custom_config_make(pTHX_ mh_custom_module_t *m,
                                  mh_custom_config_t *config,
                                  const char *method, SV *parms);

/* cmd_data of a custom directive, or NULL when cmd is not one. */
SV *mh_custom_directive_info(const cmd_parms *cmd);

/* PerlLoadModule: start Perl now and load modules that add directives. */
const char *mh_load_module(cmd_parms *cmd, void *dir, const char *names);

#endif
