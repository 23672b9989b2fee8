package APR::Table;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Table - pairs of strings in which case does not matter and keys repeat

=head1 SYNOPSIS

    use APR::Table ();

    my $headers = $r->headers_out;
    $headers->{'X-Powered-By'} = 'camels';
    $headers->add('Set-Cookie' => 'a=1');
    $headers->add('Set-Cookie' => 'b=2');
    my @cookies = $headers->get('Set-Cookie');

    while (my ($key, $value) = each %$headers) {
        ...
    }

=head1 DESCRIPTION

httpd keeps headers, notes and environment variables in tables: lists of pairs
in their order, looked up without regard to case. A key can be there more than
once.

A table is also a hash reference. Storing into the hash is C<set>, fetching is
C<get>, C<delete> is C<unset>. C<each> and C<keys> see every pair, so that a key
which is there twice comes twice. While C<each> is at a pair, fetching its key
gives the value of that pair.

Keys and values are strings; undef as a value is stored as the empty string.
Under taint checks what comes from the request's headers is tainted.

A table that was made with C<make>, C<copy> or C<overlay> keeps its pool alive.
When the pool is cleared or destroyed, using the table throws.

=head1 METHODS

=head2 make

    $table = APR::Table::make($pool, $pairs);

A new table in the pool (an L<APR::Pool>), with room for that many pairs before
it has to grow. Throws if the number is negative.

=head2 add

    $table->add($key, $value);

Adds a pair, whatever is there already.

=head2 set

    $table->set($key, $value);

Puts the pair in the place of all that have the key.

=head2 merge

    $table->merge($key, $value);

Appends the value to the one that the key has: C<"old, new">. If there is none
it is added.

=head2 get

    $value  = $table->get($key);
    @values = $table->get($key);

The value of the first pair with the key, or undef; in list context those of all
pairs with it.

=head2 unset

    $table->unset($key);

Takes out all pairs that have the key.

=head2 clear

    $table->clear;

Takes out all pairs.

=head2 do

    $all = $table->do($code, @keys);

Calls the code (a reference, or the name of a sub) with the key and the value of
each pair, in order; if keys are given, only of the pairs that have one of them.
Ends when the code returns a false value. Returns 1 when it got through, and 0
when it ended early. An exception in the code passes on to the caller.

=head2 copy

    $other = $table->copy($pool);

A copy of the table and of its strings, in that pool.

=head2 overlay

    $new = $table->overlay($other, $pool);

A new table in that pool, with the pairs of $other first and then those of
$table. No pair replaces another: see C<compress>.

=head2 overlap

    $table->overlap($other, $flags);

Puts the pairs of $other into $table: with
C<APR::Const::OVERLAP_TABLES_SET> as C<set> does, with
C<APR::Const::OVERLAP_TABLES_MERGE> as C<merge> does. Throws for other flags.

=head2 compress

    $table->compress($flags);

Leaves one pair for each key: with C<APR::Const::OVERLAP_TABLES_SET> the last
one, with C<APR::Const::OVERLAP_TABLES_MERGE> all its values, joined by C<", ">.
Throws for other flags.

=head2 FETCH, STORE, DELETE, CLEAR, EXISTS, FIRSTKEY, NEXTKEY

What Perl calls for the hash. C<DELETE> returns the first value that the key
had.

=cut
