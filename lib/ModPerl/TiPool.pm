package ModPerl::TiPool;

use 5.036;

our $VERSION = '2.000012';

use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::TiPool - a list of interpreters: of one

=head1 SYNOPSIS

    use ModPerl::TiPool ();

    my $size = ModPerl::Interpreter->current->mip->tipool->size;

=head1 DESCRIPTION

See L<ModPerl::Interpreter>.

=head1 METHODS

=head2 size

=head2 in_use

    $number = $tipool->size;

How many interpreters there are, and how many of them are in use: 1.

=head2 cfg

    $config = $tipool->cfg;

Its ModPerl::TiPoolConfig.

=cut
