package Apache2::Const;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

use ModPerl::Const ();

our @ISA = qw(ModPerl::Const);

1;

__END__

=head1 NAME

Apache2::Const - the constants of httpd

=head1 SYNOPSIS

    use Apache2::Const -compile => qw(:common HTTP_CREATED);

    return Apache2::Const::OK;

    use Apache2::Const qw(OK DECLINED);

    return DECLINED;

=head1 DESCRIPTION

Name the constants that you want, and groups with a colon before them. After
C<-compile> they are defined as subs of this package; without it they are also
exported to your package. You get C<:common> if you name none. A name may have
an ampersand before it.

A name or group that does not exist throws, with the name and the module.

=head2 What a handler returns

=over

=item C<OK>

The handler has done its work. In the phases for translation, storage,
authentication, authorization and types, and in the response phase, no other
handler of the phase runs. In all others the next one runs.

=item C<DECLINED>

The request is not for this handler: httpd asks the next one. If all response
handlers decline, httpd's own serves the file.

=item C<DONE>

The request is finished: httpd goes on with the log phase at once. Use it after
you have sent a whole response in an early phase.

=item an HTTP status, for example C<FORBIDDEN> or C<HTTP_NOT_FOUND>

The request ends with the error page of that status, or with a redirect.

=back

A response handler that sends a page with another status than 200 sets
C<< $r->status >> and returns C<OK>.

    return Apache2::Const::DECLINED if $r->uri !~ m{\A/shop/};
    $r->status(Apache2::Const::HTTP_CREATED);
    $r->print("created\n");
    return Apache2::Const::OK;

=head1 GROUPS

=head2 :auth

L<Apache2::RequestUtil/register_auth_provider> takes these.

AUTHN_PROVIDER_GROUP AUTHZ_PROVIDER_GROUP AUTHN_PROVIDER_VERSION
AUTHZ_PROVIDER_VERSION AUTHN_DEFAULT_PROVIDER AUTHN_PROVIDER_NAME_NOTE
AUTHZ_PROVIDER_NAME_NOTE AUTHN_PREFIX AUTHZ_PREFIX AUTH_INTERNAL_PER_URI
AUTH_INTERNAL_PER_CONF AUTH_INTERNAL_MASK

=head2 :authn_status

A provider of passwords returns one of these.

AUTH_DENIED AUTH_GRANTED AUTH_USER_FOUND AUTH_USER_NOT_FOUND
AUTH_GENERAL_ERROR

=head2 :authz_status

A provider of permissions returns one of these.

AUTHZ_DENIED AUTHZ_GRANTED AUTHZ_NEUTRAL AUTHZ_GENERAL_ERROR
AUTHZ_DENIED_NO_USER

=head2 :cmd_how

These say which arguments a directive takes: see L<Apache2::Module/add>.

RAW_ARGS TAKE1 TAKE2 ITERATE ITERATE2 FLAG NO_ARGS TAKE12 TAKE3 TAKE23
TAKE123 TAKE13 TAKE_ARGV

=head2 :common

Most handlers need no more than these. See L</What a handler returns>.

OK DECLINED DONE NOT_FOUND FORBIDDEN AUTH_REQUIRED SERVER_ERROR REDIRECT

=head2 :config

The sub of a directive returns it to leave the directive to other modules.

DECLINE_CMD

=head2 :conn_keepalive

L<Apache2::Connection/keepalive> reads and sets one of these.

CONN_UNKNOWN CONN_CLOSE CONN_KEEPALIVE

=head2 :context

L<Apache2::CmdParms/check_cmd_context> takes these, joined with C<|>.

NOT_IN_VIRTUALHOST NOT_IN_LIMIT NOT_IN_DIRECTORY NOT_IN_LOCATION
NOT_IN_FILES NOT_IN_HTACCESS NOT_IN_DIR_LOC_FILE GLOBAL_ONLY

=head2 :filter_type

httpd orders filters by these types.

FTYPE_RESOURCE FTYPE_CONTENT_SET FTYPE_PROTOCOL FTYPE_TRANSCODE
FTYPE_CONNECTION FTYPE_NETWORK

=head2 :http

These are the HTTP statuses, for L<Apache2::RequestRec/status> and as return
values of handlers.

