package ModPerl::InterpPool;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader    ();
use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::InterpPool - the pool of the interpreter in this process

=head1 SYNOPSIS

    use ModPerl::InterpPool ();

    my $server = ModPerl::Interpreter->current->mip->server;

=head1 DESCRIPTION

L<ModPerl::Interpreter> says why this pool has one interpreter.

=head1 METHODS

=head2 server

    $s = $mip->server;

The method returns the server of the pool, which is the main server.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:>

    my $s = ModPerl::Interpreter->current->mip->server;

=head2 parent

    $interp = $mip->parent;

The method returns the parent interpreter. In mod_perl the others are clones of
it.

B<Returns:> a L<ModPerl::Interpreter>.

B<Errors:> none of its own.

B<Example:>

    my $interp = ModPerl::Interpreter->current->mip->parent;

=head2 tipool

    $tipool = $mip->tipool;

The method returns the list of interpreters in this pool.

B<Returns:> a L<ModPerl::TiPool>.

B<Errors:> none of its own.

B<Example:>

    my $tipool = ModPerl::Interpreter->current->mip->tipool;

=head1 SEE ALSO

L<ModPerl::Interpreter>, L<ModPerl::TiPool>

=cut
