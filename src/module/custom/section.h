/*
 * section.h - Perl code and POD in httpd's configuration.
 *
 * `<Perl>` is read while the tree of directives is built, and becomes a `Perl`
 * directive, which runs when the tree is walked. So a section inside
 * <VirtualHost> knows its server. Parent only, while the configuration is read;
 * never in .htaccess. All strings are from cmd->pool.
 */
#ifndef MEHARI_MODULE_CUSTOM_SECTION_H
#define MEHARI_MODULE_CUSTOM_SECTION_H

#include "module/common/mehari.h"

/* `<Perl>`: reads to `</Perl>`. httpd wants the new node in tree. */
const char *mh_section_read(cmd_parms *cmd, void *tree, const char *text);

/* `Perl`: run the code, then the handler of the section that it was in. */
const char *mh_section_run(cmd_parms *cmd, void *dir, const char *code);

/* `=pod` and `=back`: skip to `=cut`, or to an `=over` that is for httpd. */
const char *mh_section_pod(cmd_parms *cmd, void *tree, const char *args);
const char *mh_section_cut(cmd_parms *cmd, void *tree, const char *args);

/* `__END__`: the rest of the file is no configuration. */
const char *mh_section_end(cmd_parms *cmd, void *tree, const char *args);

#endif
