package APR::OS;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::OS - what the operating system knows of us

=head1 SYNOPSIS

    use APR::OS ();

    my $thread = APR::OS::current_thread_id();

=head1 FUNCTIONS

=head2 current_thread_id

    $id = APR::OS::current_thread_id();

The number of the thread that runs this code (an integer). It tells threads of
one process apart and means nothing outside it; C<$$> is the process.

=cut
