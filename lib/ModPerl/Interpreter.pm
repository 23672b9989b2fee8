package ModPerl::Interpreter;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();

1;

__END__

=head1 NAME

ModPerl::Interpreter - the Perl interpreter of this process

=head1 SYNOPSIS

    use ModPerl::Interpreter ();

    my $interp = ModPerl::Interpreter->current;

=head1 DESCRIPTION

Each process has one interpreter, which serves one request at a time, under
any MPM. This class and L<ModPerl::InterpPool>, L<ModPerl::TiPool> and
L<ModPerl::TiPoolConfig> are for code that asks for mod_perl's pool of
interpreters. These classes describe a pool of one.

=head1 METHODS

=head2 current

    $interp = ModPerl::Interpreter->current;
    $interp = ModPerl::Interpreter::current();

The method returns the interpreter that runs this code.

B<Returns:> a C<ModPerl::Interpreter>.

B<Errors:> none of its own.

B<Example:>

    my $interp = ModPerl::Interpreter->current;

=head2 mip

    $mip = $interp->mip;

The method returns the pool of the interpreter.

B<Returns:> a L<ModPerl::InterpPool>.

B<Errors:> none of its own.

B<Example:>

    my $mip = ModPerl::Interpreter->current->mip;

=head2 perl

    $address = $interp->perl;

The method returns the address of the interpreter in memory. Two interpreters
have different addresses.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $address = ModPerl::Interpreter->current->perl;

=head2 num_requests

    $number = $interp->num_requests;

The method returns the number of requests that the interpreter is serving. In a
subrequest it is more than 1.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $is_nested = ModPerl::Interpreter->current->num_requests > 1;

=head2 refcnt

    $number = $interp->refcnt;

The method returns the number of references to the interpreter.

B<Returns:> 1.

B<Errors:> none of its own.

B<Example:>

    my $number = ModPerl::Interpreter->current->refcnt;

=head1 SEE ALSO

L<ModPerl::InterpPool>, F<docs/threads.md>

=cut
