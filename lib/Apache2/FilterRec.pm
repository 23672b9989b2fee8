package Apache2::FilterRec;

use 5.036;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::FilterRec - what httpd knows of a kind of filter

=head1 SYNOPSIS

    use Apache2::Filter    ();
    use Apache2::FilterRec ();

    for (my $f = $r->output_filters; $f; $f = $f->next) {
        say $f->frec->name;
    }

=head1 DESCRIPTION

A filter that modules register is one record, however many requests it is in.
C<frec> of L<Apache2::Filter> gives it.

=head1 METHODS

=head2 name

    $name = $frec->name;

The name, in lower case: C<deflate>, C<http_in>. All Perl filters have one of
C<modperl_request_output>, C<modperl_request_input>,
C<modperl_connection_output> and C<modperl_connection_input>.

=cut
