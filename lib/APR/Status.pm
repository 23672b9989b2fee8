package APR::Status;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Status - which kind of failure a status code stands for

=head1 SYNOPSIS

    use APR::Status ();

    eval { $r->print($page); 1 }
        or APR::Status::is_ECONNABORTED($@)
        or die $@;

=head1 DESCRIPTION

Several codes can mean the same: that a file is missing, for instance. Each of
these functions takes a status code, or the L<APR::Error> that a method has
thrown, and returns 1 when it is of the kind asked for and 0 when it is not. A
string that is no number, which is what a plain C<die> leaves in C<$@>, is of no
kind.

=head1 FUNCTIONS

=head2 is_EACCES

    $bool = APR::Status::is_EACCES($status);

Permission was denied.

=head2 is_EAGAIN

    $bool = APR::Status::is_EAGAIN($status);

The call would have had to wait, or some resource is short for now.

=head2 is_ECONNABORTED

    $bool = APR::Status::is_ECONNABORTED($status);

The connection was aborted: the client has gone.

=head2 is_ECONNRESET

    $bool = APR::Status::is_ECONNRESET($status);

The other side reset the connection.

=head2 is_ENOENT

    $bool = APR::Status::is_ENOENT($status);

There is no such file or directory.

=head2 is_EOF

    $bool = APR::Status::is_EOF($status);

The end of the file or stream was reached.

=head2 is_TIMEUP

    $bool = APR::Status::is_TIMEUP($status);

The time allowed for the call ran out.

=cut
