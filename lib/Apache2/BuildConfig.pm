package Apache2::BuildConfig;

use 5.036;

use parent 'Apache2::Build';

our $VERSION = '2.000012';

sub new { return Apache2::Build->build_config }

1;

__END__

=head1 NAME

Apache2::BuildConfig - the object of L<Apache2::Build>, under its other name

=head1 SYNOPSIS

    my $build = Apache2::BuildConfig->new;

=head1 DESCRIPTION

C<new> returns C<< Apache2::Build->build_config >>.

=cut
