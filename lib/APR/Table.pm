package APR::Table;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Table - headers, notes and other tables of strings

=head1 SYNOPSIS

    use APR::Table ();

    my $headers = $r->headers_out;
    $headers->{'Cache-Control'} = 'no-store';
    $headers->add(Link => '</style.css>; rel=preload; as=style');
    $headers->add(Link => '</menu.js>; rel=preload; as=script');
    my @links = $headers->get('Link');

    while (my ($key, $value) = each %$headers) {
        $r->print("$key: $value\n");
    }

=head1 DESCRIPTION

httpd keeps headers, notes and environment variables in tables. A table is an
ordered list of pairs, a key and a value. A lookup ignores the case of the
key. Several pairs can have the same key.

You can also use a table as a reference to a hash: a fetch is C<get>, a store
is C<set>, and C<delete> is C<unset>.

Keys and values are strings. undef is stored as an empty string. The value of
a missing key is undef. Under taint checks, the values of
C<< $r->headers_in >> are tainted.

=head2 Going through a table

C<keys>, C<values> and C<each> go through all pairs in their order. If two
pairs have the same key, you see the key twice. Inside a loop with C<each>, a
fetch of the current key gives the current value, not the first one:

    while (my ($key, $value) = each %{ $r->headers_in }) {
        $r->print("$key: $value\n");
    }

C<do> calls a sub for each pair, or for the pairs with some keys. Do not
change a table inside a loop with C<each>. Inside C<do> you can.

C<< $table->{$key} >> gives only the first value, also if there are several
pairs, for example of C<Set-Cookie>. Use C<get> in list context for all of
them. C<< $table->{$key} = ... >> replaces all pairs of the key. Use C<add> to
keep them.

=head2 How long a table lives

A table ends with its pool. For example, C<< $r->headers_in >> ends with the
request. A table from C<make>, C<copy> or C<overlay> keeps its pool alive.
After the pool is cleared or destroyed, each method throws.

=head1 METHODS

=head2 make

    $table = APR::Table::make($pool, $pairs);

The function creates an empty table in $pool, an L<APR::Pool>. $pairs is the
number of pairs for which it has room at first. The table grows if it needs
more.

B<Returns:> an C<APR::Table>.

B<Errors:> it throws if $pairs is negative or far too large.

B<Example:>

    my $table = APR::Table::make($r->pool, 10);
    $table->add(colour => 'brown');

=head2 add

    $table->add($key, $value);

The method adds a pair at the end. Other pairs with the same key stay.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> two cookies.

    $r->err_headers_out->add('Set-Cookie' => 'theme=dark; Path=/');
    $r->err_headers_out->add('Set-Cookie' => 'lang=sw; Path=/');

=head2 set

    $table->set($key, $value);

The method sets a key to one value. It removes all other pairs with this key.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->headers_out->set('Cache-Control' => 'no-store');

=head2 merge

    $table->merge($key, $value);

The method appends a value to that of the key, with a comma: C<"old, new">. If
there is no such key, the method adds a pair.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> another header on which the response depends.

    $r->headers_out->merge(Vary => 'Accept-Language');

=head2 get

    $value  = $table->get($key);
    @values = $table->get($key);

The method returns the value of a key, or all of its values.

B<Returns:> in scalar context the first value, a string, or undef; in list
context all values, or an empty list. Mind the list context in arguments and
hashes: write C<scalar $table-E<gt>get($key)> there.

B<Errors:> none of its own.

B<Example:>

    my $agent     = $r->headers_in->get('User-Agent') // 'unknown';
    my @forwarded = $r->headers_in->get('X-Forwarded-For');

A hash for a template, with one value for each key:

    my %page = (
        host  => scalar $r->headers_in->get('Host'),
        agent => scalar $r->headers_in->get('User-Agent'),
    );

=head2 unset

    $table->unset($key);

The method removes all pairs with this key.

B<Returns:> nothing. C<< delete $table->{$key} >> returns the first value.

B<Errors:> none of its own.

B<Example:> an output filter changes the length of the page.

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

The method calls a sub with the key and the value of each pair, in their
order. $code is a code reference or the name of a sub. If you give @keys, the
method skips all other pairs. It stops when the sub returns a false value. The
sub may change the table.

B<Returns:> 1 if it has reached the end, 0 if the sub has stopped it.

B<Errors:> if the sub dies, you get its exception. The method throws if the
sub has destroyed the table.

B<Example:> the values of two headers.

    my @cookies;
    $r->headers_in->do(sub ($key, $value) { push @cookies, $value; 1 },
        'Cookie', 'Cookie2');

=head2 copy

    $other = $table->copy($pool);

The method copies the table with all its strings into another pool.

B<Returns:> a new C<APR::Table>.

B<Errors:> none of its own.

B<Example:> keep the headers for later requests of the connection.

    my $kept = $r->headers_in->copy($c->pool);
    $c->pnotes(first_headers => $kept);

=head2 overlay

    $new = $table->overlay($other, $pool);

The method creates a table with the pairs of $other, followed by those of this
table. All pairs stay: see C<compress>.

B<Returns:> a new C<APR::Table> in $pool.

B<Errors:> none of its own.

B<Example:> all headers that httpd will send.

    my $all = $r->headers_out->overlay($r->err_headers_out, $r->pool);
    $all->compress(APR::Const::OVERLAP_TABLES_SET);

=head2 overlap

    $table->overlap($other, $flags);

The method adds the pairs of $other to this table: with
C<APR::Const::OVERLAP_TABLES_SET> as C<set> does, with
C<APR::Const::OVERLAP_TABLES_MERGE> as C<merge> does.

B<Returns:> nothing.

B<Errors:> it throws for another value of $flags.

B<Example:> set several headers at once.

    my $defaults = APR::Table::make($r->pool, 2);
    $defaults->set('X-Frame-Options' => 'DENY');
    $r->headers_out->overlap($defaults, APR::Const::OVERLAP_TABLES_SET);

=head2 compress

    $table->compress($flags);

The method leaves one pair for each key: with
C<APR::Const::OVERLAP_TABLES_SET> the last one, with
C<APR::Const::OVERLAP_TABLES_MERGE> one with all values, joined by C<", ">.

B<Returns:> nothing.

B<Errors:> it throws for another value of $flags.

B<Example:>

    $r->headers_in->compress(APR::Const::OVERLAP_TABLES_MERGE);

=head2 FETCH, STORE, DELETE, CLEAR, EXISTS, FIRSTKEY, NEXTKEY

Perl calls these methods if you use the table as a hash. C<DELETE> returns the
first value of the key.

=head1 SEE ALSO

L<Apache2::RequestRec/headers_in>, L<Apache2::RequestRec/headers_out>,
L<Apache2::RequestRec/err_headers_out>, L<Apache2::RequestRec/notes>,
L<Apache2::RequestRec/subprocess_env>

=cut
