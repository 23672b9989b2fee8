package ModPerl::InterpPool;

use v5.36;

our $VERSION = '2.000012';

use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::InterpPool - the pool of this process's interpreter

=head1 SYNOPSIS

    use ModPerl::InterpPool ();

    my $server = ModPerl::Interpreter->current->mip->server;

=head1 DESCRIPTION

See L<ModPerl::Interpreter>.

=head1 METHODS

=head2 server

    $s = $mip->server;

The method gives the server that the pool belongs to: the main server.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:>

    my $s = ModPerl::Interpreter->current->mip->server;

=head2 parent

    $interp = $mip->parent;

The method gives the interpreter that all others would be copies of.

B<Returns:> a L<ModPerl::Interpreter>.

B<Errors:> none of its own.

B<Example:>

    my $interp = ModPerl::Interpreter->current->mip->parent;

=head2 tipool

    $tipool = $mip->tipool;

The method gives the list of interpreters.

B<Returns:> a L<ModPerl::TiPool>.

B<Errors:> none of its own.

B<Example:>

    my $tipool = ModPerl::Interpreter->current->mip->tipool;

=head1 SEE ALSO

L<ModPerl::Interpreter>, L<ModPerl::TiPool>

=cut
