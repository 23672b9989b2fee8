package APR::Bucket;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Bucket - a piece of data that is sent or received

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

httpd's filters hand one another brigades (L<APR::Brigade>) of buckets. A
bucket has data, in memory or in a file, or it is a mark: the stream ends
here, or send now all that you have.

A bucket is in one brigade or in none. A bucket that you put into a brigade
leaves the one that it was in. Perl frees a bucket that you made or removed
and put nowhere when it has no reference left to it.

The owner of a bucket frees it: for example a filter that gets it, or the end
of the connection. Using the object of a bucket that was freed throws.

=head1 FUNCTIONS

=head2 eos_create

    $b = APR::Bucket::eos_create($ba);

The function makes the mark that ends a stream. $ba is an L<APR::BucketAlloc>.

B<Returns:> an C<APR::Bucket>.

B<Errors:> none of its own.

B<Example:>

    $bb->insert_tail(APR::Bucket::eos_create($f->c->bucket_alloc));

=head2 flush_create

    $b = APR::Bucket::flush_create($ba);

The function makes the mark at which all filters send what they have kept.

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

The method makes a bucket of the data of a scalar, from $offset on (0 if you
leave it out), $length bytes long (0: all that is left).

The data of a variable is not copied. Until the bucket is sent or set aside,
writing to the variable changes the bucket, and cutting the variable short
makes reading the bucket fail. The value of an expression, a reference and a
string of characters are copied. Characters become bytes, in UTF-8 if some are
above 255.

B<Returns:> an C<APR::Bucket>.

B<Errors:> it throws if the offset or the length is outside of the data.

B<Example:>

    my $text = "hello\n";
    $bb->insert_tail(APR::Bucket->new($c->bucket_alloc, $text));
    $bb->insert_tail(APR::Bucket->new($c->bucket_alloc, $text, 0, 5));

=head2 read

    $length = $b->read($buffer);
    $length = $b->read($buffer, $block);

The method reads the data of the bucket into the variable $buffer. A mark has
no data, so the variable is then the empty string. Data of a file or a socket
comes in pieces: the bucket becomes the piece that was read, and a new bucket
after it has the rest. The data is tainted.

$block is C<APR::Const::BLOCK_READ> (the default) or
C<APR::Const::NONBLOCK_READ>.

B<Returns:> the number of bytes read, an integer.

B<Errors:> it throws an L<APR::Error> if the data cannot be read. The error is
C<APR::Const::EAGAIN> if NONBLOCK_READ would have to wait.

B<Example:>

    my $page = '';
    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        last if $b->is_eos;
        $b->read(my $data);
        $page .= $data;
    }

=head2 length

    $bytes = $b->length;

The method says how much data the bucket has.

B<Returns:> an integer; -1 if that is not known before the bucket is read.

B<Errors:> none of its own.

B<Example:>

    my $is_mark = $b->length == 0;

=head2 start

    $offset = $b->start;

The method says where in its memory or file the data of the bucket begins.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    $r->log->debug('bytes from ', $b->start, ' to ', $b->start + $b->length);

=head2 data

    $address = $b->data;

The method gives the address of what is behind the bucket. It tells two
buckets apart, and XS code can use it.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $first = $bb->first;
    my $alike = $first && $first->data == $b->data;

=head2 type

    $type = $b->type;

The method gives the kind of the bucket.

B<Returns:> an L<APR::BucketType>.

B<Errors:> none of its own.

B<Example:>

    my $in_file = $b->type->name eq 'FILE';

=head2 is_eos

    $bool = $b->is_eos;

The method says whether the bucket is the mark at the end of a stream.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:>

    if (my $b = $bb->last) {
        $f->ctx({ done => 1 }) if $b->is_eos;
    }

=head2 is_flush

    $bool = $b->is_flush;

The method says whether the bucket asks all filters to send what they have.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:>

    $r->log->debug('flush') if $b->is_flush;

=head2 insert_after, insert_before

    $there->insert_after($b);
    $there->insert_before($b);

The methods put the bucket $b after or before $there, which is in a brigade.

B<Returns:> nothing.

B<Errors:> they throw if $there is in no brigade, if both are the same bucket,
and if their allocators differ.

B<Example:>

    my $eos = $bb->last;
    my $b = APR::Bucket->new($f->c->bucket_alloc, "the end\n");
    $eos->insert_before($b) if $eos && $eos->is_eos;

=head2 remove

    $b->remove;

The method takes the bucket out of its brigade. You can put it into another
one. C<< $bb->next($b) >> still knows where it was.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $out = APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);
    while (my $b = $bb->first) {
        $b->remove;
        $out->insert_tail($b);
    }

=head2 delete

    $b->delete;

The method takes the bucket out of its brigade and frees it. The object throws
from then on. Only C<< $bb->next($b) >> still gives the bucket that came after
it.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        $b->delete if $b->is_flush;
    }

=head2 destroy

    $b->destroy;

The method does the same as C<delete>. In mod_perl it is for buckets that are
in no brigade.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $b = $bb->first;
    $b->remove;
    $b->destroy;

=head2 setaside

    $status = $b->setaside($pool);

The method makes the data stay as long as the pool: it copies borrowed memory,
for example of a variable or of the filter that sent it, and keeps a file
open. Call it for a bucket that you keep for the next call of your filter.

B<Returns:> C<APR::Const::SUCCESS> or another status, an integer.

B<Errors:> in void context it throws an L<APR::Error> instead of returning a
status that is not SUCCESS.

B<Example:>

    my $kept = $f->ctx // APR::Brigade->new($f->r->pool, $f->c->bucket_alloc);
    while (my $b = $bb->first) {
        $b->setaside($f->r->pool);
        $kept->insert_tail($b);
    }
    $f->ctx($kept);

=head1 SEE ALSO

L<APR::Brigade>, L<APR::BucketType>, L<APR::BucketAlloc>, L<Apache2::Filter>

=cut
