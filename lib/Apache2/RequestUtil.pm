package Apache2::RequestUtil;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::RequestUtil - a request's configuration, handlers and notes

=head1 SYNOPSIS

  use Apache2::RequestUtil ();

  my $limit = $r->dir_config('Limit') // 10;
  $r->pnotes( session => $session );
  $r->push_handlers( PerlCleanupHandler => sub { $session->save } );

=head1 DESCRIPTION

What is worked out from a request and its configuration, and what a request can
be given for its later phases.

=head1 METHODS

These are methods of L<Apache2::RequestRec> objects.

=head2 add_config

  $r->add_config( ['AuthType Basic'] );
  $r->add_config( $lines, $override, $path, $override_options );

Obeys configuration lines for the rest of this request. $lines is a reference
to an array; an element may hold several lines. $override: which directives are
legal, C<:override> constants (default: all that .htaccess may have). $path:
the directory the lines belong to (default: the location that holds here, or
F</>). $override_options: which Options are legal, C<:options> constants. Dies
with httpd's message and the number of the line that is refused. Returns
nothing. Authentication is configured by it in PerlHeaderParserHandler at the
latest.

=head2 as_string

  my $text = $r->as_string;

Request line and headers of the request, an empty line, status line and headers
of the response: for debugging.

=head2 child_terminate

  $r->child_terminate;

This child process ends when the request is over. Dies under a threaded MPM.

=head2 dir_config

  my $value  = $r->dir_config($key);    # string or undef
  my $table  = $r->dir_config;          # APR::Table
  my @values = $r->dir_config->get($key);
  $r->dir_config( $key => $value );

What PerlSetVar and PerlAddVar say here: the directory's, else the server's.
Setting, also through the table, holds for this request; undef takes the key
away.

=head2 document_root

  my $directory = $r->document_root;
  my $before    = $r->document_root($directory);

What DocumentRoot says. What is set holds for this request, and must be set
before the URI is translated. Setting dies under a threaded MPM.

=head2 get_handlers, push_handlers, set_handlers

  my $subs = $r->get_handlers('PerlFixupHandler');
  $r->push_handlers( PerlFixupHandler => \&sub );
  $r->push_handlers( PerlLogHandler => [ \&one, 'My::Two::handler' ] );
  $r->set_handlers( PerlFixupHandler => \&sub );
  $r->set_handlers( PerlFixupHandler => undef );

The handlers of a phase for this request. get_handlers gives a reference to an
array of code references, or undef when there are none; one whose code cannot
be found is there by its name. push adds, set puts in place of what is
configured; undef or an empty array: none. A handler is a code reference, a
name as the directive has it, or a reference to an array of these. push and set
return true. All die when there is no directive of that name, and for phases
that are not a request's (PerlChildInitHandler and the like).

=head2 get_limit_req_body

  my $bytes = $r->get_limit_req_body;    # 0: any number

=head2 get_server_name, get_server_port

  my $name = $r->get_server_name;
  my $port = $r->get_server_port;

For URLs that lead back to this server, as UseCanonicalName wants them.

=head2 is_initial_req

  my $first = $r->is_initial_req;    # boolean

False in a subrequest and after an internal redirect.

=head2 is_perl_option_enabled

  my $on = $r->is_perl_option_enabled('SetupEnv');    # boolean

Whether that one of PerlOptions is on here. Dies when there is none of that
name.

=head2 location

  my $location = $r->location;    # string or undef

The argument of the E<lt>LocationE<gt> section that holds here.

=head2 location_merge

  my $found = $r->location_merge('/admin');    # boolean

Makes the E<lt>LocationE<gt> section of exactly that name hold for this
request.

=head2 new

  my $r = Apache2::RequestRec->new($c);
  my $r = Apache2::RequestRec->new( $c, $pool );

A request that no client sent, for protocol handlers: GET of /, on the
connection $c. It lives in a pool of its own below the connection's, or in
$pool.

=head2 no_cache

  my $before = $r->no_cache(1);    # integer

True: Pragma and Cache-control headers tell everybody not to keep the response.
False takes them away.

=head2 pnotes

  my $hash   = $r->pnotes;                  # reference to the hash
  my $value  = $r->pnotes($key);
  $r->pnotes( $key => $value );             # gives the value

