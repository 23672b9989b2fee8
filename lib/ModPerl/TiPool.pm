package ModPerl::TiPool;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader    ();
use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::TiPool - the list of interpreters in this process

=head1 SYNOPSIS

    use ModPerl::TiPool ();

    my $size = ModPerl::Interpreter->current->mip->tipool->size;

=head1 DESCRIPTION

L<ModPerl::Interpreter> says why this list has one interpreter.

=head1 METHODS

=head2 size, in_use

    $number = $tipool->size;
    $number = $tipool->in_use;

The methods return the number of interpreters, and the number of those that are
running.

B<Returns:> 1.

B<Errors:> none of their own.

B<Example:>

    my $tipool = ModPerl::Interpreter->current->mip->tipool;
    my $is_free = $tipool->in_use < $tipool->size;

=head2 cfg

    $config = $tipool->cfg;

The method returns the settings for the pool, from the configuration.

B<Returns:> a L<ModPerl::TiPoolConfig>.

B<Errors:> none of its own.

B<Example:>

    my $config = ModPerl::Interpreter->current->mip->tipool->cfg;

=head1 SEE ALSO

L<ModPerl::Interpreter>, L<ModPerl::TiPoolConfig>

=cut
