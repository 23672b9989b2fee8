package APR::OS;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::OS - the thread that runs this code

=head1 SYNOPSIS

    use APR::OS ();

    my $thread = APR::OS::current_thread_id();

=head1 FUNCTIONS

=head2 current_thread_id

    $id = APR::OS::current_thread_id();

The function identifies the thread of httpd that runs this code. The number
tells the threads of one process apart. It means nothing outside that process,
whose number is C<$$>.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    $r->log_error("process $$, thread ", APR::OS::current_thread_id());

=head1 SEE ALSO

L<Apache2::MPM/is_threaded>, L<APR::ThreadMutex>

=cut
