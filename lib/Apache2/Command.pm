package Apache2::Command;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::Command - what httpd knows of a directive

=head1 SYNOPSIS

  use Apache2::Module ();
  use Apache2::Command ();

  my $module = Apache2::Module::find_linked_module('mod_alias.c');
  for ( my $cmd = $module->cmds; $cmd; $cmd = $cmd->next ) {
      print $cmd->name, "\t", $cmd->errmsg, "\n";
  }

=head1 METHODS

=head2 name

Its name, with C<< < >> for a container.

=head2 args_how

What arguments it takes: one of the constants C<:cmd_how> of L<Apache2::Const>.

=head2 req_override

Where it is legal: constants C<:override>, as bits.

=head2 errmsg

What it is for, as httpd's error messages say it; undef when nothing is said.

=head2 next

The next directive of the same module, or undef.

=cut
