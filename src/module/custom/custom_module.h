/*
 * custom_module.h - httpd modules that are written in Perl: their directives,
 * and the settings of these per server and per directory.
 *
 * Made by Apache2::Module::add while the configuration is read, in the parent;
 * gone with pconf. A directive's words are kept in an object of the package:
 * one per server and one per section, made (SERVER_CREATE, DIR_CREATE) by the
 * first directive there and merged (SERVER_MERGE, DIR_MERGE) where httpd merges
 * its own. Objects live as long as the pool that httpd gives.
 */
#ifndef MEHARI_MODULE_CUSTOM_CUSTOM_MODULE_H
#define MEHARI_MODULE_CUSTOM_CUSTOM_MODULE_H

#include "module/common/mehari.h"

/*
 * Makes room for the modules that the configuration may add, because httpd must
 * know their number in advance.
 */
void mh_custom_modules_reserve(apr_pool_t *pconf);

/*
 * Tells httpd the package and its directives, which are a reference to an array
 * of hashes. NULL, or a sentence that says what is wrong with them.
 */
const char *mh_custom_module_add(pTHX_ const char *package, AV *directives);

/* In a worker: notes that httpd's parent has directives of the package. */
void mh_custom_module_note(const char *package);

/*
 * True if the class (a name or an object), or one that it inherits from, has
 * directives.
 */
bool mh_custom_module_has(pTHX_ SV *class);

/*
 * The settings that the directives of the class (a name or an object) have made
 * for the server, or in the vector of a directory when there is one. A mortal,
 * or NULL when no directive has made any.
 */
SV *mh_custom_module_config(pTHX_ SV *class, server_rec *s,
                            ap_conf_vector_t *vector);

#endif
