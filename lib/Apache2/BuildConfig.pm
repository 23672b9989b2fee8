package Apache2::BuildConfig;

use Mehari::Perl;

use parent 'Apache2::Build';

our $VERSION = '2.000013';

sub new { return Apache2::Build->build_config }

1;

__END__

=head1 NAME

Apache2::BuildConfig - another name for the object of L<Apache2::Build>

=head1 SYNOPSIS

    use Apache2::BuildConfig ();
    my $build = Apache2::BuildConfig->new;

=head1 METHODS

=head2 new

    $build = Apache2::BuildConfig->new;

The method returns the object of C<< Apache2::Build->build_config >>.

B<Returns:> an L<Apache2::Build>.

B<Errors:> none of its own.

B<Example:>

    require Apache2::BuildConfig;
    my $version = Apache2::BuildConfig->new->httpd_version;

=head1 SEE ALSO

L<Apache2::Build>

=cut
