package Mehari::Test::Client;

# A connection that sends the bytes that a test gives, and returns the bytes
# that it received.

use Mehari::Perl;
use IO::Socket::INET;
use Socket qw(SOL_SOCKET SO_RCVBUF SOCK_STREAM inet_aton pack_sockaddr_in);
use Time::HiRes qw(time);

use Mehari::Test::Response;

# With a sanitizer a request takes several times as long.
my $SECONDS = $ENV{MEHARI_PRELOAD} ? 120 : 30;

# receive: about how many bytes the socket takes before they are read. The server
# learns this number when the two connect.
sub new ($class, $httpd, %option) {
    return bless {
        address => '127.0.0.1',
        port    => $httpd->port,
        timeout => $option{timeout} // $SECONDS,
        receive => $option{receive},
        bytes   => '',
    }, $class;
}

sub socket ($self) { return $self->{socket} //= $self->connected }

sub connected ($self) {
    my $place  = pack_sockaddr_in($self->{port}, inet_aton($self->{address}));
    my $socket = IO::Socket::INET->new(Proto => 'tcp', Type => SOCK_STREAM)
        // die "No socket: $@\n";
    setsockopt $socket, SOL_SOCKET, SO_RCVBUF, $self->{receive}
        if defined $self->{receive};
    $socket->connect($place)
        or die "Cannot connect to port $self->{port}: $!\n";
    return $socket;
}

sub is_open ($self) { return defined $self->{socket} }

sub close ($self) {
    delete $self->{socket};
    $self->{bytes} = '';
    return;
}

sub send ($self, $bytes) {
    local $SIG{PIPE} = 'IGNORE';    # an answer may come before all is sent
    my $socket = $self->socket;
    while (length $bytes) {
        my $sent = syswrite($socket, $bytes) // return 0;
        substr $bytes, 0, $sent, '';
    }
    return 1;
}

# Ends the sending; what comes can still be read.
sub finish ($self) {
    return shutdown $self->socket, 1;
}

# Returns false at the end of file or when the time is up.
sub read_some ($self, $end) {
    my $left = $end - time;
    return 0 if $left <= 0;
    vec(my $bits = '', fileno $self->socket, 1) = 1;
    return 0 if select($bits, undef, undef, $left) <= 0;
    return sysread $self->socket, $self->{bytes}, 65536,
        length $self->{bytes};
}

# Returns the bytes up to and including the match, or undef.
sub read_until ($self, $pattern, $seconds = $self->{timeout}) {
    my $end = time + $seconds;
    while (1) {
        return substr $self->{bytes}, 0, $+[0], ''
            if $self->{bytes} =~ $pattern;
        $self->read_some($end) or return undef;
    }
    return undef;
}

sub read_all ($self) {
    my $end = time + $self->{timeout};
    1 while $self->read_some($end);
    my $bytes = $self->{bytes};
    $self->close;
    return $bytes;
}

sub read_response ($self, $method = 'GET') {
    my $end      = time + $self->{timeout};
    my $response = Mehari::Test::Response->new($method);
    until ($response->feed(\$self->{bytes})) {
        next if $self->read_some($end);
        $response->{late} = time >= $end;
        $response->finish(\$self->{bytes});
        $self->close;
        last;
    }
    return $response;
}

sub request ($self, $path, %option) {
    my $method  = $option{method} // 'GET';
    my $message = message($path, $self->{port}, %option);
    $self->send($message);
    my $response = $self->read_response($method);
    while (($response->status // 0) =~ /\A1\d\d\z/) {
        $response = $self->read_response($method);
    }
    $self->close if $response->will_close;
    return $response;
}

# Sends a GET, as every HTTP client does, once more if a connection that was kept
# closes without an answer: it was closed before the request came (RFC 9112,
# section 9.3.1).
sub ask ($self, $path) {
    my $kept     = $self->is_open;
    my $response = $self->request($path);
    return $response if !$kept || defined $response->status;
    return $self->request($path);
}

sub message ($path, $port, %option) {
    my $method = $option{method} // 'GET';
    my @pairs  = pairs($option{headers});
    my %given  = map { lc $_->[0] => 1 } @pairs;
    my $body   = $option{body};
    push @pairs, [ Host => "localhost:$port" ] if !$given{host};
    push @pairs, [ 'Content-Length' => length $body ]
        if defined $body
        && !$given{'content-length'}
        && !$given{'transfer-encoding'};
    my $head = join '', map { "$_->[0]: $_->[1]\r\n" } @pairs;
    return "$method $path HTTP/1.1\r\n$head\r\n" . ($body // '');
}

# From { name => value }, [ name => value, ... ] or nothing.
sub pairs ($headers) {
    my @flat
        = ref $headers eq 'HASH'
        ? map { $_ => $headers->{$_} } sort keys %$headers
        : @{ $headers // [] };
    my @pairs;
    while (my ($name, $value) = splice @flat, 0, 2) {
        push @pairs, [ $name, $value ];
    }
    return @pairs;
}

1;
