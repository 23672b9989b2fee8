package Mehari::Test::Cgi::Answer;

# The visible traces of one request: response, log lines, the end of the
# connection. Two of them are compared as they are, but for parts that no two
# requests have in common.

use Mehari::Perl;

my @PARTS = qw(status headers body complete access log);

# Without a response: nothing came.
sub of_response ($class, $step, $response) {
    return bless {
        status   => 'no response',
        headers  => '',
        body     => '',
        complete => '',
        },
        $class
        if !$response;
    return bless {
        status =>
            join(' ', $response->status // 'none', $response->reason // ''),
        headers  => masked_headers($step, $response),
        body     => $response->body,
        complete => $response->complete ? 'complete' : 'cut short',
    }, $class;
}

# If a body has no length, httpd sends chunks or adds a length: which of the two
# depends on the script's speed.
sub masked_headers ($step, $response) {
    my $head   = $step->{method} eq 'HEAD';
    my $length = length $response->body;
    my @kept;
    for my $header ($response->headers) {
        my ($name, $value) = @$header;
        $value //= '';
        next if lc $name eq 'transfer-encoding' && $value eq 'chunked';
        next if lc $name eq 'content-length' && ($head || $value eq $length);
        $value = 'now' if $name =~ /\Adate\z/i && $value =~ / GMT\z/;
        push @kept, "$name: $value\n";
    }
    return join '', @kept;
}

# The line of the access log but for its time; the lines of the error log, from
# which ErrorLogFormat keeps what no two requests share, without their codes. A
# pool's words about itself, and about how it runs a script, once, are not of a
# request. httpd's words about itself are of the moment: how many processes it
# has. Of a program that cannot be started a pool also says why.
sub logged ($self, $access, $lines) {
    $lines
        =~ s/^\[error\][^\n]* server reached MaxRequestWorkers [^\n]*\n//gm;
    $lines =~ s/^\[notice\] \[-\] (?:MH\d+: )?pool [^\n]*\n//gm;
    $self->{access} = $access =~ s/\[.*?\] //r;
    $lines =~ s/^(\[\w+\] .*?)AH\d+: /$1/gm;
    $lines
        =~ s/( exec of '[^']*' failed): [^\n]*?(?=(?:, referer: .*)?$)/$1/gm;
    $self->{log} = $lines =~ s/ \[MH\d{4}\](?=$|, referer: )//gmr;
    return;
}

# The daemon of mod_cgid found the request larger than it takes.
sub is_refused ($self) {
    return $self->{log}
        =~ /Invalid argument\] Error reading request on cgid socket$/m;
}

# mod_cgid lets a script, and what it says of one, write to the log as it is;
# mod_cgi puts a prefix and the referer around it, and escapes it, and so do we.
sub without_prefix ($self) {
    return if $self->{log} eq '';
    my $log = '';
    $self->{log} =~ s/(?<!\n)\z/\n/;
    for my $line ($self->{log} =~ /(.*)\n/g) {
        if ($line =~ s/^\[error\] \[-\] stderr from .*?: //) {
            $line =~ s/, referer: .*//;
            $line =~ s/\\(x..|.)/unescaped($1)/ge;
        }
        $line =~ s/^\[error\] \[(\(\d+\)[^]]*)\] (exec of .*)/$1: $2/;
        $line =~ s/\r\z|\0.*//s;
        $log .= "$line\n";
    }
    $self->{log} = $log;
    return;
}

sub unescaped ($code) {
    state $char = { n => "\n", r => "\r", t => "\t", b => "\b", v => "\x0b" };
    return chr hex $1 if $code =~ /\Ax(..)/;
    return $char->{$code} // $code;
}

# The names of the parts that are different.
sub differences ($self, $other) {
    return grep { $self->{$_} ne $other->{$_} } @PARTS;
}

sub text ($self) {
    return join "\n", "--- $self->{label}", map { "$_: $self->{$_}" } @PARTS;
}

# For the one who reads the report: where a part begins to differ.
sub explain ($self, $other, $part) {
    return explain_text($part, $self->{$part}, $other->{$part});
}

sub explain_text ($part, $expected, $got) {
    my @expected = split /^/, $expected;
    my @got      = split /^/, $got;
    my $line     = 0;
    $line++
        while $line < @expected
        && $line < @got
        && $expected[$line] eq $got[$line];
    my $number = $line + 1;
    return sprintf "  %s, line %d\n    expected: %s\n    got:      %s\n",
        $part, $number, shown($expected[$line]), shown($got[$line]);
}

sub shown ($line) {
    return '(nothing)' if !defined $line;
    $line =~ s/([^\x20-\x7e])/sprintf '\\x%02x', ord $1/ge;
    return length $line > 400 ? substr($line, 0, 400) . '...' : $line;
}

1;
