package APR::Status;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Status - compare the status codes of failures

=head1 SYNOPSIS

    use APR::Status ();

    eval { $r->print($page); 1 }
        or APR::Status::is_ECONNABORTED($@)
        or die $@;

=head1 DESCRIPTION

Several status codes can have the same meaning, for example that a file is
missing. Each function takes a status code, or the L<APR::Error> that a method
has thrown, and tells whether it has a certain meaning. For a string that is
not a number, the result is 0. You can therefore pass C<$@> after any C<die>.

=head1 FUNCTIONS

=head2 is_EACCES

    $bool = APR::Status::is_EACCES($status);

The function tells whether the system denied permission.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    my $rc = $r->sendfile($file);
    return Apache2::Const::FORBIDDEN if APR::Status::is_EACCES($rc);

=head2 is_EAGAIN

    $bool = APR::Status::is_EAGAIN($status);

The function tells whether the call would have to wait, or whether the system
is short of a resource.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    my $length = eval { $socket->recv(my $data, 1024) };
    my $later  = !defined $length && APR::Status::is_EAGAIN($@);

=head2 is_ECONNABORTED

    $bool = APR::Status::is_ECONNABORTED($status);

The function tells whether the connection was aborted, because the client has
closed it.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:> the visitor may leave while you send a long page.

    for my $row (1 .. 1000) {
        eval { $r->print("row $row\n"); $r->rflush; 1 } and next;
        return Apache2::Const::OK if APR::Status::is_ECONNABORTED($@);
        die $@;
    }

=head2 is_ECONNRESET

    $bool = APR::Status::is_ECONNRESET($status);

The function tells whether the other side has reset the connection.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    eval { $r->read(my $body, 65536); 1 } or do {
        my $gone = APR::Status::is_ECONNRESET($@);
        $r->log->info('the client has gone') if $gone;
        die $@ if !$gone;
    };

=head2 is_ENOENT

    $bool = APR::Status::is_ENOENT($status);

The function tells whether a file or directory does not exist.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    my $rc = $r->sendfile($file);
    return Apache2::Const::NOT_FOUND if APR::Status::is_ENOENT($rc);

=head2 is_EOF

    $bool = APR::Status::is_EOF($status);

The function tells whether the file or stream has ended.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    my $rc = $f->next->get_brigade($bb);
    return $rc if APR::Status::is_EOF($rc);

=head2 is_TIMEUP

    $bool = APR::Status::is_TIMEUP($status);

The function tells whether the call has timed out.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    eval { $r->read(my $body, 65536); 1 } or do {
        die $@ if !APR::Status::is_TIMEUP($@);
        return Apache2::Const::HTTP_REQUEST_TIME_OUT;
    };

=head1 SEE ALSO

L<APR::Error>, L<APR::Const>

=cut
