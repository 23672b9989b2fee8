package Apache2::CmdParms;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::CmdParms - what httpd knows while it obeys a directive

=head1 SYNOPSIS

  sub MyDirective {
      my ( $self, $parms, @args ) = @_;
      my $where = $parms->path // 'the whole server';
      die $parms->directive->directive . ": not in .htaccess\n"
          if $parms->check_cmd_context(Apache2::Const::NOT_IN_HTACCESS);
      $self->{args} = \@args;
  }

=head1 DESCRIPTION

The second argument of the subs behind directives that were added with
L<Apache2::Module/add>, of SERVER_CREATE and DIR_CREATE, and the first of the
handler of a C<< <Perl> >> section. It is good for the time of that directive
only.

=head1 METHODS

=head2 add_config

  $parms->add_config( [ 'Alias /x /srv/x', 'Alias /y /srv/y' ] );

Obeys configuration lines where the directive stands. Dies with httpd's message
when one is refused.

=head2 check_cmd_context

  my $why = $parms->check_cmd_context(Apache2::Const::NOT_IN_LOCATION);

A sentence when the directive stands where the bits (constants C<:context>) say
it may not, else undef.

=head2 cmd, directive

Its L<Apache2::Command> and its L<Apache2::Directive>.

=head2 info

What C<cmd_data> was for a directive that Perl has added; undef for others.

=head2 path

The argument of the container, or undef at server level.

=head2 server

The L<Apache2::ServerRec> that is configured.

=head2 override, override_opts

What AllowOverride allows here, and which Options may be set: bits.

=head2 method_is_limited

  my $is = $parms->method_is_limited('GET');

Does the directive hold for that method? Without a C<< <Limit> >> around it,
for all.

=head2 context

The configuration of the section, an Apache2::ConfVector.

=head2 pool, temp_pool

The pool that lasts as long as the configuration, and one that goes when the
configuration has been read.

=cut
