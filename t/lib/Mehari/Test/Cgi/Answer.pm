package Mehari::Test::Cgi::Answer;

# The visible traces of one request: response, log lines, the end of the
# connection. Two of them are compared as they are, but for parts that no two
# requests have in common.

use Mehari::Perl;

my @PARTS = qw(status headers body complete access log);

# $response is undef if nothing came.
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

# Returns a copy for another place in the report.
sub with_label ($self, $label) {
    return bless { %$self, label => $label }, ref $self;
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

# Keeps the line of the access log without its time, and the lines of the error
# log without their codes. ErrorLogFormat already leaves out what no two requests
# share. Some lines do not belong to a request, and are dropped: those of a pool
# about itself and, once, about how it runs a script; and those of httpd about the
# number of its processes. The reason why a program cannot be started is dropped
# too: only a pool gives it.
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

# True if the daemon of mod_cgid refused the request as too large.
sub is_refused ($self) {
    return $self->{log}
        =~ /Invalid argument\] Error reading request on cgid socket$/m;
}

# Takes away what mod_cgid does not write: mod_cgi and mehari escape the words of a
# script and put a prefix and the referer around them. mod_cgid has them written to
# the log as they are, and its own words about a script too.
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

# Returns the names of the parts that are different.
sub differences ($self, $other) {
    return grep { $self->{$_} ne $other->{$_} } @PARTS;
}

sub text ($self) {
    return join "\n", "--- $self->{label}", map { "$_: $self->{$_}" } @PARTS;
}

# Says where a part begins to differ, for the reader of the report.
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
