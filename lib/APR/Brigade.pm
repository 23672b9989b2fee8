package APR::Brigade;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Brigade - a list of buckets, which filters pass on

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

httpd's filters pass data to one another in brigades. A brigade is a list of
buckets (L<APR::Bucket>).

Perl destroys a brigade from C<new> or C<split>, and its buckets, when no
reference is left or when its pool ends. The brigade that a filter gets as an
argument belongs to the caller.

=head2 Going through a brigade

If you move or delete all buckets, take the first one until there is none:

    while (my $b = $bb->first) {
        $b->delete;
    }

If the buckets stay, use C<next>. The loop may remove or delete its current
bucket, because C<next> still knows the bucket after it:

    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        $b->delete if $b->is_flush;
    }

=head1 METHODS

=head2 new

    $bb = APR::Brigade->new($pool, $ba);
    $bb = $other->new($pool, $ba);

The method creates an empty brigade in $pool, an L<APR::Pool>, and keeps this
pool alive. $ba, an L<APR::BucketAlloc>, is the allocator of its buckets.

B<Returns:> an C<APR::Brigade>.

B<Errors:> none of its own.

B<Example:> a filter of a request. A filter of a connection takes
C<< $f->c->pool >>.

    my $out = APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);

=head2 destroy

    $bb->destroy;

The method does the same as C<cleanup>. The memory of the brigade itself
belongs to its pool, so you can fill the brigade again.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $out = APR::Brigade->new($r->pool, $c->bucket_alloc);
    $out->insert_tail(APR::Bucket->new($c->bucket_alloc, 'not sent'));
    $out->destroy;

=head2 cleanup

    $bb->cleanup;

The method destroys all buckets in the brigade. You can fill the brigade
again.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> use the brigade again after it was passed on.

    my $rc = $f->next->pass_brigade($bb);
    $bb->cleanup;

=head2 first, last

    $b = $bb->first;
    $b = $bb->last;

The methods return the first or the last bucket. It stays in the brigade.

B<Returns:> an L<APR::Bucket>, or undef if the brigade is empty.

B<Errors:> none of their own.

B<Example:> a test for the end of the response.

    my $last = $bb->last;
    my $ends = $last && $last->is_eos;

=head2 next, prev

    $b = $bb->next($b);
    $b = $bb->prev($b);

The methods return the bucket after or before $b. For a removed bucket, they
give its former neighbour. For a deleted bucket, C<next> still gives the
bucket that came after it.

B<Returns:> an L<APR::Bucket>, or undef at the end of the brigade.

B<Errors:> they throw if neither $b nor its former neighbour is in this
brigade.

B<Example:> the number of bytes in all buckets with a known length.

    my $length = 0;
    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        $length += $b->length if $b->length > 0;
    }

=head2 insert_head, insert_tail

    $bb->insert_head($b);
    $bb->insert_tail($b);

The methods put a bucket at the beginning or the end of the brigade. If the
bucket is in another brigade, it leaves that one.

B<Returns:> nothing.

B<Errors:> they throw if the bucket's allocator may end earlier than the
brigade.

B<Example:> an output filter adds a comment at both ends of a page.

    my $last = $bb->last;
    if ($last && $last->is_eos) {
        my $footer = APR::Bucket->new($f->c->bucket_alloc, "<!-- end -->\n");
        $last->insert_before($footer);
    }
    $bb->insert_head(APR::Bucket->new($f->c->bucket_alloc, "<!-- top -->\n"));

=head2 concat

    $bb->concat($other);

The method moves all buckets of $other to the end of this brigade.

B<Returns:> nothing.

B<Errors:> it throws if both brigades are the same, or if the allocator of
$other may end earlier than this brigade.

B<Example:> an output filter keeps all data until the response is complete.

    my $kept = $f->ctx // APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);
    my $ends = $bb->last && $bb->last->is_eos;
    $kept->concat($bb);
    $f->ctx($kept);
    return $ends ? $f->next->pass_brigade($kept) : Apache2::Const::OK;

=head2 split

    $rest = $bb->split($b);

The method moves the bucket $b and all buckets after it to a new brigade.

B<Returns:> a new C<APR::Brigade>.

B<Errors:> it throws if $b is not in this brigade.

B<Example:> the first two buckets stay, and the rest is for later.

    my $second = $bb->next($bb->first);
    my $third  = $second ? $bb->next($second) : undef;
    my $rest   = $third ? $bb->split($third) : undef;

=head2 is_empty

    $bool = $bb->is_empty;

The method tells whether the brigade has no buckets.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    return Apache2::Const::OK if $bb->is_empty;

=head2 length

    $bytes = $bb->length;
    $bytes = $bb->length($read_all);

The method returns the number of bytes in all buckets. The length of some
buckets, for example of a pipe, is unknown until they have been read. The
method reads them, unless $read_all is false.

B<Returns:> an integer; -1 if $read_all is false and a length is unknown;
undef if a bucket cannot be read.

B<Errors:> none of its own. If a bucket cannot be read, the result is undef.

B<Example:> set the length of the response if it is known.

    my $known = $bb->length(0);
    $r->set_content_length($known) if $known >= 0;

=head2 flatten

    $length = $bb->flatten($buffer);
    $length = $bb->flatten($buffer, $wanted);

The method copies the data of all buckets, or the first $wanted bytes, into
the variable $buffer. The buckets stay in the brigade. Under taint checks the
variable is tainted.

B<Returns:> an integer, the number of bytes in $buffer.

B<Errors:> it throws an L<APR::Error> if a bucket cannot be read, and a string
if $wanted is negative.

B<Example:> the beginning of the data, for the log.

    my $length = $bb->flatten(my $text, 1024);
    $r->log->debug("the first $length bytes: $text");

=head2 pool

    $pool = $bb->pool;

The method returns the memory pool of the brigade.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:> a second brigade like this one.

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
