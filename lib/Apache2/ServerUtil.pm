package Apache2::ServerUtil;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::ServerUtil - a server's configuration and handlers, and what httpd
knows about itself

=head1 SYNOPSIS

  use Apache2::ServerUtil ();

  my $s = Apache2::ServerUtil->server;
  $s->push_handlers( PerlChildInitHandler => \&My::connect );
  my $file = Apache2::ServerUtil::server_root_relative( $s->process->pconf,
      'conf/app.yaml' );

=head1 DESCRIPTION

Mostly for code that runs while the server starts: in PerlRequire files,
PerlPostConfigRequire files, PerlPostConfigHandler. What can be called only
there says so, and dies elsewhere.

=head1 METHODS OF A SERVER

These are methods of L<Apache2::ServerRec> objects.

=head2 add_config

  $s->add_config( [ 'Listen 127.0.0.1:8081', '<Location /x>', ... ] );

Obeys configuration lines for this server: what may stand outside of
containers, except what needs AllowOverride AuthConfig or Limit. The argument
is a reference to an array; an element may hold several lines. Dies with
httpd's message and the number of the line that is refused. Returns nothing. At
start-up only; see L<Apache2::RequestUtil/add_config> for a request's own.

=head2 add_version_component

  $s->add_version_component('MyApp/1.0');

Adds a word to the Server header, where ServerTokens shows it. At start-up
only.

=head2 dir_config

  my $table = $s->dir_config;         # APR::Table
  my $value = $s->dir_config($key);    # string or undef
  $s->dir_config( $key => $value );
  my @values = $s->dir_config->get($key);

What PerlSetVar and PerlAddVar say for the server. Setting undef takes the key
away. What is set after start-up holds in this child only. See
L<Apache2::RequestUtil/dir_config>.

=head2 error_log2stderr

  $s->error_log2stderr;

Makes STDERR write to this server's error log.

=head2 get_handlers

  my $subs = $s->get_handlers('PerlFixupHandler');

A reference to an array of code references, or undef when the server has no
handlers for that phase. One whose code cannot be found is there by its name.
Dies when there is no such directive.

=head2 is_perl_option_enabled

  my $on = $s->is_perl_option_enabled('ChildInit');    # boolean

Whether that one of PerlOptions is on for the server. Dies when there is none
of that name.

=head2 loglevel

  my $level  = $s->loglevel;    # integer
  my $before = $s->loglevel(Apache2::Const::LOG_DEBUG);

What LogLevel says, as one of the constants C<:log>.

=head2 method_register

  my $number = $s->method_register('EXAMPLE');

Makes httpd accept a request method of that name and gives its number.

=head2 push_handlers

  $s->push_handlers( PerlChildInitHandler => \&sub );
  $s->push_handlers( PerlFixupHandler => [ \&one, 'My::Two::handler' ] );

Adds handlers for a phase: code references, names as the directive has them, or
a reference to an array of these. Returns true. At start-up they are for all
processes; later, for the one in which the code runs: so C<Apache::DBI> has
its connections closed when a child ends.

=head2 set_handlers

  $s->set_handlers( PerlFixupHandler => \&sub );
  $s->set_handlers( PerlFixupHandler => undef );

As push_handlers, in place of what is there; undef or an empty array takes all
away.

=head1 CLASS METHODS

=head2 server

  my $s = Apache2::ServerUtil->server;    # Apache2::ServerRec

The main server.

=head2 user_id, group_id

  my $uid = Apache2::ServerUtil->user_id;
  my $gid = Apache2::ServerUtil->group_id;

Who the children run as (User, Group), as numbers.

=head1 FUNCTIONS

=head2 exists_config_define

  my $defined = Apache2::ServerUtil::exists_config_define('MODPERL2');

Whether the name is defined: by C<httpd -D>, by Define, by a module.

=head2 get_server_banner, get_server_description, get_server_version

  my $text = Apache2::ServerUtil::get_server_banner();

The banner is what the Server header says, as far as ServerTokens allows. The
description names all components. get_server_version is the banner's old name.

=head2 get_server_built

  my $when = Apache2::ServerUtil::get_server_built();

When httpd was built, as text.

=head2 restart_count

  my $count = Apache2::ServerUtil::restart_count();

How often the configuration has been read. httpd reads it twice when it starts:
code that is to run once asks for C<== 1> on the first, C<== 2> on the second.

=head2 server_root

  my $directory = Apache2::ServerUtil::server_root();

=head2 server_root_relative

  my $path = Apache2::ServerUtil::server_root_relative( $pool, 'conf/x' );

The path made absolute, seen from ServerRoot; without a second argument the
ServerRoot itself. undef when it cannot be one.

=head2 server_shutdown_cleanup_register

  Apache2::ServerUtil::server_shutdown_cleanup_register( sub { ... } );

Calls the sub, without arguments, in the parent when the server stops or
restarts. At start-up only. When the sub dies, the message is logged. Dies when
it is given the name of a sub that does not exist.

=head1 SEE ALSO

L<Apache2::ServerRec>, L<Apache2::RequestUtil>

=cut
