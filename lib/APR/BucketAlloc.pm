package APR::BucketAlloc;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::BucketAlloc - the allocator of buckets

=head1 SYNOPSIS

    use APR::BucketAlloc ();

    my $ba = $c->bucket_alloc;              # of a connection: what filters use

    my $own = APR::BucketAlloc->new($pool); # for buckets that nobody sends
    $own->destroy;

=head1 DESCRIPTION

An allocator provides the memory for buckets (L<APR::Bucket>). It reuses the
memory of freed buckets. Each connection has an allocator. All buckets that go
through the connection must come from it. When the pool of an allocator ends,
the allocator and its buckets end too, and their objects throw.

=head1 METHODS

=head2 new

    $ba = APR::BucketAlloc->new($pool);

The method creates an allocator in $pool, an L<APR::Pool>, and keeps this pool
alive. Do not send its buckets to a client.

B<Returns:> an C<APR::BucketAlloc>.

B<Errors:> none of its own.

B<Example:> a brigade of its own, for a parser.

    my $own = APR::Pool->new;
    my $ba  = APR::BucketAlloc->new($own);
    my $bb  = APR::Brigade->new($own, $ba);
    $bb->insert_tail(APR::Bucket->new($ba, 'for a parser'));

=head2 destroy

    $ba->destroy;

The method destroys an allocator that you created with C<new>, and its
buckets. Brigades that had such buckets become empty.

B<Returns:> nothing.

B<Errors:> it throws for the allocator of a connection, because httpd still
needs it.

B<Example:>

    my $own = APR::BucketAlloc->new($pool);
    $own->destroy;

=head1 SEE ALSO

L<APR::Bucket>, L<APR::Brigade>, L<Apache2::Connection/bucket_alloc>

=cut
