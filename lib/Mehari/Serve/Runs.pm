package Mehari::Serve::Runs;

# The times of the last runs: read from the log that httpd writes for the index
# page and the terminal, one line per request: microseconds of the epoch at its
# start, microseconds it took, status, client, method, query, URL.

use Mehari::Perl;

# The format of httpd's CustomLog. %U is the URL of the first request of a chain
# of internal redirects, as %D is its time. A query has no blank.
our $FORMAT = '%{usec}t %D %>s %a %<m [%<q] %U';

# A development session can be long, and only the last runs are shown.
my $TAIL = 512 * 1024;
my $KEPT = 12;

# known: mode => { name of a script or package => 1 }. The result has the same
# keys, with a list of runs, oldest first, instead of the 1. The first run of a
# mode and a name is marked, because it compiles.
sub read ($class, $file, $known) {
    my (%runs, %seen);
    for my $line (last_lines($file)) {
        my $run = parse($line) // next;
        next if !defined $run->{mode};
        my $name = name_of($run->{rest}, $known->{ $run->{mode} }) // next;
        my $list = $runs{ $run->{mode} }{$name} //= [];
        $run->{first} = 1 if !$seen{"$run->{mode} $name"}++;
        push @$list, $run;
        shift @$list if @$list > $KEPT;
    }
    return \%runs;
}

sub parse ($line) {
    my ($at, $took, $status, $client, $method, $query, $url)
        = $line =~ /\A(\d+) (\d+) (\d{3}) (\S+) (\S+) \[(\S*?)\] (\S.*)\n\z/
        or return undef;
    my ($mode, $rest) = unescape($url) =~ m{\A/([\w-]+)/+(.+)\z}s;
    return {
        at     => $at / 1e6,
        ms     => $took / 1e3,
        status => $status,
        mode   => $mode,
        rest   => $rest,
        url    => unescape($url),
        query  => unescape($query),
        client => $client,
        method => $method,
    };
}

# The URL may go on after the script: /registry/form.pl/path/info.
sub name_of ($rest, $known) {
    while (length $rest) {
        return $rest if $known->{$rest};
        $rest =~ s{/+[^/]*\z}{} or return undef;
    }
    return undef;
}

# mod_log_config writes characters that it does not trust as \xhh, \n, \" and
# \\.
my %ESCAPED = (
    n    => "\n",
    t    => "\t",
    r    => "\r",
    b    => "\b",
    v    => "\x0b",
    '"'  => '"',
    '\\' => '\\',
);

sub unescape ($text) {
    $text =~ s{\\(?:x([0-9a-fA-F]{2})|(.))}
              {defined $1 ? chr hex $1 : $ESCAPED{$2} // "\\$2"}ges;
    return $text;
}

sub last_lines ($file) {
    open my $handle, '<:raw', $file or return ();
    my $size = -s $handle;
    if ($size > $TAIL) {
        seek $handle, $size - $TAIL, 0;
        readline $handle;
    }
    return readline $handle;
}

sub median (@values) {
    my @sorted = sort { $a <=> $b } @values;
    return $sorted[ $#sorted / 2 ];
}

1;

__END__

=head1 NAME

Mehari::Serve::Runs - the times of the last runs

=head1 SYNOPSIS

    my $runs = Mehari::Serve::Runs->read($log, { cgi => { 'hello.pl' => 1 } });
    say $runs->{cgi}{'hello.pl'}[-1]{ms};

=cut
