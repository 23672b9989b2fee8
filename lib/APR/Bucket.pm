package APR::Bucket;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Bucket - a piece of what is sent or received

=head1 SYNOPSIS

    use APR::Brigade ();
    use APR::Bucket  ();

    my $ba = $c->bucket_alloc;
    my $bb = APR::Brigade->new($c->pool, $ba);
    $bb->insert_tail(APR::Bucket->new($ba, 'some data'));
    $bb->insert_tail(APR::Bucket::eos_create($ba));

    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        last if $b->is_eos;
        $b->read(my $data);
        ...
    }

=head1 DESCRIPTION

httpd's filters hand one another brigades (L<APR::Brigade>) of buckets. A bucket
has data, in memory or in a file, or it says something: here the stream ends,
send what you have.

A bucket is in one brigade or in none. One that is put into a brigade leaves the
one that it was in. A bucket that has been made, or removed from its brigade,
and that is put nowhere is freed when Perl lets go of it.

Whoever has a bucket frees it: a filter that it is passed to, the end of the
connection. Using an object of a bucket that has been freed throws.

=head1 FUNCTIONS

=head2 eos_create

    $b = APR::Bucket::eos_create($ba);

A new bucket that says that the stream ends here. Its allocator is an
L<APR::BucketAlloc>.

=head2 flush_create

    $b = APR::Bucket::flush_create($ba);

A new bucket that asks all filters to send what they have kept.

=head1 METHODS

=head2 new

    $b = APR::Bucket->new($ba, $data);
    $b = APR::Bucket->new($ba, $data, $offset);
    $b = APR::Bucket->new($ba, $data, $offset, $length);

A new bucket with the data of the scalar from the offset on (0), as many bytes
as the length says (0: all). Throws when the scalar has fewer.

The data is not copied: until the bucket is sent or set aside, writing to the
variable writes to the bucket, and cutting it short makes the bucket fail to be
read. The value of an expression, a reference, and a string of characters are
copied; characters become bytes, or UTF-8 when some are above 255.

=head2 read

    $length = $b->read($buffer);
    $length = $b->read($buffer, $block);

Reads the data of the bucket into the variable and returns how much it is. A
bucket without data gives the empty string. What comes from a file or a socket
is read in pieces: the bucket is then the piece that was read, and the rest is
in a new bucket after it. With C<APR::Const::NONBLOCK_READ> (the default is
C<APR::Const::BLOCK_READ>) it throws C<APR::Const::EAGAIN> instead of waiting.

Throws an L<APR::Error> when the data cannot be read. The data is tainted.

=head2 length

    $bytes = $b->length;

How much data it has; -1 when that is not known before it is read.

=head2 start

    $offset = $b->start;

Where in its memory or file the data begins.

=head2 data

    $address = $b->data;

The address of what is behind the bucket, as a number: of use to tell two
buckets apart, and for XS code.

=head2 type

    $type = $b->type;

What kind it is, an L<APR::BucketType>.

=head2 is_eos

    $yes = $b->is_eos;

Does the stream end here?

=head2 is_flush

    $yes = $b->is_flush;

Does it ask for all to be sent?

=head2 insert_after, insert_before

    $there->insert_after($b);
    $there->insert_before($b);

Puts the bucket $b after (before) $there, which must be in a brigade. Both must
be of the same allocator.

=head2 remove

    $b->remove;

Takes it out of its brigade. It can be put into another one, and
C<< $bb->next($b) >> still knows where it was.

=head2 delete

    $b->delete;

Takes it out of its brigade and frees it. The object is of no use any more
except that C<< $bb->next($b) >> still gives the bucket that came after it.

=head2 destroy

    $b->destroy;

The same. In mod_perl it is for buckets that have been removed before.

=head2 setaside

    $status = $b->setaside($pool);

Makes sure that the data stays: what is borrowed (from a variable, or a buffer
of the filter that sent it) is copied, and a file stays open as long as the
pool. For a bucket that you keep for the next call of your filter. Returns
C<APR::Const::SUCCESS> or an error, and throws it when nobody looks at the
value.

=head1 SEE ALSO

L<APR::Brigade>, L<APR::BucketType>, L<APR::BucketAlloc>, L<Apache2::Filter>.

=cut
