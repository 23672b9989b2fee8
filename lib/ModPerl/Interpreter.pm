package ModPerl::Interpreter;

use 5.036;

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
the MPM. These classes tell code that asks for mod_perl's pools of interpreters
of a pool of that one: L<ModPerl::InterpPool>, L<ModPerl::TiPool>,
L<ModPerl::TiPoolConfig>.

=head1 METHODS

=head2 current

    $interp = ModPerl::Interpreter->current;
    $interp = ModPerl::Interpreter::current();

The interpreter that runs this: a ModPerl::Interpreter.

=head2 mip

    $pool = $interp->mip;

The ModPerl::InterpPool that it is in.

=head2 perl

    $address = $interp->perl;

Its address as an integer, which tells interpreters apart.

=head2 num_requests

    $number = $interp->num_requests;

How many requests are under way in it; more than 1 with subrequests.

=head2 refcnt

    $number = $interp->refcnt;

1.

=cut
