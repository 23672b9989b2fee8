package Mehari::PSGI::Body;

# Sends a body that is complete: an array, a handle, or an object like one.

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

# httpd itself sends a file, from where its handle is. Returns undef if the body
# is no file, if the handle would read other bytes than the file's (a layer), or
# if only this handle may read the file (another user has opened it).
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
