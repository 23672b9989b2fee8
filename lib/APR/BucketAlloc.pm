package APR::BucketAlloc;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::BucketAlloc - where the memory of buckets comes from

=head1 SYNOPSIS

    use APR::BucketAlloc ();

    my $ba = $c->bucket_alloc;              # of a connection: what filters use

    my $own = APR::BucketAlloc->new($pool); # for buckets that nobody sends
    ...
    $own->destroy;

=head1 DESCRIPTION

Buckets (L<APR::Bucket>) are made by an allocator, which keeps the memory of
those that are freed for the next ones. Each connection has one, and everything
that is sent or received on it must be made with it. An allocator ends with its
pool, and the buckets that are still there end with it: their objects throw
from then on.

=head1 METHODS

=head2 new

    $ba = APR::BucketAlloc->new($pool);

A new allocator that lives as long as the pool (an L<APR::Pool>), which it keeps
alive. Its buckets must not be sent to a client.

=head2 destroy

    $ba->destroy;

Ends an allocator that was made with C<new>, and with it its buckets; brigades
of them are emptied. Throws for the allocator of a connection, which is httpd's
and ends with the connection.

=head1 SEE ALSO

L<APR::Bucket>, L<APR::Brigade>, C<bucket_alloc> of L<Apache2::Connection>.

=cut
