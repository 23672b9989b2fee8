package ModPerl::InterpPool;

use 5.036;

our $VERSION = '2.000012';

use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::InterpPool - what interpreters are kept in

=head1 SYNOPSIS

    use ModPerl::InterpPool ();

    my $server = ModPerl::Interpreter->current->mip->server;

=head1 DESCRIPTION

See L<ModPerl::Interpreter>.

=head1 METHODS

=head2 server

    $s = $pool->server;

The Apache2::ServerRec that it belongs to: the main server.

=head2 parent

    $interp = $pool->parent;

The ModPerl::Interpreter that all others would be copies of.

=head2 tipool

    $tipool = $pool->tipool;

Its ModPerl::TiPool.

=cut
