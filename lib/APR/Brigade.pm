package APR::Brigade;

use v5.36;

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

httpd's filters hand one another brigades: buckets (L<APR::Bucket>) in their
order.

Perl destroys a brigade that you made with C<new> or C<split>, and the buckets
in it, when it has no reference left to it or when its pool ends. A brigade
that a filter is called with belongs to the caller.

=head2 Going through a brigade

Take the first bucket until there is none, if you move or delete all of them:

    while (my $b = $bb->first) {
        $b->delete;
    }

Use C<next> if they stay. The loop may remove or delete the bucket that it is
at, because C<next> still knows what came after it:

    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        $b->delete if $b->is_flush;
    }

=head1 METHODS

=head2 new

    $bb = APR::Brigade->new($pool, $ba);
    $bb = $other->new($pool, $ba);

The method makes an empty brigade in a pool (an L<APR::Pool>), which it keeps
alive, for buckets of an allocator (an L<APR::BucketAlloc>).

B<Returns:> an C<APR::Brigade>.

B<Errors:> none of its own.

B<Example:> in a filter of a request; one of a connection uses C<< $f->c->pool
>>.

    my $out = APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);

=head2 destroy

    $bb->destroy;

The method destroys the buckets in the brigade, as C<cleanup> does. The brigade
is empty then, and you can fill it again, because its memory belongs to its
pool.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $out = APR::Brigade->new($r->pool, $c->bucket_alloc);
    $out->insert_tail(APR::Bucket->new($c->bucket_alloc, 'not sent'));
    $out->destroy;

=head2 cleanup

    $bb->cleanup;

The method destroys the buckets in the brigade. The brigade stays, and you can
fill it again.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $rc = $f->next->pass_brigade($bb);
    $bb->cleanup;

=head2 first, last

    $b = $bb->first;
    $b = $bb->last;

The methods look at one end of the brigade. The bucket stays in it.

B<Returns:> an L<APR::Bucket>, or undef if the brigade is empty.

B<Errors:> none of its own.

B<Example:>

    my $last = $bb->last;
    my $ends = $last && $last->is_eos;

=head2 next, prev

    $b = $bb->next($b);
    $b = $bb->prev($b);

The methods give the neighbour of a bucket. A bucket that was removed still
knows the neighbours that it had, and one that was deleted knows which was
next.

B<Returns:> an L<APR::Bucket>, or undef at the end of the brigade.

B<Errors:> they throw if neither the bucket nor the neighbour that it had is
in this brigade.

B<Example:>

    my $length = 0;
    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        $length += $b->length if $b->length > 0;
    }

=head2 insert_head, insert_tail

    $bb->insert_head($b);
    $bb->insert_tail($b);

The methods put a bucket at the beginning or at the end. The bucket leaves the
brigade that it is in.

B<Returns:> nothing.

B<Errors:> they throw if the allocator of the bucket may end before the
brigade does.

B<Example:> an output filter adds a line at the end of the page.

    my $last = $bb->last;
    if ($last && $last->is_eos) {
        my $footer = APR::Bucket->new($f->c->bucket_alloc, "<!-- end -->\n");
        $last->insert_before($footer);
    }
    $bb->insert_head(APR::Bucket->new($f->c->bucket_alloc, "<!-- top -->\n"));

=head2 concat

    $bb->concat($other);

The method moves all buckets of $other to the end of $bb. $other is empty
then.

B<Returns:> nothing.

B<Errors:> it throws if both are the same brigade, or if the allocator of
$other may end before $bb does.

B<Example:> a filter keeps all data until the stream ends.

    my $kept = $f->ctx // APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);
    my $ends = $bb->last && $bb->last->is_eos;
    $kept->concat($bb);
    $f->ctx($kept);
    return $ends ? $f->next->pass_brigade($kept) : Apache2::Const::OK;

=head2 split

    $rest = $bb->split($b);

The method moves a bucket and all after it to a new brigade.

B<Returns:> a new C<APR::Brigade>.

B<Errors:> it throws if the bucket is not in the brigade.

B<Example:> two buckets go out now and the rest later.

    my $second = $bb->next($bb->first);
    my $third  = $second ? $bb->next($second) : undef;
    my $rest   = $third ? $bb->split($third) : undef;

=head2 is_empty

    $bool = $bb->is_empty;

The method says whether the brigade has no bucket.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    return Apache2::Const::OK if $bb->is_empty;

=head2 length

    $bytes = $bb->length;
    $bytes = $bb->length($read_all);

The method adds up the data of all buckets. It reads the buckets whose length
is not known before, for example of a pipe, unless $read_all is false.

B<Returns:> an integer. It is -1 if $read_all is false and a length is not
known, and undef if a bucket cannot be read.

B<Errors:> none of its own. A failed read is undef.

B<Example:>

    my $known = $bb->length(0);
    $r->set_content_length($known) if $known >= 0;

=head2 flatten

    $length = $bb->flatten($buffer);
    $length = $bb->flatten($buffer, $wanted);

The method copies the data of the buckets, or its first $wanted bytes, into
the variable $buffer. The buckets stay. The data is tainted.

B<Returns:> the number of bytes copied, an integer.

B<Errors:> it throws an L<APR::Error> if a bucket cannot be read, and a string
if $wanted is negative.

B<Example:>

    my $length = $bb->flatten(my $text, 1024);
    $r->log->debug("the first $length bytes: $text");

=head2 pool

    $pool = $bb->pool;

The method returns the pool that the brigade is in.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:>

    my $copy = APR::Brigade->new($bb->pool, $bb->bucket_alloc);

=head2 bucket_alloc

    $ba = $bb->bucket_alloc;

The method returns the allocator of the brigade's buckets.

B<Returns:> an L<APR::BucketAlloc>.

B<Errors:> none of its own.

B<Example:>

    $bb->insert_tail(APR::Bucket::flush_create($bb->bucket_alloc));

=head1 SEE ALSO

L<APR::Bucket>, L<APR::BucketAlloc>, L<Apache2::Filter>, which adds
C<filter_flush>

=cut
