package APR::Bucket;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Bucket - a piece of data in a filter's brigade

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
        print $data;
    }

=head1 DESCRIPTION

httpd's filters pass data to one another in brigades (L<APR::Brigade>) of
buckets. A bucket has data, in memory or in a file. Others are metadata: an
EOS bucket is the end of a stream, and a flush bucket is the order to send all
data now.

A bucket is in one brigade, or in none. If you insert it into a brigade, it
leaves its old one. Perl frees a bucket that is in no brigade when no
reference is left.

A filter that gets a bucket may free it, and the end of the connection frees
all buckets. If you then use the object of the bucket, it throws.

=head1 FUNCTIONS

=head2 eos_create

    $b = APR::Bucket::eos_create($ba);

The function creates an EOS bucket, which ends a stream. $ba is an
L<APR::BucketAlloc>.

B<Returns:> an C<APR::Bucket>.

B<Errors:> none of its own.

B<Example:>

    $bb->insert_tail(APR::Bucket::eos_create($f->c->bucket_alloc));

=head2 flush_create

    $b = APR::Bucket::flush_create($ba);

The function creates a flush bucket. All filters that it passes send the data
that they have kept. $ba is an L<APR::BucketAlloc>.

B<Returns:> an C<APR::Bucket>.

B<Errors:> none of its own.

B<Example:>

    my $b = APR::Bucket::flush_create($c->bucket_alloc);
    $bb->insert_tail($b);
    $c->output_filters->pass_brigade($bb);

=head1 METHODS

=head2 new

    $b = APR::Bucket->new($ba, $data);
    $b = APR::Bucket->new($ba, $data, $offset);
    $b = APR::Bucket->new($ba, $data, $offset, $length);

The method creates a bucket with a part of the string $data: $length bytes
from $offset on. By default these are all bytes. $length 0 means the rest.

The method does not copy the data of a variable. Until the bucket is sent or
set aside, a change of the variable changes the bucket. If the variable
becomes shorter, the bucket cannot be read. The method copies the value of an
expression, a reference, and a string with Perl's UTF-8 flag. Such a string
goes out as Perl stores it, in UTF-8.

B<Returns:> an C<APR::Bucket>.

B<Errors:> it throws if $offset or $length is outside of the data.

B<Example:> a whole string, and its first five bytes.

    my $text = "hello\n";
    $bb->insert_tail(APR::Bucket->new($c->bucket_alloc, $text));
    $bb->insert_tail(APR::Bucket->new($c->bucket_alloc, $text, 0, 5));

=head2 read

    $length = $b->read($buffer);
    $length = $b->read($buffer, $block);

The method reads the data of the bucket into the variable $buffer. For a
metadata bucket, the variable becomes an empty string. Data of a file or a
socket comes in pieces: the bucket becomes the piece that was read, and a new
bucket after it has the rest. Under taint checks the variable is tainted.

$block is C<APR::Const::BLOCK_READ> (the default) to wait for data, or
C<APR::Const::NONBLOCK_READ>.

B<Returns:> an integer, the number of bytes.

B<Errors:> it throws an L<APR::Error> if the data cannot be read. With
NONBLOCK_READ its code is C<APR::Const::EAGAIN> if there is no data yet.

B<Example:> all data of a brigade as one string.

    my $page = '';
    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        last if $b->is_eos;
        $b->read(my $data);
        $page .= $data;
    }

=head2 length

    $bytes = $b->length;

The method returns the number of bytes in the bucket.

B<Returns:> an integer; -1 if the length is unknown until the bucket is read.

B<Errors:> none of its own.

B<Example:> a test for metadata and empty buckets.

    my $is_empty = $b->length == 0;

=head2 start

    $offset = $b->start;

The method returns the offset of the data in the bucket's memory or file.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    $r->log->debug('bytes from ', $b->start, ' to ', $b->start + $b->length);

=head2 data

    $address = $b->data;

The method returns the address of the C structure behind the bucket. XS code
can use it. Two buckets with the same address share their memory or file.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $first = $bb->first;
    my $alike = $first && $first->data == $b->data;

=head2 type

    $type = $b->type;

The method returns the type of the bucket.

B<Returns:> an L<APR::BucketType>.

B<Errors:> none of its own.

B<Example:> a test for data that is still in a file.

    my $in_file = $b->type->name eq 'FILE';

=head2 is_eos

    $bool = $b->is_eos;

The method tells whether this is an EOS bucket, which ends a stream.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:> a filter notes that it has seen the end of the stream.

    if (my $b = $bb->last) {
        $f->ctx({ done => 1 }) if $b->is_eos;
    }

=head2 is_flush

    $bool = $b->is_flush;

The method tells whether this is a flush bucket, which makes filters send
their data.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:>

    $r->log->debug('flush') if $b->is_flush;

=head2 insert_after, insert_before

    $there->insert_after($b);
    $there->insert_before($b);

The methods insert the bucket $b after or before the bucket $there. $there
must be in a brigade.

B<Returns:> nothing.

B<Errors:> they throw if $there is in no brigade, if both are the same bucket,
or if their allocators differ.

B<Example:> a filter adds a line before the end of the response.

    my $eos = $bb->last;
    my $b = APR::Bucket->new($f->c->bucket_alloc, "the end\n");
    $eos->insert_before($b) if $eos && $eos->is_eos;

=head2 remove

    $b->remove;

The method removes the bucket from its brigade. You can insert it into another
one. C<< $bb->next($b) >> still knows its former place.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> move all buckets to another brigade.

    my $out = APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);
    while (my $b = $bb->first) {
        $b->remove;
        $out->insert_tail($b);
    }

=head2 delete

    $b->delete;

The method removes the bucket from its brigade and frees it. After that, the
object throws. Only C<< $bb->next($b) >> still gives the bucket that came
after it.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> remove all flush buckets.

    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        $b->delete if $b->is_flush;
    }

=head2 destroy

    $b->destroy;

The method does the same as C<delete>. In mod_perl it is only for buckets that
are in no brigade.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $b = $bb->first;
    $b->remove;
    $b->destroy;

=head2 setaside

    $status = $b->setaside($pool);

The method keeps the data of the bucket until $pool ends. It copies memory
that the bucket has only borrowed, for example from a variable, and keeps a
file open. Call it if you keep a bucket for the next call of your filter.

B<Returns:> an integer, an APR status code: C<APR::Const::SUCCESS> if it
worked.

B<Errors:> in void context it throws an L<APR::Error> instead of returning a
status other than SUCCESS.

B<Example:> a filter keeps all buckets for its next call.

    my $kept = $f->ctx // APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);
    while (my $b = $bb->first) {
        $b->setaside($f->r->pool);
        $kept->insert_tail($b);
    }
    $f->ctx($kept);

=head1 SEE ALSO

L<APR::Brigade>, L<APR::BucketType>, L<APR::BucketAlloc>, L<Apache2::Filter>

=cut
