package Apache2::Process;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::Process - the process that the server is in

=head1 SYNOPSIS

  use Apache2::ServerRec ();
  use Apache2::Process ();

  my $process = $s->process;
  my $pool    = $process->pconf;

=head1 DESCRIPTION

One object for each process, from L<Apache2::ServerRec/process>. It is there at
start-up and in every child.

=head1 METHODS

=head2 pconf

  my $pool = $process->pconf;    # APR::Pool

The pool of the configuration. httpd clears it when it restarts.

=head2 pool

  my $pool = $process->pool;     # APR::Pool

The pool that lasts as long as the server, through restarts.

=head2 short_name

  my $name = $process->short_name;    # string

The last part of the name the server was started with: "apache2", "httpd".

=head1 SEE ALSO

L<Apache2::ServerRec>, L<APR::Pool>

=cut