Perl values that handlers leave for one another in this request. The variable
itself is noted, not a copy: when $value is changed later, the note is. All are
let go when the request ends, after its cleanup handlers.

=head2 pnotes_kill

  $r->pnotes_kill;

Lets go of all notes now. Returns nothing.

=head2 psignature

  my $html = $r->psignature("<hr>\n");

What ServerSignature wants under a page, after the prefix; empty when it is
off.

=head2 set_basic_credentials

  $r->set_basic_credentials( $user, $password );

Sets the Authorization header as if the client had sent it.

=head2 slurp_filename

  my $content = $r->slurp_filename;
  my $content = $r->slurp_filename(0);
  print $$content;

A reference to what is in C<< $r->filename >>. Under -T the content is tainted
unless the argument is false. Dies with an L<APR::Error> when the file cannot
be read.

=head1 FUNCTIONS

=head2 get_status_line

  my $line = Apache2::RequestUtil::get_status_line(404);    # "404 Not Found"

=head2 register_auth_provider

  use Apache2::Const -compile => qw(:auth :authn_status :authz_status);

  Apache2::RequestUtil::register_auth_provider(
      Apache2::ServerUtil->server->process->pconf,
      Apache2::Const::AUTHN_PROVIDER_GROUP,
      'staff',
      Apache2::Const::AUTHN_PROVIDER_VERSION,
      \&check_password,
      \&get_realm_hash,
      Apache2::Const::AUTH_INTERNAL_PER_CONF
  );

Makes a provider that C<AuthBasicProvider staff>, C<AuthDigestProvider staff>
or, with AUTHZ_PROVIDER_GROUP and AUTHZ_PROVIDER_VERSION, C<Require staff ...>
can name. Gives 0, or the status with which httpd refused it. It can be called
only while the server starts, and must be before the line that names the
provider: from the code of PerlConfigRequire, PerlLoadModule or
E<lt>PerlE<gt>. Whatever the pool, the provider lasts until the configuration
is read again. One of the same name gets the new callbacks.

A callback is a code reference or the name of a sub; the second may be undef.
For authentication (a provider without the second is no good for
AuthDigestProvider):

  sub check_password {
      my ( $r, $user, $password ) = @_;
      return Apache2::Const::AUTH_USER_NOT_FOUND if !exists $staff{$user};
      return good( $user, $password )
          ? Apache2::Const::AUTH_GRANTED
          : Apache2::Const::AUTH_DENIED;
  }

  sub get_realm_hash {
      my ( $r, $user, $realm, $hash ) = @_;
      $$hash = md5_hex("$user:$realm:$password{$user}");
      return Apache2::Const::AUTH_USER_FOUND;
  }

After AUTH_USER_NOT_FOUND httpd asks the next provider of its list. For
authorization:

  sub check_authorization {
      my ( $r, $arguments ) = @_;    # what is behind Require NAME
      return Apache2::Const::AUTHZ_DENIED_NO_USER if !defined $r->user;
      return Apache2::Const::AUTHZ_GRANTED;
  }

  sub parse_require_line {
      my ( $parms, $arguments ) = @_;    # Apache2::CmdParms
      return $arguments =~ /\S/ ? undef : 'name a group';
  }

check_authorization is asked before there is a user, too:
AUTHZ_DENIED_NO_USER says that one might help, and the client is asked for a
password. parse_require_line sees each line when it is read; what it returns,
unless it is undef or empty, is the error that stops the start.

Returning nothing or undef denies. A callback that dies, exits, returns what is
none of the constants, or says AUTH_USER_FOUND without a hash, is logged and
the client gets 500. PerlAddAuthnProvider and PerlAddAuthzProvider do the same
in the configuration.

=head2 request

  my $r = Apache2::RequestUtil->request;
  my $before = Apache2::RequestUtil->request($r);

The request that is handled now, where PerlOptions +GlobalRequest is on (under
perl-script it is unless it was switched off). Otherwise dies: "Global $r
object is not available. Set: PerlOptions +GlobalRequest in httpd.conf". With
an argument, makes that one the global request.

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::ServerUtil>

=cut
