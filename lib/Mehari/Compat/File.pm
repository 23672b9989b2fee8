package Mehari::Compat::File;

# Apache::File of mod_perl 1: see Apache2::compat.

use Mehari::Perl;

use File::Temp ();
use IO::File   ();

@Apache::File::ISA = ('IO::File');

# A name and a handle; the file is removed at the end of the request, if there
# is one.
sub Apache::File::tmpfile {
    my $class = shift;
    my $r     = eval { Apache2::RequestUtil->request };
    my ($fh, $name) = File::Temp::tempfile(UNLINK => !$r);
    if ($r) {
        $r->pool->cleanup_register(sub { unlink $name });
    }
    return wantarray ? ($name, $fh) : $fh;
}

1;
