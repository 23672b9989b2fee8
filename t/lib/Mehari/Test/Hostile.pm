package Mehari::Test::Hostile;

# Acts of a process of a pool that its owner has turned against httpd: it writes
# bytes to the descriptors that httpd reads, and then ends or goes on. The same
# number gives the same plan both to the process, which carries it out, and to the
# client, which then knows which answers would be wrong.

use Mehari::Perl;
use Fcntl qw(O_ACCMODE O_RDONLY);
use POSIX ();

my $HEADER = 8;    # of a record: size, kind
my @NUMBERS
    = (0, 1, 2, 7, 255, 65_535, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff);
my @ENDS  = (('return') x 12, ('exit', 'kill', 'close') x 3, 'sleep', 'keep');
my $FLOOD = 8 * 1024 * 1024;
my $COPIES = 200;    # from here on a worker has what it got itself

# --- numbers and bytes --------------------------------------------------------

sub any    ($count) { return int rand $count }
sub one_of (@all)   { return $all[ any(scalar @all) ] }

sub noise ($size) {
    return pack 'C*', map { any(256) } 1 .. $size;
}

# Returns the text with some of its bytes changed.
sub changed ($text) {
    for (1 .. 1 + any(6)) {
        my $at = any(1 + length $text);
        my $do = any(6);
        if    ($do == 0) { substr($text, $at, 1) = chr any(256) }
        elsif ($do == 1) { substr($text, $at, 0) = noise(1 + any(16)) }
        elsif ($do == 2) { substr($text, $at, 1 + any(16)) = '' }
        elsif ($do == 3) {
            substr($text, $at, 4) = pack 'L', one_of(@NUMBERS);
        }
        elsif ($do == 4) { $text .= substr $text, $at }
        else { substr($text, $at, 8) = pack 'q', one_of(-1, @NUMBERS) }
    }
    return $text;
}

# --- what a worker sends ------------------------------------------------------

# The kinds of records, as in record.h.
my ($READ, $HEAD, $DATA, $LOG, $INTERIM, $END, $DONE) = 1 .. 7;

# Returns [kind, contents] of each record in a file.
sub records ($file) {
    open my $from, '<:raw', $file or die "$file: $!\n";
    my $text = do { local $/ = undef; <$from> };
    my @records;
    while (length $text >= $HEADER) {
        my ($size, $kind) = unpack 'LL', $text;
        push @records, [ $kind, substr $text, $HEADER, $size ];
        substr($text, 0, $HEADER + $size) = '';
    }
    return @records;
}

sub packed (@records) {
    return join '',
        map { pack('LL', length $_->[1], $_->[0]) . $_->[1] } @records;
}

sub shuffled_records (@records) {
    for (1 .. 1 + any(4)) {
        my $at = any(scalar @records);
        my $do = any(5);
        if    ($do == 0) { splice @records, $at, 1 if @records > 1 }
        elsif ($do == 1) { splice @records, $at, 0, one_of(@records) }
        elsif ($do == 2) { $records[$at] = [ any(9), $records[$at][1] ] }
        elsif ($do == 3) {
            $records[$at] = [ $records[$at][0], changed($records[$at][1]) ];
        }
        else {
            push @records, [ any(9), noise(any(200)) ];
        }
    }
    return @records;
}

sub of_kind ($kind, @records) {
    return grep { $_->[0] == $kind } @records;
}

# Returns an answer that has no end: a head or nothing, then data.
sub unfinished (@records) {
    my ($head) = of_kind($HEAD, @records);
    return packed([ $DATA, 'unfinished' ]) if !$head;
    return packed($head,
        map { [ $DATA, 'unfinished ' x $_ ] } 1 .. 1 + any(900));
}

sub worker_bytes ($what, @records) {
    return noise(1 + any(3000))               if $what eq 'noise';
    return packed(shuffled_records(@records)) if $what eq 'records';
    return changed(packed(@records))          if $what eq 'bytes';
    return unfinished(@records)               if $what eq 'unfinished';
    return
          packed(of_kind($HEAD, @records))
        . pack('LL', one_of(@NUMBERS), any(9))
        . noise(any(500))
        if $what eq 'sizes';
    return packed(@records);
}

