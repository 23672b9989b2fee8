package APR::BucketType;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::BucketType - what kind of bucket it is

=head1 SYNOPSIS

    use APR::Bucket     ();
    use APR::BucketType ();

    say $bucket->type->name;    # EOS

=head1 DESCRIPTION

The kind of an L<APR::Bucket>, from its C<type> method.

=head1 METHODS

=head2 name

    $name = $type->name;

The name of the kind. Those that filters meet:

=over

=item C<EOS>, C<FLUSH>

The end of a stream, the wish to send all at once: no data.

=item C<HEAP>, C<TRANSIENT>, C<POOL>, C<IMMORTAL>

Data in memory, which differ in how long it stays.

=item C<FILE>, C<MMAP>

A part of a file. C<FILE> becomes C<MMAP> or C<HEAP> when it is read.

=item C<PIPE>, C<SOCKET>

Data that comes from another process or from the client. Such a bucket has no
length before it has been read to its end.

=item C<mod_perl SV bucket>

The data of a Perl scalar, from C<< APR::Bucket->new >>. The name is
mod_perl's, as there are programs that look for it.

=item C<ERROR>, C<EOR>, C<EOC>

httpd's own: a status to report, the end of a request, of a connection. Pass
them on.

=back

=cut
