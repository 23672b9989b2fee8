/*
 * response.h - SetHandler modperl and SetHandler perl-script.
 */
#ifndef MEHARI_REQUEST_RESPONSE_H
#define MEHARI_REQUEST_RESPONSE_H

/* Take httpd's handler hook. Called once, when the module is registered. */
void mh_response_register(void);

#endif
