package Mehari::Test::Response;

# One HTTP response as it came over the wire, taken apart but not improved.

use v5.36;

# Tries to take one response from the front of $$bytes.  undef: more has to
# come.  $eof says that nothing more will; what there is, is then the response,
# complete or not.
sub take ($class, $bytes, $method, $eof) {
    if ($$bytes !~ /\r?\n\r?\n/) {
        return undef if !$eof;
        return $class->of_parts(substr($$bytes, 0, length $$bytes, ''), '',
            0);
    }
    my $head_length = $+[0];
    my $head        = substr $$bytes, 0, $head_length;
    my $self        = $class->of_parts($head, '', 1);
    my $rest        = substr $$bytes, $head_length;
    my ($used, $body, $complete) = $self->body_in($rest, $method, $eof);
    return undef if !$complete && !$eof;
    $used             = length $rest if !$complete;
    $self->{body}     = $body;
    $self->{complete} = $complete;
    $self->{raw}      = substr $$bytes, 0, $head_length + $used, '';
    return $self;
}

sub of_parts ($class, $head, $body, $complete) {
    my ($first, @lines) = split /\r?\n/, $head;
    my ($status, $reason) = ($first // '') =~ m{\AHTTP/\S+ (\d+) ?(.*)}s;
    my @headers = map { [ split /:[ \t]*/, $_, 2 ] } @lines;
    return bless {
        status   => $status,
        reason   => $reason,
        headers  => \@headers,
        body     => $body,
        complete => $complete,
        raw      => $head,
    }, $class;
}

# (bytes used, body, is that all of it)
sub body_in ($self, $rest, $method, $eof) {
    my $status = $self->{status} // 0;
    return (0, '', 1)
        if $method eq 'HEAD' || $status =~ /\A(?:1\d\d|204|304)\z/;
    return chunks_in($rest)
        if lc($self->header('Transfer-Encoding') // '') eq 'chunked';
    my $length = $self->header('Content-Length');
    return (length $rest, $rest, $eof) if !defined $length;
    return ($length,      substr($rest, 0, $length), length $rest >= $length);
}

sub chunks_in ($rest) {
    my $body = '';
    pos($rest) = 0;
    while ($rest =~ /\G([0-9a-fA-F]+)[^\r\n]*\r\n/gc) {
        my ($size, $start) = (hex $1, pos $rest);
        if ($size == 0) {
            return ($+[0], $body, 1) if $rest =~ /\G(?:[^\r\n]+\r\n)*\r\n/gc;
            last;
        }
        $body .= substr $rest, $start, $size;
        last if length $rest < $start + $size + 2;
        pos($rest) = $start + $size + 2;
    }
    return (length $rest, $body, 0);
}

sub status   ($self) { return $self->{status} }
sub reason   ($self) { return $self->{reason} }
sub body     ($self) { return $self->{body} }
sub raw      ($self) { return $self->{raw} }
sub complete ($self) { return $self->{complete} }
sub headers  ($self) { return @{ $self->{headers} } }

# In list context all values of that name, else the first.
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
