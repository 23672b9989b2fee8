package ModPerl::Global;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();

1;

__END__

=head1 NAME

ModPerl::Global - run the END blocks of a package

=head1 SYNOPSIS

    ModPerl::Global::special_list_register(END => $package);
    eval $code_of_the_package;
    ModPerl::Global::special_list_call(END => $package);

=head1 DESCRIPTION

Perl runs END blocks when the interpreter ends. The END blocks of a script
must run when the script ends. L<ModPerl::RegistryCooker> uses this module for
that.

=head1 FUNCTIONS

=head2 special_list_register

    $bool = ModPerl::Global::special_list_register(END => $package);

The function makes mehari keep the END blocks of a package separately. Only
code that is compiled after the call counts.

B<Returns:> true if the first argument is C<END>.

B<Errors:> none of its own.

B<Phase:> before the package is compiled.

B<Example:>

    ModPerl::Global::special_list_register(END => 'My::Script');

=head2 special_list_call

    $bool = ModPerl::Global::special_list_call(END => $package);

The function runs the END blocks of the package. The block that was compiled
last runs first. The blocks stay, and run again with the next call.

B<Returns:> true if the first argument is C<END>.

B<Errors:> none of its own. If a block dies, you get its exception.

B<Example:>

    ModPerl::Global::special_list_register(END => 'My::Script');
    eval 'package My::Script; END { warn "done\n" } 1' or die $@;
    ModPerl::Global::special_list_call(END => 'My::Script');

=head2 special_list_clear

    $bool = ModPerl::Global::special_list_clear(END => $package);

The function removes the END blocks of the package.

B<Returns:> true if the first argument is C<END>.

B<Errors:> none of its own.

B<Example:>

    ModPerl::Global::special_list_clear(END => 'My::Script');

=head1 SEE ALSO

L<ModPerl::RegistryCooker>

=cut