HTTP_CONTINUE HTTP_SWITCHING_PROTOCOLS HTTP_PROCESSING HTTP_OK HTTP_CREATED
HTTP_ACCEPTED HTTP_NON_AUTHORITATIVE HTTP_NO_CONTENT HTTP_RESET_CONTENT
HTTP_PARTIAL_CONTENT HTTP_MULTI_STATUS HTTP_ALREADY_REPORTED HTTP_IM_USED
HTTP_MULTIPLE_CHOICES HTTP_MOVED_PERMANENTLY HTTP_MOVED_TEMPORARILY
HTTP_SEE_OTHER HTTP_NOT_MODIFIED HTTP_USE_PROXY HTTP_TEMPORARY_REDIRECT
HTTP_PERMANENT_REDIRECT HTTP_BAD_REQUEST HTTP_UNAUTHORIZED
HTTP_PAYMENT_REQUIRED HTTP_FORBIDDEN HTTP_NOT_FOUND HTTP_METHOD_NOT_ALLOWED
HTTP_NOT_ACCEPTABLE HTTP_PROXY_AUTHENTICATION_REQUIRED HTTP_REQUEST_TIME_OUT
HTTP_CONFLICT HTTP_GONE HTTP_LENGTH_REQUIRED HTTP_PRECONDITION_FAILED
HTTP_REQUEST_ENTITY_TOO_LARGE HTTP_REQUEST_URI_TOO_LARGE
HTTP_UNSUPPORTED_MEDIA_TYPE HTTP_RANGE_NOT_SATISFIABLE
HTTP_EXPECTATION_FAILED HTTP_UNPROCESSABLE_ENTITY HTTP_LOCKED
HTTP_FAILED_DEPENDENCY HTTP_UPGRADE_REQUIRED HTTP_PRECONDITION_REQUIRED
HTTP_TOO_MANY_REQUESTS HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE
HTTP_INTERNAL_SERVER_ERROR HTTP_NOT_IMPLEMENTED HTTP_BAD_GATEWAY
HTTP_SERVICE_UNAVAILABLE HTTP_GATEWAY_TIME_OUT HTTP_VARIANT_ALSO_VARIES
HTTP_INSUFFICIENT_STORAGE HTTP_LOOP_DETECTED HTTP_NOT_EXTENDED
HTTP_NETWORK_AUTHENTICATION_REQUIRED

=head2 :input_mode

L<Apache2::Filter/get_brigade> and input filters take one of these.

MODE_READBYTES MODE_GETLINE MODE_EATCRLF MODE_SPECULATIVE MODE_EXHAUSTIVE
MODE_INIT

=head2 :log

These are the levels for L<Apache2::Log/log_rerror> and
L<Apache2::ServerUtil/loglevel>.

LOG_EMERG LOG_ALERT LOG_CRIT LOG_ERR LOG_WARNING LOG_NOTICE LOG_INFO
LOG_DEBUG LOG_TRACE1 LOG_TRACE2 LOG_TRACE3 LOG_TRACE4 LOG_TRACE5 LOG_TRACE6
LOG_TRACE7 LOG_TRACE8 LOG_LEVELMASK LOG_TOCLIENT LOG_STARTUP LOG_NO_MODULE
LOG_MODULE_INDEX

=head2 :methods

These are the numbers of request methods, for
L<Apache2::RequestRec/method_number>.

M_GET M_PUT M_POST M_DELETE M_CONNECT M_OPTIONS M_TRACE M_PATCH M_PROPFIND
M_PROPPATCH M_MKCOL M_COPY M_MOVE M_LOCK M_UNLOCK M_VERSION_CONTROL
M_CHECKOUT M_UNCHECKOUT M_CHECKIN M_UPDATE M_LABEL M_REPORT M_MKWORKSPACE
M_MKACTIVITY M_BASELINE_CONTROL M_MERGE M_INVALID METHODS

=head2 :mpmq

L<Apache2::MPM/query> takes one of these.

MPMQ_NOT_SUPPORTED MPMQ_STATIC MPMQ_DYNAMIC MPMQ_STARTING MPMQ_RUNNING
MPMQ_STOPPING MPMQ_MAX_DAEMON_USED MPMQ_IS_THREADED MPMQ_IS_FORKED
MPMQ_HARD_LIMIT_DAEMONS MPMQ_HARD_LIMIT_THREADS MPMQ_MAX_THREADS
MPMQ_MIN_SPARE_DAEMONS MPMQ_MIN_SPARE_THREADS MPMQ_MAX_SPARE_DAEMONS
MPMQ_MAX_SPARE_THREADS MPMQ_MAX_REQUESTS_DAEMON MPMQ_MAX_DAEMONS
MPMQ_MPM_STATE MPMQ_IS_ASYNC MPMQ_GENERATION MPMQ_HAS_SERF

=head2 :options

These are the bits of Options, for L<Apache2::Access/allow_options>.

OPT_NONE OPT_INDEXES OPT_INCLUDES OPT_SYM_LINKS OPT_EXECCGI OPT_UNSET
OPT_INC_WITH_EXEC OPT_SYM_OWNER OPT_MULTI OPT_ALL

=head2 :override

These are the bits of AllowOverride, for L<Apache2::Access/allow_overrides>
and L<Apache2::Module/add>.

OR_NONE OR_LIMIT OR_OPTIONS OR_FILEINFO OR_AUTHCFG OR_INDEXES OR_UNSET
ACCESS_CONF RSRC_CONF EXEC_ON_READ OR_ALL

=head2 :platform

These are the line ends of this platform and of network protocols.

LF CR CRLF CRLF_ASCII

=head2 :proxy

L<Apache2::RequestRec/proxyreq> reads and sets one of these.

PROXYREQ_NONE PROXYREQ_PROXY PROXYREQ_REVERSE PROXYREQ_RESPONSE

=head2 :remotehost

L<Apache2::Connection/get_remote_host> takes one of these.

REMOTE_HOST REMOTE_NAME REMOTE_NOLOOKUP REMOTE_DOUBLE_REV

=head2 :satisfy

L<Apache2::Access/satisfies> returns one of these.

SATISFY_ALL SATISFY_ANY SATISFY_NOSPEC

=head2 :types

This is the content type that httpd gives to directories.

DIR_MAGIC_TYPE

=head1 SEE ALSO

L<APR::Const>, L<ModPerl::Const>

=cut
