package Apache2::Module;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::Module - httpd's modules, and directives of one's own

=head1 SYNOPSIS

  # httpd.conf
  PerlLoadModule My::Greeting
  <Location "/hello">
      Greeting "Good morning"
  </Location>

  package My::Greeting;
  use Apache2::Module ();
  use Apache2::CmdParms ();
  use Apache2::Const -compile => qw(OK OR_ALL TAKE1);

  Apache2::Module::add( __PACKAGE__, [
      {   name         => 'Greeting',
          func         => __PACKAGE__ . '::set_greeting',
          req_override => Apache2::Const::OR_ALL,
          args_how     => Apache2::Const::TAKE1,
          errmsg       => 'Greeting TEXT',
      },
  ] );

  sub set_greeting {
      my ( $self, $parms, $text ) = @_;
      $self->{text} = $text;
  }

  sub handler {
      my $r      = shift;
      my $config = Apache2::Module::get_config( __PACKAGE__, $r->server,
          $r->per_dir_config );
      $r->print( $config->{text} );
      return Apache2::Const::OK;
  }

=head1 FUNCTIONS

=head2 add

  Apache2::Module::add( $package, \@directives );

Makes a module of httpd out of a package. Once for each package, while the
configuration is read: from a module that PerlLoadModule names. Each directive
is a hash:

=over

=item name

The word in the configuration. The only key that must be there.

=item func

The sub that obeys it, a name (without a package: one of the module's) or a
code reference. Default: the sub of the directive's name in the package. It is
called with the object of the section, an L<Apache2::CmdParms> and the
arguments; when it dies, its message is an error of the configuration. What it
returns is not looked at, but DECLINE_CMD leaves the directive to other modules.

=item req_override

Where it is legal (constants C<:override>, or the name of one). Default:
OR_ALL.

=item args_how

What arguments it takes (constants C<:cmd_how>, or the name of one). Default:
TAKE1. FLAG gives 1 or 0, RAW_ARGS the text as it stands, TAKE_ARGV all words.

=item errmsg

What it is for; part of httpd's messages.

=item cmd_data

Anything; C<< $parms->info >> gives it back.

=back

Four subs of the package may say what is kept:

=over

=item $class->SERVER_CREATE($parms), $class->DIR_CREATE($parms)

Make the object of a server and of a section, when the first of the directives
is met there. Without them: an empty hash, blessed into the package.

=item $outer->SERVER_MERGE($inner), $outer->DIR_MERGE($inner)

Make of two objects the one that holds where both do: base server and virtual
host, outer and inner section. Must not change them. Without them the inner one
holds.

=back

=head2 get_config

  my $object = Apache2::Module::get_config( $class, $s );
  my $object = Apache2::Module::get_config( $class, $s, $r->per_dir_config );

The object of a server, or of the section. The first argument is the package
that called C<add>, or an object of it. undef when none of its directives
stands there.

=head2 loaded

  my $is = Apache2::Module::loaded('mod_ssl.c');
  my $is = Apache2::Module::loaded('mod_ssl.so');
  my $is = Apache2::Module::loaded('My::Greeting');

1 if that module of httpd is there (its name ends in C<.c>), if LoadModule has
brought it (C<.so>), or if that Perl module is loaded; else 0.

=head2 find_linked_module

  my $module = Apache2::Module::find_linked_module('mod_alias.c');

The module of that name, or undef.

=head2 top_module

The first module of httpd; the others follow with C<next>.

=head1 METHODS

=head2 name

C<mod_alias.c>, or the package of a module in Perl.

=head2 cmds

Its first L<Apache2::Command>, or undef.

=head2 next

The next module, or undef.

=head2 module_index

Its number.

=head2 ap_api_major_version, ap_api_minor_version

The version of httpd's module interface it was built for.

=head2 remove_loaded_module

Makes httpd forget the module. At start-up only, and seldom of use.

=cut
