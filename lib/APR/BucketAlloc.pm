package APR::BucketAlloc;

use v5.36;

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
    $own->destroy;

=head1 DESCRIPTION

An allocator makes buckets (L<APR::Bucket>), and keeps the memory of freed
ones for the next. Each connection has an allocator, and everything that is
sent or received on the connection must come from it. An allocator ends with
its pool. The buckets that are still there end with it, and their objects
throw from then on.

=head1 METHODS

=head2 new

    $ba = APR::BucketAlloc->new($pool);

The method makes an allocator that lives as long as the pool (an
L<APR::Pool>), which it keeps alive. Its buckets must not be sent to a client.

B<Returns:> an C<APR::BucketAlloc>.

B<Errors:> none of its own.

B<Example:>

    my $own = APR::Pool->new;
    my $ba  = APR::BucketAlloc->new($own);
    my $bb  = APR::Brigade->new($own, $ba);
    $bb->insert_tail(APR::Bucket->new($ba, 'for a parser'));

=head2 destroy

    $ba->destroy;

The method ends an allocator that you made with C<new>, and its buckets.
Brigades of such buckets are emptied.

B<Returns:> nothing.

B<Errors:> it throws for the allocator of a connection, which httpd ends.

B<Example:>

    my $own = APR::BucketAlloc->new($pool);
    $own->destroy;

=head1 SEE ALSO

L<APR::Bucket>, L<APR::Brigade>, L<Apache2::Connection/bucket_alloc>

=cut
