package ModPerl::Global;

use v5.36;

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

=head2 special_list_register

    $bool = ModPerl::Global::special_list_register(END => $package);

The function keeps END blocks apart that are compiled in this package from now
on.

B<Returns:> true if the first argument is C<END>.

B<Errors:> none of its own.

B<Phase:> before the package is compiled.

B<Example:>

    ModPerl::Global::special_list_register(END => 'My::Script');

=head2 special_list_call

    $bool = ModPerl::Global::special_list_call(END => $package);

The function runs the END blocks of the package, the last one first. They
stay, and run again at the next call.

B<Returns:> true if the first argument is C<END>.

B<Errors:> an exception of a block goes on to you.

B<Example:>

    ModPerl::Global::special_list_register(END => 'My::Script');
    eval 'package My::Script; END { warn "done\n" } 1' or die $@;
    ModPerl::Global::special_list_call(END => 'My::Script');

=head2 special_list_clear

    $bool = ModPerl::Global::special_list_clear(END => $package);

The function forgets the END blocks of the package.

B<Returns:> true if the first argument is C<END>.

B<Errors:> none of its own.

B<Example:>

    ModPerl::Global::special_list_clear(END => 'My::Script');

=head1 SEE ALSO

L<ModPerl::RegistryCooker>

=cut
