package Mehari::Test::Response;

# One HTTP response as it comes over the wire, taken apart but not improved.

use Mehari::Perl;

# Returns the answer to a request of that method, before anything of it has come.
sub new ($class, $method) {
    return bless {
        method   => $method,
        status   => undef,
        reason   => undef,
        headers  => [],
        body     => '',
        complete => 0,
        raw      => '',
        framing  => '',        # end of the body, once there is a head
    }, $class;
}

sub of_parts ($class, $head, $body, $complete) {
    my $self = $class->new('GET')->begin($head);
    @$self{qw(body complete)} = ($body, $complete);
    return $self;
}

# Returns the response that these bytes are, all that a server has sent.
sub of_bytes ($class, $method, $bytes) {
    my $self = $class->new($method);
    $self->finish(\$bytes) if !$self->feed(\$bytes);
    return $self;
}

# Takes the bytes of this response from the front of $$bytes. Returns false if more
# has to come.
sub feed ($self, $bytes) {
    if (!$self->{framing}) {
        return 0 if $$bytes !~ /\r?\n\r?\n/;
        $self->begin(substr $$bytes, 0, $+[0], '');
    }
    return $self->feed_chunks($bytes) if $self->{framing} eq 'chunked';
    my $count = length $$bytes;
    $count = $self->{left} if defined $self->{left} && $self->{left} < $count;
    $self->{body} .= $self->taken($bytes, $count);
    return 0 if !defined $self->{left};
    return $self->{complete} = !($self->{left} -= $count);
}

# Ends the response, complete or not, as nothing more will come.
sub finish ($self, $bytes) {
    my $framing = $self->{framing};
    my $rest    = $framing ? $self->taken($bytes, length $$bytes) : '';
    $self->begin(substr $$bytes, 0, length $$bytes, '') if !$framing;
    $self->{complete} = 1 if $framing eq 'close';
    $self->{body} .= $rest =~ s/\A[^\r\n]*(?:\r\n)?//r
        if $framing eq 'chunked';
    return;
}

sub begin ($self, $head) {
    my ($first, @lines) = split /\r?\n/, $head;
    @$self{qw(status reason)} = ($first // '') =~ m{\AHTTP/\S+ (\d+) ?(.*)}s;
    $self->{headers}          = [ map { [ split /:[ \t]*/, $_, 2 ] } @lines ];
    $self->{raw}              = $head;
    $self->{left}             = $self->body_length;
    $self->{framing}
        = defined $self->{left} ? 'length'
        : lc($self->header('Transfer-Encoding') // '') eq 'chunked'
        ? 'chunked'
        : 'close';
    return $self;
}

# Returns undef if the body is in chunks, or ends with the connection.
sub body_length ($self) {
    return 0
        if $self->{method} eq 'HEAD'
        || ($self->{status} // 0) =~ /\A(?:1\d\d|204|304)\z/;
    return undef if defined $self->header('Transfer-Encoding');
    return $self->header('Content-Length');
}

sub feed_chunks ($self, $bytes) {
    while ($$bytes =~ /\A([0-9a-fA-F]+)[^\r\n]*\r\n/) {
        my ($size, $start) = (hex $1, $+[0]);
        my $length = $start + $size + 2;
        if ($size == 0) {
            return 0 if $$bytes !~ /\A[^\r\n]+\r\n(?:[^\r\n]+\r\n)*\r\n/;
            $self->taken($bytes, $+[0]);
            return $self->{complete} = 1;
        }
        return 0 if length $$bytes < $length;
        $self->{body} .= substr $self->taken($bytes, $length), $start, $size;
    }
    return 0;
}

sub taken ($self, $bytes, $count) {
    my $taken = substr $$bytes, 0, $count, '';
    $self->{raw} .= $taken;
    return $taken;
}

sub status   ($self) { return $self->{status} }
sub reason   ($self) { return $self->{reason} }
sub body     ($self) { return $self->{body} }
sub raw      ($self) { return $self->{raw} }
sub complete ($self) { return $self->{complete} }
sub headers  ($self) { return @{ $self->{headers} } }

# Returns all values of that name in list context, else the first.
sub header ($self, $name) {
    my @values = map { $_->[1] }
        grep { lc $_->[0] eq lc $name } $self->headers;
    return wantarray ? @values : $values[0];
}

sub will_close ($self) {
    return 1 if ($self->header('Connection') // '') =~ /\bclose\b/i;
    return
           !defined $self->header('Content-Length')
        && !defined $self->header('Transfer-Encoding')
        && ($self->{status} // 0) !~ /\A(?:204|304)\z/;
}

1;
