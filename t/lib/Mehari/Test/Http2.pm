package Mehari::Test::Http2;

# A connection of HTTP/2 (RFC 9113) with no TLS, and the streams on it. Its owner
# says how much the server may send, and when.
#
# Protocol::HTTP2 (1.10) cannot send the cases of t/cgi: it marks the last frame
# of a long header as the others, and refuses names of headers with a dot.

use Mehari::Perl;
use parent 'Mehari::Test::Client';
use Time::HiRes qw(time);

use Mehari::Test::Hpack qw(decode_headers encode_headers);
use Mehari::Test::Response;

my $PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
my $PIECE   = 16_384;                               # of a frame, at most
my $WINDOW  = 65_535;       # bytes that may be sent unasked
my $ENOUGH  = 0x7fffffff;

my ($DATA, $HEADERS, $RESET, $SETTINGS, $PING, $MORE, $CONTINUED)
    = (0, 1, 3, 4, 6, 8, 9);
my ($END_STREAM, $ACK, $END_HEADERS, $PADDED, $PRIORITY)
    = (0x1, 0x1, 0x4, 0x8, 0x20);
my ($TABLE_SIZE, $PUSH, $INITIAL_WINDOW) = (1, 2, 4);
my $CANCEL = 8;

my %HEARS = (
    $DATA      => \&hear_data,
    $HEADERS   => \&hear_headers,
    $CONTINUED => \&hear_headers,
    $RESET     => \&hear_reset,
    $SETTINGS  => \&hear_settings,
    $PING      => \&hear_ping,
    $MORE      => \&hear_more,
);

# Takes the options of Mehari::Test::Client, and window: the number of bytes that
# the server may send on each stream before it is allowed more; without it, there is
# no limit.
sub new ($class, $httpd, %option) {
    my $window = delete $option{window} // $ENOUGH;
    my $self   = $class->SUPER::new($httpd, %option);
    $self->{unasked} = $window;
    return $self;
}

# --- what is said ---------------------------------------------------------------

# Forgets the streams of a connection before.
sub begin ($self) {
    $self->{streams} = {};
    $self->{number}  = -1;
    $self->{first}   = $self->{whole_window} = $WINDOW;
    $self->send($PREFACE);
    $self->say($SETTINGS, 0, 0, pack '(nN)3', $TABLE_SIZE, 0, $PUSH, 0,
        $INITIAL_WINDOW, $self->{unasked});
    $self->say($MORE, 0, 0, pack 'N', $ENOUGH - $WINDOW);
    return;
}

# Sends a request with these fields; its body may be undef. Returns the number of
# its stream.
sub request_of ($self, $fields, $body = undef) {
    $self->begin if !$self->is_open;
    my $number = $self->{number} += 2;
    $self->{streams}{$number} = {
        head   => [],
        block  => '',
        body   => '',
        to_go  => $body,
        window => $self->{first},
    };
    $self->say_head(
        $number,
        encode_headers(@$fields),
        defined $body ? 0 : $END_STREAM
    );
    $self->say_body($number);
    return $number;
}

# Sends a GET with further fields.
sub ask ($self, $path, @field) {
    return $self->request_of(
        [
            [ ':method'    => 'GET' ],
            [ ':scheme'    => 'http' ],
            [ ':path'      => $path ],
            [ ':authority' => "localhost:$self->{port}" ], @field,
        ]
    );
}

# Allows the server to send so many more bytes on the stream.
sub widen ($self, $number, $bytes) {
    return $self->say($MORE, 0, $number, pack 'N', $bytes);
}

sub reset ($self, $number) {
    $self->{streams}{$number}{ended} = $self->{streams}{$number}{error} = 1;
    return $self->say($RESET, 0, $number, pack 'N', $CANCEL);
}

sub say_head ($self, $number, $block, $flags) {
    my $type = $HEADERS;
    while (length $block > $PIECE) {
        $self->say($type, $flags, $number, substr $block, 0, $PIECE, '');
        ($type, $flags) = ($CONTINUED, 0);
    }
    return $self->say($type, $flags | $END_HEADERS, $number, $block);
}

# Sends as much of a body as the windows allow; the rest follows when they open.
sub say_body ($self, $number) {
    my $stream = $self->{streams}{$number};
    while (defined $stream->{to_go}) {
        my $count = length $stream->{to_go};
        for my $limit ($PIECE, $stream->{window}, $self->{whole_window}) {
            $count = $limit if $count > $limit;
        }
        return if $count <= 0 && length $stream->{to_go};
        my $piece = substr $stream->{to_go}, 0, $count, '';
        $_ -= $count for $stream->{window}, $self->{whole_window};
        $stream->{to_go} = undef if !length $stream->{to_go};
        $self->say($DATA, defined $stream->{to_go} ? 0 : $END_STREAM,
            $number, $piece);
    }
    return;
}

