package Apache2::Const;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use ModPerl::Const    ();

our @ISA = qw(ModPerl::Const);

*compile = \&ModPerl::Const::compile;

1;

__END__

=head1 NAME

Apache2::Const - constants of httpd: OK, DECLINED, HTTP statuses and others

=head1 SYNOPSIS

    use Apache2::Const -compile => qw(:common HTTP_CREATED);

    return Apache2::Const::OK;

    use Apache2::Const qw(OK DECLINED);

    return DECLINED;

=head1 DESCRIPTION

List the constants that you need. A name with a colon in front is a group.
After C<-compile>, the constants are subs of this package. Without it, they
are also exported to your package. If you list none, you get C<:common>. An
C<&> in front of a name is allowed.

C<use> dies if a constant or group does not exist.

=head2 Return values of handlers

=over

=item C<OK>

The handler was successful. In PerlTransHandler, PerlMapToStorageHandler,
PerlAuthenHandler, PerlAuthzHandler, PerlTypeHandler, PerlResponseHandler and
PerlProcessConnectionHandler, no other handler of the phase runs. In the other
phases the next handler runs.

=item C<DECLINED>

The handler does not handle this request, and httpd asks the next one. If all
response handlers decline, httpd serves the file.

=item C<DONE>

The request is complete, and httpd continues with the log phase. Return it
after you have sent a whole response in an early phase.

=item an HTTP status, for example C<FORBIDDEN> or C<HTTP_NOT_FOUND>

httpd ends the request with the error page for this status, or with a
redirect.

=back

A response handler that sends its own page with another status than 200 sets
C<< $r->status >> and returns C<OK>:

    return Apache2::Const::DECLINED if $r->uri !~ m{\A/shop/};
    $r->status(Apache2::Const::HTTP_CREATED);
    $r->print("created\n");
    return Apache2::Const::OK;

=head1 GROUPS

=head2 :auth

These constants are for L<Apache2::RequestUtil/register_auth_provider>.

AUTHN_PROVIDER_GROUP AUTHZ_PROVIDER_GROUP AUTHN_PROVIDER_VERSION
AUTHZ_PROVIDER_VERSION AUTHN_DEFAULT_PROVIDER AUTHN_PROVIDER_NAME_NOTE
AUTHZ_PROVIDER_NAME_NOTE AUTHN_PREFIX AUTHZ_PREFIX AUTH_INTERNAL_PER_URI
AUTH_INTERNAL_PER_CONF AUTH_INTERNAL_MASK

=head2 :authn_status

A provider of passwords returns one of these constants.

AUTH_DENIED AUTH_GRANTED AUTH_USER_FOUND AUTH_USER_NOT_FOUND
AUTH_GENERAL_ERROR

=head2 :authz_status

A provider of permissions returns one of these constants.

AUTHZ_DENIED AUTHZ_GRANTED AUTHZ_NEUTRAL AUTHZ_GENERAL_ERROR
AUTHZ_DENIED_NO_USER

=head2 :cmd_how

These constants are the kinds of arguments of a directive: see
L<Apache2::Module/add>.

RAW_ARGS TAKE1 TAKE2 ITERATE ITERATE2 FLAG NO_ARGS TAKE12 TAKE3 TAKE23
TAKE123 TAKE13 TAKE_ARGV

=head2 :common

Most handlers need only these constants. See L</Return values of handlers>.

OK DECLINED DONE NOT_FOUND FORBIDDEN AUTH_REQUIRED SERVER_ERROR REDIRECT

=head2 :config

The sub of a directive returns this constant to leave the directive to another
module.

DECLINE_CMD

=head2 :conn_keepalive

These constants are the values of L<Apache2::Connection/keepalive>.

CONN_UNKNOWN CONN_CLOSE CONN_KEEPALIVE

=head2 :context

These bits are for L<Apache2::CmdParms/check_cmd_context>. Join them with
C<|>.

NOT_IN_VIRTUALHOST NOT_IN_LIMIT NOT_IN_DIRECTORY NOT_IN_LOCATION
NOT_IN_FILES NOT_IN_HTACCESS NOT_IN_DIR_LOC_FILE GLOBAL_ONLY

=head2 :filter_type

These constants are the types of filters. httpd sorts a chain by them.

FTYPE_RESOURCE FTYPE_CONTENT_SET FTYPE_PROTOCOL FTYPE_TRANSCODE
FTYPE_CONNECTION FTYPE_NETWORK

