package Mehari::Test::Cgi::Http2;

# Sends the requests of a case over HTTP/2 (RFC 9113) with no TLS, each by a
# connection of its own: httpd logs a request when it is done with the stream,
# which may be when something else happens on the connection.
#
# Protocol::HTTP2 (1.10) cannot send these cases: it marks the last frame of a
# long header as the others, and refuses names of headers with a dot.

use v5.36;
use parent 'Mehari::Test::Client';
use Time::HiRes qw(time);

use Mehari::Test::Cgi::Client;
use Mehari::Test::Hpack qw(decode_headers encode_headers);
use Mehari::Test::Response;

my $PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
my $PIECE   = 16_384;                               # of a frame, at most
my $WINDOW  = 65_535;       # bytes that may be sent unasked
my $ENOUGH  = 0x7fffffff;

my $STREAM = 1;

my ($DATA, $HEADERS, $RESET, $SETTINGS, $PING, $MORE, $CONTINUED)
    = (0, 1, 3, 4, 6, 8, 9);
my ($END_STREAM, $ACK, $END_HEADERS, $PADDED, $PRIORITY)
    = (0x1, 0x1, 0x4, 0x8, 0x20);
my ($TABLE_SIZE, $PUSH, $INITIAL_WINDOW) = (1, 2, 4);

# Headers that speak of one connection have no place in HTTP/2.
my %CONNECTION = map { $_ => 1 }
    qw(connection host keep-alive proxy-connection transfer-encoding upgrade);

my %HEARS = (
    $DATA      => \&hear_data,
    $HEADERS   => \&hear_headers,
    $CONTINUED => \&hear_headers,
    $RESET     => \&hear_reset,
    $SETTINGS  => \&hear_settings,
    $PING      => \&hear_ping,
    $MORE      => \&hear_more,
);

# --- a request ----------------------------------------------------------------

# As that of Mehari::Test::Cgi::Client.
sub exchange ($self, $step, $path, $go) {
    return $self->by_http1($step, $path, $go) if $step->{protocol};
    $self->{end} = time + $self->{timeout};
    $self->begin($step, $path);
    if (my $until = $step->{option}{until}) {
        $self->hear_until($until->[1]);
        $go->($until->[0]);
    }
    if (my $abort = $step->{option}{abort}) {
        $self->hear_until($abort->[1]);
        $self->close;
        $go->($abort->[0]);
        return undef;
    }
    my $in_time = $self->hear_until;
    $self->close;
    return $in_time ? $self->response($step) : undef;
}

sub by_http1 ($self, $step, $path, $go) {
    my $client
        = Mehari::Test::Cgi::Client->new($self, timeout => $self->{timeout});
    return $client->exchange($step, $path, $go);
}

sub port ($self) { return $self->{port} }

sub begin ($self, $step, $path) {
    @$self{qw(head block body)}           = ([], '', '');
    @$self{qw(ended error last)}          = ();
    @$self{qw(window whole_window first)} = ($WINDOW) x 3;
    $self->{to_go}                        = $step->{body};
    $self->send($PREFACE);
    $self->say($SETTINGS, 0, 0, pack '(nN)3',
        $TABLE_SIZE, 0, $PUSH, 0, $INITIAL_WINDOW, $ENOUGH);
    $self->say($MORE, 0, 0, pack 'N', $ENOUGH - $WINDOW);
    $self->send_head(
        encode_headers(fields($step, $path)),
        defined $step->{body} ? 0 : $END_STREAM
    );
    $self->send_body;
    return;
}

sub send_head ($self, $block, $flags) {
    my $type = $HEADERS;
    while (length $block > $PIECE) {
        $self->say($type, $flags, $STREAM, substr $block, 0, $PIECE, '');
        ($type, $flags) = ($CONTINUED, 0);
    }
    return $self->say($type, $flags | $END_HEADERS, $STREAM, $block);
}

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

