package Mehari::Test::Cgi::Client;

# Sends the requests of a case over HTTP/1, one connection for all.

use Mehari::Perl;
use parent 'Mehari::Test::Client';
use IO::Select;

use Mehari::Test::Client;
use Mehari::Test::Response;

sub host ($class) { return 'cgi.test' }

# Returns the response, or undef if nothing came in time.  Calls $go when the text
# that @until or @abort waits for has come.
sub exchange ($self, $step, $path, $go) {
    $self->close if $self->was_closed;
    $self->send($self->message_of($step, $path));
    if (my $until = $step->{option}{until}) {
        $self->wait_for($until->[1]);
        $go->($until->[0]);
    }
    if (my $abort = $step->{option}{abort}) {
        $self->wait_for($abort->[1]);
        $self->close;
        $go->($abort->[0]);
        return undef;
    }
    my $response = $self->final_response($step->{method});
    $self->close if asks_to_close($step);
    return $response;
}

# A script that speaks HTTP itself may not say that its answer is the last one on
# the connection.
sub asks_to_close ($step) {
    return grep { lc "@$_" eq 'connection close' } @{ $step->{headers} };
}

sub was_closed ($self) {
    return 0 if !$self->is_open;
    return 1 if length $self->{bytes};
    return IO::Select->new($self->socket)->can_read(0);
}

sub message_of ($self, $step, $path) {
    my $protocol = $step->{protocol} // 'HTTP/1.1';
    my @lines    = ("$step->{method} $path $protocol");
    my %given    = map { lc $_->[0] => 1 } @{ $step->{headers} };
    push @lines, 'Host: ' . $self->host if !$given{host};
    push @lines, map { "$_->[0]: $_->[1]" } @{ $step->{headers} };
    my $body = $step->{body};
    if (my $chunked = $step->{option}{chunked}) {
        push @lines, 'Transfer-Encoding: chunked';
        $body = in_chunks($body // '', $chunked->[0]);
    }
    elsif (defined $body && !$given{'content-length'}) {
        push @lines, 'Content-Length: ' . length $body;
    }
    return join("\r\n", @lines, '', '') . ($body // '');
}

sub in_chunks ($body, $size) {
    my $text = '';
    for (my $at = 0; $at < length $body; $at += $size) {
        my $part = substr $body, $at, $size;
        $text .= sprintf "%x\r\n%s\r\n", length $part, $part;
    }
    return "${text}0\r\n\r\n";
}

# Waits for the text, and leaves it to be read.
sub wait_for ($self, $text) {
    my $got = $self->read_until(qr/\Q$text\E/i) // return;
    $self->{bytes} = $got . $self->{bytes};
    return;
}

sub final_response ($self, $method) {
    while (1) {
        my $response = $self->read_response($method) // return undef;
        next         if ($response->status // 0) =~ /\A1\d\d\z/;
        $self->close if $response->will_close;
        return $response;
    }
    return undef;
}

sub read_response ($self, $method) {
    my $response = $self->SUPER::read_response($method);
    return $response->{late} ? undef : $response;
}

1;
