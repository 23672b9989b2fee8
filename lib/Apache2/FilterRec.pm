package Apache2::FilterRec;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::FilterRec - the name of a filter

=head1 SYNOPSIS

    use Apache2::Filter    ();
    use Apache2::FilterRec ();

    for (my $f = $r->output_filters; $f; $f = $f->next) {
        say $f->frec->name;
    }

=head1 DESCRIPTION

httpd has one record for each filter that a module registers. All requests
that use the filter share it. L<Apache2::Filter/frec> gives the record.

=head1 METHODS

=head2 name

    $name = $frec->name;

The method returns the name of the filter in lower case, for example C<deflate>
or C<http_in>. All Perl filters have one of the names
C<modperl_request_output>, C<modperl_request_input>,
C<modperl_connection_output> and C<modperl_connection_input>.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> a test for a compressed response.

    my $compressed;
    for (my $f = $r->output_filters; $f; $f = $f->next) {
        $compressed = 1 if $f->frec->name eq 'deflate';
    }

=head1 SEE ALSO

L<Apache2::Filter>, L<Apache2::RequestRec/output_filters>

=cut
