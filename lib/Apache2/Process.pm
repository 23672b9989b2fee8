package Apache2::Process;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::Process - the memory pools of the server

=head1 SYNOPSIS

    use Apache2::ServerRec ();
    use Apache2::Process   ();

    my $process = $s->process;
    my $pool    = $process->pconf;

=head1 DESCRIPTION

L<Apache2::ServerRec/process> gives this object, when the server starts and in
every child process.

=head1 METHODS

=head2 pconf

    $pool = $process->pconf;

The method returns the memory pool of the configuration. httpd clears it at
each restart.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:>

    my $file = Apache2::ServerUtil::server_root_relative(
        $s->process->pconf, 'conf/app.yaml');

=head2 pool

    $pool = $process->pool;

The method returns the memory pool that lasts until the server stops. A restart
does not clear it.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:>

    my $pool = Apache2::ServerUtil->server->process->pool;

=head2 short_name

    $name = $process->short_name;

The method returns the name of the program that started the server, without its
directory.

B<Returns:> a string such as C<apache2> or C<httpd>.

B<Errors:> none of its own.

B<Example:>

    my $name = $s->process->short_name;

=head1 SEE ALSO

L<Apache2::ServerRec>, L<APR::Pool>

=cut
