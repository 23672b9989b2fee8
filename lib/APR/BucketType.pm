package APR::BucketType;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::BucketType - the kind of a bucket

=head1 SYNOPSIS

    use APR::Bucket     ();
    use APR::BucketType ();

    say $bucket->type->name;    # EOS

=head1 DESCRIPTION

The method C<type> of an L<APR::Bucket> returns such an object.

=head1 METHODS

=head2 name

    $name = $type->name;

The method names the kind. Filters meet these:

=over

=item C<EOS>, C<FLUSH>

A mark without data: the end of a stream, the request to send now.

=item C<HEAP>, C<TRANSIENT>, C<POOL>, C<IMMORTAL>

Data in memory. The kinds differ in how long it stays.

=item C<FILE>, C<MMAP>

A part of a file. C<FILE> becomes C<MMAP> or C<HEAP> when it is read.

=item C<PIPE>, C<SOCKET>

Data that comes from another process or from the client. Such a bucket has no
length before it has been read to its end.

=item C<mod_perl SV bucket>

The data of a Perl scalar, from C<< APR::Bucket->new >>. The name is
mod_perl's, because programs look for it.

=item C<ERROR>, C<EOR>, C<EOC>

Marks of httpd's own: a status to report, the end of a request, the end of a
connection. Pass them on.

=back

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my @kinds;
    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        push @kinds, $b->type->name;
    }
    $r->log->debug("@kinds");

=head1 SEE ALSO

L<APR::Bucket>, L<APR::Brigade>

=cut
