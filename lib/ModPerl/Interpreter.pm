package ModPerl::Interpreter;

use v5.36;

our $VERSION = '2.000012';

1;

__END__

=head1 NAME

ModPerl::Interpreter - the interpreter of this process

=head1 SYNOPSIS

    use ModPerl::Interpreter ();

    my $interp = ModPerl::Interpreter->current;

=head1 DESCRIPTION

Each process has one interpreter, which runs one request at a time, whatever
the MPM. Code that asks for mod_perl's pools of interpreters gets a pool of
that one from these classes: L<ModPerl::InterpPool>, L<ModPerl::TiPool>,
L<ModPerl::TiPoolConfig>.

=head1 METHODS

=head2 current

    $interp = ModPerl::Interpreter->current;
    $interp = ModPerl::Interpreter::current();

The method gives the interpreter that runs this code.

B<Returns:> a C<ModPerl::Interpreter>.

B<Errors:> none of its own.

B<Example:>

    my $interp = ModPerl::Interpreter->current;

=head2 mip

    $mip = $interp->mip;

The method gives the pool that the interpreter is in.

B<Returns:> a L<ModPerl::InterpPool>.

B<Errors:> none of its own.

B<Example:>

    my $mip = ModPerl::Interpreter->current->mip;

=head2 perl

    $address = $interp->perl;

The method gives the address of the interpreter, which tells interpreters
apart.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $address = ModPerl::Interpreter->current->perl;

=head2 num_requests

    $number = $interp->num_requests;

The method counts the requests that are under way in the interpreter: more
than 1 with subrequests.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $is_nested = ModPerl::Interpreter->current->num_requests > 1;

=head2 refcnt

    $number = $interp->refcnt;

The method says how often the interpreter is held.

B<Returns:> 1.

B<Errors:> none of its own.

B<Example:>

    my $number = ModPerl::Interpreter->current->refcnt;

=head1 SEE ALSO

L<ModPerl::InterpPool>, F<docs/threads.md>

=cut