# As much as the windows allow; the rest when they open.
sub send_body ($self) {
    while (defined $self->{to_go}) {
        my $count = length $self->{to_go};
        for my $limit ($PIECE, @$self{qw(window whole_window)}) {
            $count = $limit if $count > $limit;
        }
        return if $count <= 0 && length $self->{to_go};
        my $piece = substr $self->{to_go}, 0, $count, '';
        $_ -= $count for @$self{qw(window whole_window)};
        $self->{to_go} = undef if !length $self->{to_go};
        $self->say($DATA, defined $self->{to_go} ? 0 : $END_STREAM,
            $STREAM, $piece);
    }
    return;
}

sub say ($self, $type, $flags, $number, $bytes = '') {
    my $head = pack 'NCN', length($bytes) << 8 | $type, $flags, $number;
    return $self->send($head . $bytes);
}

# --- the answer -----------------------------------------------------------------

# Until the text has come, or the end. False when the time is up.
sub hear_until ($self, $text = undef) {
    while (1) {
        $self->hear_all;
        return 1 if $self->{ended};
        return 1 if defined $text && $self->seen =~ /\Q$text\E/i;
        next     if $self->read_some($self->{end});
        return 0 if time >= $self->{end};
        @$self{qw(ended error)} = (1, 1);
    }
    return;
}

sub hear_all ($self) {
    while (length $self->{bytes} >= 9) {
        my ($size, $flags, $number) = unpack 'NCN', $self->{bytes};
        my $type = $size & 0xff;
        $size >>= 8;
        return if length $self->{bytes} < 9 + $size;
        my $bytes = substr substr($self->{bytes}, 0, 9 + $size, ''), 9;
        my $hears = $HEARS{$type} // next;
        $self->$hears($flags, $number, $bytes);
    }
    return;
}

sub unpadded ($flags, $bytes) {
    return $bytes if !($flags & $PADDED);
    return substr $bytes, 1, length($bytes) - 1 - ord $bytes;
}

sub hear_data ($self, $flags, $number, $bytes) {
    $self->{body} .= unpadded($flags, $bytes);
    $self->{ended} = 1 if $flags & $END_STREAM;
    return;
}

# A block that comes before the answer (1xx) is not it.
sub hear_headers ($self, $flags, $number, $bytes) {
    $bytes = unpadded($flags, $bytes);
    $bytes = substr $bytes, 5 if $flags & $PRIORITY;
    $self->{last} ||= $flags & $END_STREAM;
    $self->{block} .= $bytes;
    return if !($flags & $END_HEADERS);
    my @head = decode_headers($self->{block});
    $self->{block} = '';
    push $self->{head}->@*, @head if $head[0][1] !~ /\A1\d\d\z/;
    $self->{ended} = $self->{last};
    return;
}

sub hear_reset ($self, $flags, $number, $bytes) {
    @$self{qw(ended error)} = (1, 1);
    return;
}

sub hear_settings ($self, $flags, $number, $bytes) {
    return if $flags & $ACK;
    my %setting = unpack '(nN)*', $bytes;
    my $first   = $setting{$INITIAL_WINDOW} // $self->{first};
    $self->{window} += $first - $self->{first};
    $self->{first} = $first;
    $self->say($SETTINGS, $ACK, 0);
    return $self->send_body;
}

sub hear_ping ($self, $flags, $number, $bytes) {
    return $flags & $ACK ? undef : $self->say($PING, $ACK, 0, $bytes);
}

sub hear_more ($self, $flags, $number, $bytes) {
    $self->{ $number ? 'window' : 'whole_window' } += unpack 'N', $bytes;
    return $self->send_body;
}

# --- what it was ------------------------------------------------------------------

sub seen ($self) { return $self->head_text . $self->{body} }

sub head_text ($self) {
    my ($status, @headers) = $self->{head}->@*;
    return '' if !$status;
    return join "\r\n", "HTTP/2 $status->[1] ",
        map { "$_->[0]: $_->[1]" } @headers;
}

# A body that is shorter than its length is no whole answer.
sub response ($self, $step) {
    my $head     = $self->head_text;
    my ($length) = $head =~ /\ncontent-length: (\d+)/;
    my $size     = length $self->{body};
    my $short    = $size && defined $length && $size != $length;
    return Mehari::Test::Response->of_parts($head, $self->{body},
        !$self->{error} && !$short);
}

1;
