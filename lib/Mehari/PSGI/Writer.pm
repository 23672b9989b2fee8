package Mehari::PSGI::Writer;

# A streaming application's writer: each piece goes to the client.

use Mehari::Perl;

use Apache2::RequestIO ();

sub new ($class, $r) { return bless { r => $r }, $class }

sub write ($self, $text) {
    my $r = $self->{r} // die "the writer is closed\n";
    $r->print($text);
    $r->rflush;
    return;
}

sub close ($self) {
    delete $self->{r};
    return;
}

1;