=head2 :http

These constants are the HTTP statuses (RFC 9110), for
L<Apache2::RequestRec/status> and for handlers to return.

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

These constants are the modes of L<Apache2::Filter/get_brigade> and of input
filters.

MODE_READBYTES MODE_GETLINE MODE_EATCRLF MODE_SPECULATIVE MODE_EXHAUSTIVE
MODE_INIT

=head2 :log

These constants are the levels of the error log, for
L<Apache2::Log/log_rerror> and L<Apache2::ServerUtil/loglevel>.

LOG_EMERG LOG_ALERT LOG_CRIT LOG_ERR LOG_WARNING LOG_NOTICE LOG_INFO
LOG_DEBUG LOG_TRACE1 LOG_TRACE2 LOG_TRACE3 LOG_TRACE4 LOG_TRACE5 LOG_TRACE6
LOG_TRACE7 LOG_TRACE8 LOG_LEVELMASK LOG_TOCLIENT LOG_STARTUP LOG_NO_MODULE
LOG_MODULE_INDEX

=head2 :methods

These constants are the numbers of HTTP methods, for
L<Apache2::RequestRec/method_number>.

M_GET M_PUT M_POST M_DELETE M_CONNECT M_OPTIONS M_TRACE M_PATCH M_PROPFIND
M_PROPPATCH M_MKCOL M_COPY M_MOVE M_LOCK M_UNLOCK M_VERSION_CONTROL
M_CHECKOUT M_UNCHECKOUT M_CHECKIN M_UPDATE M_LABEL M_REPORT M_MKWORKSPACE
M_MKACTIVITY M_BASELINE_CONTROL M_MERGE M_INVALID METHODS

=head2 :mpmq

These constants are the properties for L<Apache2::MPM/query>, and some of its
results.

MPMQ_NOT_SUPPORTED MPMQ_STATIC MPMQ_DYNAMIC MPMQ_STARTING MPMQ_RUNNING
MPMQ_STOPPING MPMQ_MAX_DAEMON_USED MPMQ_IS_THREADED MPMQ_IS_FORKED
MPMQ_HARD_LIMIT_DAEMONS MPMQ_HARD_LIMIT_THREADS MPMQ_MAX_THREADS
MPMQ_MIN_SPARE_DAEMONS MPMQ_MIN_SPARE_THREADS MPMQ_MAX_SPARE_DAEMONS
MPMQ_MAX_SPARE_THREADS MPMQ_MAX_REQUESTS_DAEMON MPMQ_MAX_DAEMONS
MPMQ_MPM_STATE MPMQ_IS_ASYNC MPMQ_GENERATION MPMQ_HAS_SERF

=head2 :options

These constants are the bits of the directive Options, for
L<Apache2::Access/allow_options>.

OPT_NONE OPT_INDEXES OPT_INCLUDES OPT_SYM_LINKS OPT_EXECCGI OPT_UNSET
OPT_INC_WITH_EXEC OPT_SYM_OWNER OPT_MULTI OPT_ALL

=head2 :override

These constants are the bits of AllowOverride, for
L<Apache2::Access/allow_overrides> and L<Apache2::Module/add>.

OR_NONE OR_LIMIT OR_OPTIONS OR_FILEINFO OR_AUTHCFG OR_INDEXES OR_UNSET
ACCESS_CONF RSRC_CONF EXEC_ON_READ OR_ALL

=head2 :platform

These constants are line ends: LF and CR as characters, CRLF as this platform
writes it, and CRLF_ASCII for network protocols.

LF CR CRLF CRLF_ASCII

=head2 :proxy

These constants are the values of L<Apache2::RequestRec/proxyreq>.

PROXYREQ_NONE PROXYREQ_PROXY PROXYREQ_REVERSE PROXYREQ_RESPONSE

=head2 :remotehost

These constants are the types for L<Apache2::Connection/get_remote_host>.

REMOTE_HOST REMOTE_NAME REMOTE_NOLOOKUP REMOTE_DOUBLE_REV

=head2 :satisfy

These constants are the values of L<Apache2::Access/satisfies>.

SATISFY_ALL SATISFY_ANY SATISFY_NOSPEC

=head2 :types

This constant is the content type that httpd gives to directories.

DIR_MAGIC_TYPE

=head1 SEE ALSO

L<APR::Const>, L<ModPerl::Const>

=cut
