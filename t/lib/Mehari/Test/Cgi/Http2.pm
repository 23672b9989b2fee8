package Mehari::Test::Cgi::Http2;

# Sends the requests of a case over HTTP/2, each by a connection of its own:
# httpd logs a request when it is done with the stream, which may be when
# something else happens on the connection.

use Mehari::Perl;
use parent 'Mehari::Test::Http2';
use Time::HiRes qw(time);

use Mehari::Test::Cgi::Client;

# Headers that speak of one connection have no place in HTTP/2.
my %CONNECTION = map { $_ => 1 }
    qw(connection host keep-alive proxy-connection transfer-encoding upgrade);

# Does the same as exchange() of Mehari::Test::Cgi::Client.
sub exchange ($self, $step, $path, $go) {
    return $self->by_http1($step, $path, $go) if $step->{protocol};
    $self->{end} = time + $self->{timeout};
    my $stream = $self->request_of([ fields($step, $path) ], $step->{body});
    if (my $until = $step->{option}{until}) {
        $self->hear_text($stream, $until->[1]);
        $go->($until->[0]);
    }
    if (my $abort = $step->{option}{abort}) {
        $self->hear_text($stream, $abort->[1]);
        $self->close;
        $go->($abort->[0]);
        return undef;
    }
    my $in_time = $self->hear_text($stream);
    $self->close;
    return $in_time ? $self->response($stream) : undef;
}

sub by_http1 ($self, $step, $path, $go) {
    my $client
        = Mehari::Test::Cgi::Client->new($self, timeout => $self->{timeout});
    return $client->exchange($step, $path, $go);
}

sub port ($self) { return $self->{port} }

sub fields ($step, $path) {
    my @given = map { [ lc $_->[0], $_->[1] ] } $step->{headers}->@*;
    my %given = map { @$_ } reverse @given;
    my @own   = (
        [ ':method'    => $step->{method} ],
        [ ':scheme'    => 'http' ],
        [ ':path'      => $path ],
        [ ':authority' => $given{host} // Mehari::Test::Cgi::Client->host ],
    );
    push @given, [ 'content-length' => length $step->{body} ]
        if defined $step->{body}
        && !$step->{option}{chunked}
        && !defined $given{'content-length'};
    return (@own, grep { !$CONNECTION{ $_->[0] } } @given);
}

# Waits until the text, or the end of the stream, has come. Returns false when the
# time is up.
sub hear_text ($self, $stream, $text = undef) {
    return $self->hear_until(
        sub {
            my $seen = $self->head_of($stream) . $self->body_of($stream);
            return $self->has_ended($stream)
                || defined $text && $seen =~ /\Q$text\E/i;
        },
        $self->{end}
    );
}

1;
