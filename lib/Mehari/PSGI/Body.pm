package Mehari::PSGI::Body;

# A body that is there as a whole: an array, a handle, or what is like one.

use Mehari::Perl;

use Apache2::RequestIO ();
use Scalar::Util       qw(blessed);

my $PIECE = 65_536;

sub send_all ($r, $body) {
    return Mehari::PSGI::strings($body) if ref $body eq 'ARRAY';
    die "the application's body is neither an array nor a handle\n"
        if !ref $body && ref \$body ne 'GLOB';
    send_file($r, $body) // send_lines($r, $body);
    $body->close if !blessed $body || $body->can('close');
    return;
}

# httpd sends a file itself, from where it has been read to. Undef: it is none,
# what it holds is not what would be read, or it may be read by this handle only
# (it was opened as another user).
sub send_file ($r, $body) {
    my $fd = eval { fileno $body } // return undef;
    return undef if $fd < 0 || !-f $body;
    return undef if grep { !/\A(?:unix|perlio)\z/ } PerlIO::get_layers($body);
    my $failed = $r->sendfile("/proc/self/fd/$fd", tell $body);
    return $failed ? undef : 1;
}

sub send_lines ($r, $body) {
    local $/ = \$PIECE;
    while (defined(my $piece = $body->getline)) {
        $r->print($piece) if length $piece;
    }
    return 1;
}

1;
