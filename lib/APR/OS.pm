package APR::OS;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::OS - the id of the current thread

=head1 SYNOPSIS

    use APR::OS ();

    my $thread = APR::OS::current_thread_id();

=head1 FUNCTIONS

=head2 current_thread_id

    $id = APR::OS::current_thread_id();

The function returns a number for the current thread of httpd. Threads of one
process have different numbers. Together with the process id C<$$>, the number
is unique on the machine.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:> a line in the log with process and thread.

    $r->log_error("process $$, thread ", APR::OS::current_thread_id());

=head1 SEE ALSO

L<Apache2::MPM/is_threaded>, L<APR::ThreadMutex>

=cut
