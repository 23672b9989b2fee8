package ModPerl::Global;

use 5.036;

our $VERSION = '2.000012';

1;

__END__

=head1 NAME

ModPerl::Global - END blocks that belong to a package

=head1 SYNOPSIS

    ModPerl::Global::special_list_register(END => $package);
    eval $code_of_the_package;
    ModPerl::Global::special_list_call(END => $package);

=head1 DESCRIPTION

Perl runs END blocks when the interpreter ends. Those of a script have to run
when the script ends: L<ModPerl::RegistryCooker> registers its package first.

=head1 FUNCTIONS

Each returns true when the first argument is C<END>.

=over

=item special_list_register(END => $package)

From now on END blocks that are compiled in this package are kept apart.

=item special_list_call(END => $package)

Runs those of the package, the last one first. They stay.

=item special_list_clear(END => $package)

Forgets them.

=back

=cut
