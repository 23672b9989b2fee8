package APR::BucketType;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::BucketType - the type of a bucket

=head1 SYNOPSIS

    use APR::Bucket     ();
    use APR::BucketType ();

    say $bucket->type->name;    # EOS

=head1 DESCRIPTION

The method C<type> of an L<APR::Bucket> returns such an object.

=head1 METHODS

=head2 name

    $name = $type->name;

The method returns the name of the type. Filters see these types:

=over

=item C<EOS>, C<FLUSH>

Metadata: C<EOS> is the end of a stream, and C<FLUSH> tells filters to send
their data now.

=item C<HEAP>, C<TRANSIENT>, C<POOL>, C<IMMORTAL>

Data in memory. The types differ in how long the memory lives.

=item C<FILE>, C<MMAP>

A part of a file. When a C<FILE> is read, it becomes C<MMAP> or C<HEAP>.

=item C<PIPE>, C<SOCKET>

Data from another process or from the client. The length is unknown until all
data has been read.

=item C<mod_perl SV bucket>

The data of a Perl scalar, from C<< APR::Bucket->new >>. The name is the same
as in mod_perl, because programs compare it.

=item C<ERROR>, C<EOR>, C<EOC>

Metadata for httpd: a status to report, the end of the request, the end of the
connection. Pass them on.

=back

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> the types of all buckets in a brigade.

    my @kinds;
    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        push @kinds, $b->type->name;
    }
    $r->log->debug("@kinds");

=head1 SEE ALSO

L<APR::Bucket>, L<APR::Brigade>

=cut