# Returns one record, which the plan repeats.
sub flood (@records) {
    my $kind = one_of($READ, $DATA, $LOG, $INTERIM, $HEAD, $DONE, 0);
    my ($record) = of_kind($kind, @records);
    return packed($record // [ $kind, noise(any(4000)) ]);
}

# --- what a script prints -----------------------------------------------------

my @NAMES = qw(
    Content-Type Content-Length Status Location Transfer-Encoding Connection
    Set-Cookie Last-Modified ETag Content-Range Content-Encoding Upgrade
    WWW-Authenticate Date Server Trailer Keep-Alive Expires X-Any Script-Control
);
my @VALUES = (
    'text/html',         'text/plain',
    0,                   5,
    -1,                  '99999999999999999999',
    '200 OK',            '100',
    '101 Switching',     '103',
    '204',               '304',
    '206',               '999',
    '1',                 '-200',
    '200',               '500 x',
    '/static.txt',       '/hostile.pl',
    'http://x.invalid/', '//x',
    'chunked',           'gzip, chunked',
    'close',             'keep-alive',
    'h2c',               'bytes 0-0/1',
    '',                  ' ',
    "a\tb",              "\x80\xff",
    'x' x 9000,          'Thu, 01 Jan 1970 00:00:00 GMT',
    'no date',
);

sub header_line () {
    return
          one_of(@NAMES)
        . one_of(': ', ':', ' : ', '')
        . one_of(@VALUES)
        . one_of("\n", "\r\n", "\r\n", "\n\r", "\r", "\0\n");
}

sub script_bytes ($what) {
    my $head = "Content-Type: text/plain\n\n";
    return noise(1 + any(3000))             if $what eq 'noise';
    return $head . 'unfinished ' x any(900) if $what eq 'unfinished';
    my $lines = join '', map { header_line() } 1 .. 1 + any(12);
    return $lines . one_of('', "\n", "\r\n") . noise(any(300))
        if $what eq 'records';
    return changed($lines . $head . 'body')    if $what eq 'bytes';
    return 'X-Many: ' . 'x' x any(9000) . "\n" if $what eq 'sizes';
    return "${head}a page\n";
}

# --- plans --------------------------------------------------------------------

# Returns the plan of a number, for a script, or with a folder of examples for a
# worker:
#   what     the kind of plan
#   bytes    written `times` times to the answer
#   said     for standard error
#   elsewhere  for all other descriptors
#   end      what the process does then
sub plan ($number, $examples = undef) {
    srand $number;
    my @records
        = defined $examples
        ? records(one_of(sort glob "$examples/*"))
        : ();
    my $what = one_of(
        qw(noise records records records bytes bytes bytes bytes sizes
            unfinished unfinished whole flood)
    );
    my $bytes
        = !@records        ? script_bytes($what eq 'flood' ? 'sizes' : $what)
        : $what eq 'flood' ? flood(@records)
        :                    worker_bytes($what, @records);
    my %plan = (
        what      => $what,
        bytes     => $bytes,
        times     => 1,
        said      => any(4) ? '' : noise(any(20_000)),
        elsewhere => any(4) ? '' : noise(1 + any(300)),
        end       => one_of(@ENDS),
    );
    $plan{times} = int $FLOOD / length $bytes if $what eq 'flood';
    $plan{end}   = 'kill'                     if $what eq 'unfinished';
    return \%plan;
}

# --- carrying it out ----------------------------------------------------------

# Returns (pipes, others): descriptors that this process can write to, without
# standard output and error.
sub descriptors () {
    my (@pipes, @others);
    for my $fd (map { m{(\d+)\z} } glob '/proc/self/fd/*') {
        my $link = readlink "/proc/self/fd/$fd" // next;
        next if $fd < 3 || $link !~ /\A(?:pipe|socket):/;
        open my $about, '<', "/proc/self/fdinfo/$fd" or next;
        my ($flags) = join('', <$about>) =~ /^flags:\s*(\d+)/m;
        next if (oct($flags) & O_ACCMODE) == O_RDONLY;
        push @{ $link =~ /\Apipe/ && $fd < $COPIES ? \@pipes : \@others },
            $fd;
    }
    return (\@pipes, \@others);
}

# Writes the bytes. Returns false if nobody reads them.
sub put ($fd, $bytes) {
    while (length $bytes) {
        my $count = POSIX::write($fd, $bytes, length $bytes);
        return 0 if !defined $count || $count eq '0';
        substr($bytes, 0, $count) = '';
    }
    return 1;
}

sub end ($how) {
    POSIX::_exit(any(3)) if $how eq 'exit';
    kill 'KILL', $$ if $how eq 'kill';
    sleep 30 if $how eq 'sleep';
    if ($how eq 'keep' && !fork) {
        sleep 3;
        POSIX::_exit(0);
    }
    return;
}

# $answer is the descriptor for a script's answer; without it, a worker's answer
# goes to all pipes.
sub carry_out ($plan, $answer = undef) {
    local $SIG{PIPE} = 'IGNORE';
    my ($pipes, $others) = descriptors();
    my @answers = $answer // @$pipes;
    put(2, $plan->{said}) if length $plan->{said};
    for my $fd (length $plan->{elsewhere} ? @$others : ()) {
        put($fd, $plan->{elsewhere});
    }
    for my $fd (@answers) {
        for (1 .. $plan->{times}) { put($fd, $plan->{bytes}) or last }
        POSIX::close($fd) if $plan->{end} eq 'close';
    }
    end($plan->{end});
    return;
}

1;