sub say ($self, $type, $flags, $number, $bytes = '') {
    my $head = pack 'NCN', length($bytes) << 8 | $type, $flags, $number;
    return $self->send($head . $bytes);
}

# --- what is heard ----------------------------------------------------------------

# Reads until the condition is true. Returns false when the time is up.
sub hear_until ($self, $condition, $end = time + $self->{timeout}) {
    while (1) {
        $self->hear_all;
        return 1 if $condition->();
        next     if $self->read_some($end);
        return 0 if time >= $end;
        @$_{qw(ended error)} = (1, 1)
            for grep { !$_->{ended} } values $self->{streams}->%*;
        return $condition->();
    }
    return;
}

sub hear_all ($self) {
    while (length $self->{bytes} >= 9) {
        my ($size, $flags, $number) = unpack 'NCN', $self->{bytes};
        my $type = $size & 0xff;
        $size >>= 8;
        return if length $self->{bytes} < 9 + $size;
        my $bytes  = substr substr($self->{bytes}, 0, 9 + $size, ''), 9;
        my $hears  = $HEARS{$type}             // next;
        my $stream = $self->{streams}{$number} // {};
        $self->$hears($stream, $flags, $number, $bytes);
    }
    return;
}

sub unpadded ($flags, $bytes) {
    return $bytes if !($flags & $PADDED);
    return substr $bytes, 1, length($bytes) - 1 - ord $bytes;
}

sub hear_data ($self, $stream, $flags, $number, $bytes) {
    $stream->{body} .= unpadded($flags, $bytes);
    $stream->{ended} = 1 if $flags & $END_STREAM;
    return;
}

# Reads a block of headers. That of an interim answer (1xx) is ignored.
sub hear_headers ($self, $stream, $flags, $number, $bytes) {
    $bytes = unpadded($flags, $bytes);
    $bytes = substr $bytes, 5 if $flags & $PRIORITY;
    $stream->{last} ||= $flags & $END_STREAM;
    $stream->{block} .= $bytes;
    return if !($flags & $END_HEADERS);
    my @head = decode_headers($stream->{block});
    $stream->{block} = '';
    push $stream->{head}->@*, @head if $head[0][1] !~ /\A1\d\d\z/;
    $stream->{ended} = $stream->{last};
    return;
}

sub hear_reset ($self, $stream, $flags, $number, $bytes) {
    @$stream{qw(ended error)} = (1, 1);
    return;
}

sub hear_settings ($self, $stream, $flags, $number, $bytes) {
    return if $flags & $ACK;
    my %setting = unpack '(nN)*', $bytes;
    my $first   = $setting{$INITIAL_WINDOW} // $self->{first};
    $_->{window} += $first - $self->{first} for values $self->{streams}->%*;
    $self->{first} = $first;
    $self->say($SETTINGS, $ACK, 0);
    return $self->say_bodies;
}

sub hear_ping ($self, $stream, $flags, $number, $bytes) {
    return $flags & $ACK ? undef : $self->say($PING, $ACK, 0, $bytes);
}

sub hear_more ($self, $stream, $flags, $number, $bytes) {
    ($number ? $stream->{window} : $self->{whole_window}) += unpack 'N',
        $bytes;
    return $self->say_bodies;
}

sub say_bodies ($self) {
    $self->say_body($_) for sort { $a <=> $b } keys $self->{streams}->%*;
    return;
}

# --- what it was ------------------------------------------------------------------

sub body_of   ($self, $number) { return $self->{streams}{$number}{body} }
sub has_ended ($self, $number) { return $self->{streams}{$number}{ended} }

sub head_of ($self, $number) {
    my ($status, @headers) = $self->{streams}{$number}{head}->@*;
    return '' if !$status;
    return join "\r\n", "HTTP/2 $status->[1] ",
        map { "$_->[0]: $_->[1]" } @headers;
}

# Returns the response. One whose body is shorter than its Content-Length is not
# complete.
sub response ($self, $number) {
    my $stream   = $self->{streams}{$number};
    my $head     = $self->head_of($number);
    my ($length) = $head =~ /\ncontent-length: (\d+)/;
    my $size     = length $stream->{body};
    my $short    = $size && defined $length && $size != $length;
    return Mehari::Test::Response->of_parts($head, $stream->{body},
        $stream->{ended} && !$stream->{error} && !$short);
}

1;
