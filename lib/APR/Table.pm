package APR::Table;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Table - headers, notes and other lists of pairs

=head1 SYNOPSIS

    use APR::Table ();

    my $headers = $r->headers_out;
    $headers->{'X-Powered-By'} = 'camels';
    $headers->add('Set-Cookie' => 'a=1');
    $headers->add('Set-Cookie' => 'b=2');
    my @cookies = $headers->get('Set-Cookie');

    while (my ($key, $value) = each %$headers) {
        $r->print("$key: $value\n");
    }

=head1 DESCRIPTION

httpd keeps headers, notes and environment variables in tables. A table is a
list of pairs of strings in their order. Lookups ignore the case of keys, and
a key can be there more than once.

A table is also a reference to a hash: fetching is C<get>, storing is C<set>,
and C<delete> is C<unset>.

Keys and values are strings. A value of undef is stored as the empty string,
and the value of a key that is not there is undef. Under taint checks, what
comes from the headers of the request is tainted.

=head2 Going through a table

C<keys>, C<values> and C<each> see every pair in its order, so a key that is
there twice comes twice. While C<each> is at a pair, fetching its key gives
the value of that pair, and not of the first one:

    while (my ($key, $value) = each %{ $r->headers_in }) {
        $r->print("$key: $value\n");
    }

C<do> goes through the pairs with a sub, and can be limited to some keys. Do
not change a table in a loop with C<each>. In C<do> you can.

A common mistake is C<< $table->{$key} >> for a field that may be repeated,
for example C<Set-Cookie>: it gives the first value only. Use C<get> in list
context. Storing with C<< $table->{$key} = ... >> replaces all pairs of the
key. Use C<add> to keep them.

=head2 How long a table lives

A table ends with its pool: that of C<< $r->headers_in >> ends with the
request. A table that you made with C<make>, C<copy> or C<overlay> keeps the
pool alive that you gave. When the pool is cleared or destroyed, each method
throws.

=head1 METHODS

=head2 make

    $table = APR::Table::make($pool, $pairs);

The function makes an empty table in a pool (an L<APR::Pool>). $pairs says for
how many pairs there is room before the table grows.

B<Returns:> an C<APR::Table>.

B<Errors:> it throws if the number is negative or too large for memory.

B<Example:>

    my $table = APR::Table::make($r->pool, 10);
    $table->add(colour => 'brown');

=head2 add

    $table->add($key, $value);

The method adds a pair at the end, and keeps those that have the key already.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->err_headers_out->add('Set-Cookie' => 'theme=dark; Path=/');
    $r->err_headers_out->add('Set-Cookie' => 'lang=sw; Path=/');

=head2 set

    $table->set($key, $value);

The method replaces all pairs of the key with one.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->headers_out->set('Cache-Control' => 'no-store');

=head2 merge

    $table->merge($key, $value);

The method appends to the value of the key, with a comma: C<"old, new">. It
adds a pair if there is none.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->headers_out->merge(Vary => 'Accept-Language');

=head2 get

    $value  = $table->get($key);
    @values = $table->get($key);

The method looks a key up.

B<Returns:> in scalar context the value of the first pair with the key, or
undef; in list context the values of all pairs with it, which may be none.

B<Errors:> none of its own.

B<Example:>

    my $agent     = $r->headers_in->get('User-Agent') // 'unknown';
    my @forwarded = $r->headers_in->get('X-Forwarded-For');

=head2 unset

    $table->unset($key);

The method removes all pairs of the key.

B<Returns:> nothing. C<< delete $table->{$key} >> returns the first value.

B<Errors:> none of its own.

B<Example:> an output filter that changes the length of a page removes the
header that tells it.

    $f->r->headers_out->unset('Content-Length');

=head2 clear

    $table->clear;

The method removes all pairs.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->notes->clear;

=head2 do

    $all = $table->do($code, @keys);

The method calls a sub (a reference or a name) with the key and the value of
each pair, in their order. If you give keys, it skips all other pairs. It ends
early when the sub returns a false value. The sub may change the table.

B<Returns:> 1 if it reached the end, 0 if the sub ended it.

B<Errors:> an exception of the sub goes on to you. It throws if the sub has
destroyed the table.

B<Example:>

    my @cookies;
    $r->headers_in->do(sub ($key, $value) { push @cookies, $value; 1 },
        'Cookie', 'Cookie2');

=head2 copy

    $other = $table->copy($pool);

The method copies the table and all its strings into a pool.

B<Returns:> a new C<APR::Table>.

B<Errors:> none of its own.

B<Example:> the headers stay after the connection's next request has begun.

    my $kept = $r->headers_in->copy($c->pool);
    $c->pnotes(first_headers => $kept);

=head2 overlay

    $new = $table->overlay($other, $pool);

The method makes a table with the pairs of $other first and then those of
$table. No pair replaces another: see C<compress>.

B<Returns:> a new C<APR::Table> in $pool.

B<Errors:> none of its own.

B<Example:>

    my $all = $r->headers_out->overlay($r->err_headers_out, $r->pool);
    $all->compress(APR::Const::OVERLAP_TABLES_SET);

=head2 overlap

    $table->overlap($other, $flags);

The method puts the pairs of $other into $table. With
C<APR::Const::OVERLAP_TABLES_SET> it does so as C<set> does, with
C<APR::Const::OVERLAP_TABLES_MERGE> as C<merge> does.

B<Returns:> nothing.

B<Errors:> it throws for other flags.

B<Example:>

    my $defaults = APR::Table::make($r->pool, 2);
    $defaults->set('X-Frame-Options' => 'DENY');
    $r->headers_out->overlap($defaults, APR::Const::OVERLAP_TABLES_SET);

=head2 compress

    $table->compress($flags);

The method leaves one pair for each key. With
C<APR::Const::OVERLAP_TABLES_SET> it keeps the last value, with
C<APR::Const::OVERLAP_TABLES_MERGE> all values, joined by C<", ">.

B<Returns:> nothing.

B<Errors:> it throws for other flags.

B<Example:>

    $r->headers_in->compress(APR::Const::OVERLAP_TABLES_MERGE);

=head2 FETCH, STORE, DELETE, CLEAR, EXISTS, FIRSTKEY, NEXTKEY

Perl calls these for the hash. C<DELETE> returns the first value of the key.

=head1 SEE ALSO

L<Apache2::RequestRec/headers_in>, L<Apache2::RequestRec/headers_out>,
L<Apache2::RequestRec/err_headers_out>, L<Apache2::RequestRec/notes>,
L<Apache2::RequestRec/subprocess_env>

=cut
