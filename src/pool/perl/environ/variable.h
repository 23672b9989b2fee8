/*
 * variable.h - the view (env_view.h), for functions of libc.
 */
#ifndef MEHARI_POOL_PERL_ENVIRON_VARIABLE_H
#define MEHARI_POOL_PERL_ENVIRON_VARIABLE_H

/* The variable's value; NULL: there is none, or the process has stopped before.
 */
const char *mh_variable_value(const char *name);
/*
 * Lends environ to a function of libc that reads it. The function finds only
 * these variables there (NULL ends them), and each of them counts as read.
 * Returns the value to give back; NULL: the process has stopped, and has an
 * environ of its own.
 */
char **mh_variable_lend(const char *const *names);
void mh_variable_give_back(char **own);

#endif
