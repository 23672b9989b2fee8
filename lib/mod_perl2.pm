package mod_perl2;

use strict;
use warnings;

our $VERSION         = '2.000012';
our $VERSION_TRIPLET = '2.0.12';
our $API_VERSION     = 2;

# Code that was written for either generation asks for mod_perl.
$mod_perl::VERSION = $VERSION;
$INC{'mod_perl.pm'} = __FILE__;

1;
__END__

=head1 NAME

mod_perl2 - which release of mod_perl 2 this server answers for

=head1 SYNOPSIS

  use mod_perl2;
  die 'needs mod_perl 2.0.5' if $mod_perl2::VERSION < 2.000005;

=head1 DESCRIPTION

The version of the contract that is kept, for code that asks before it uses
something. C<$mod_perl::VERSION> is set too, and C<$INC{'mod_perl.pm'}>.

=head1 VARIABLES

=over

=item C<$mod_perl2::VERSION>

As a number: 2.000012.

=item C<$mod_perl2::VERSION_TRIPLET>

As people write it: "2.0.12".

=item C<$mod_perl2::API_VERSION>

2; also in C<$ENV{MOD_PERL_API_VERSION}>.

=back

=cut
