/*
 * htaccess.h - mehari's directives that a .htaccess file may have.
 *
 * The author of such a file may not be trusted to run code in httpd. So each of
 * our directives, and each that is written in Perl, asks here first. There is
 * no other way to the rows of directives.c. Configuration is read in httpd's
 * parent; .htaccess files in children, by any thread.
 */
#ifndef MEHARI_MODULE_CONFIG_HTACCESS_H
#define MEHARI_MODULE_CONFIG_HTACCESS_H

#include "module/common/mehari.h"

/*
 * Lines that look like those of a .htaccess file, but come from the server's
 * own code.
 */
void mh_htaccess_trusts(bool (*trusted)(const cmd_parms *cmd));

/*
 * NULL, or why cmd must not be obeyed with that first word (which may be NULL).
 * Always NULL where cmd stands in the server's configuration.
 */
const char *mh_htaccess_refuses(cmd_parms *cmd, const char *word);

/*
 * The directive PerlHtaccess: NULL, or what is wrong with its words. The words
 * after the first are names of code if the first names such a directive.
 */
const char *mh_htaccess_allow(cmd_parms *cmd, int count, char *const words[]);
bool mh_htaccess_names_code(const char *directive);
/* The name in a word of .htaccess, without the + or - in front of it. */
const char *mh_htaccess_name(const char *word);

/*
 * Lets each row ask first. Called once, when the module is loaded. The rows
 * stay at their addresses, because httpd knows them.
 */
void mh_htaccess_guard(command_rec *rows, size_t count);

#endif
