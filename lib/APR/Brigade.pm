package APR::Brigade;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Brigade - a list of buckets

=head1 SYNOPSIS

    use APR::Brigade ();
    use APR::Bucket  ();

    sub handler {
        my ($f, $bb) = @_;
        my $out = APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);
        while (my $b = $bb->first) {
            $b->remove;
            $out->insert_tail($b);
        }
        return $f->next->pass_brigade($out);
    }

=head1 DESCRIPTION

What httpd's filters give one another: buckets (L<APR::Bucket>) in their order.

A brigade that was made by C<new> or C<split> is destroyed, with the buckets in
it, when Perl lets go of it or its pool ends. One that a filter is called with
belongs to the caller. Using a brigade that was destroyed, or whose pool has
ended, throws.

=head1 METHODS

=head2 new

    $bb = APR::Brigade->new($pool, $ba);
    $bb = $other->new($pool, $ba);

An empty brigade in the pool (L<APR::Pool>), which it keeps alive, for buckets
of the allocator (L<APR::BucketAlloc>). In a filter C<< $f->r->pool >> or C<<
$f->c->pool >> and C<< $f->c->bucket_alloc >>.

=head2 destroy

    $bb->destroy;

Destroys the buckets in it, and the brigade. One that a filter was called with
is emptied only.

=head2 cleanup

    $bb->cleanup;

Destroys the buckets in it.

=head2 first, last

    $b = $bb->first;
    $b = $bb->last;

The first (last) bucket, or undef when it is empty.

=head2 next, prev

    $b = $bb->next($b);
    $b = $bb->prev($b);

The bucket after (before) that one, or undef. A bucket that was removed still
has the neighbours that it had, and one that was deleted knows which was next,
so that a loop can remove or delete the one that it is at. Throws when these are
not in the brigade either.

=head2 insert_head, insert_tail

    $bb->insert_head($b);
    $bb->insert_tail($b);

Puts the bucket at the beginning (end). If it is in a brigade it leaves that.
Throws when the bucket's allocator may end before the brigade.

=head2 concat

    $bb->concat($other);

Moves all buckets of the other brigade to the end of this one.

=head2 split

    $rest = $bb->split($b);

A new brigade with that bucket and all after it; this one keeps those before.
Throws when the bucket is not in the brigade.

=head2 is_empty

    $yes = $bb->is_empty;

=head2 length

    $bytes = $bb->length;
    $bytes = $bb->length($read_all);

How much data there is in all buckets. Those that do not know are read, unless
$read_all is false; then it is -1. undef when reading fails.

=head2 flatten

    $length = $bb->flatten($buffer);
    $length = $bb->flatten($buffer, $wanted);

Copies the data of the buckets, or the first $wanted bytes of it, to the
variable, and returns how much it is. The buckets stay. Throws an L<APR::Error>
when one cannot be read. The data is tainted.

=head2 pool

    $pool = $bb->pool;

The L<APR::Pool> that it is in.

=head2 bucket_alloc

    $ba = $bb->bucket_alloc;

The L<APR::BucketAlloc> of its buckets.

=head1 SEE ALSO

L<APR::Bucket>, L<Apache2::Filter>, which adds C<filter_flush>.

=cut
