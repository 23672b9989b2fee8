package Mehari::Bench::Check;

# Checks, before anything is measured, that each mode sends the same page,
# because speeds of different pages cannot be compared.

use Mehari::Perl;
use Exporter qw(import);
use HTTP::Tiny;

use Mehari::Check::Pattern;

our @EXPORT_OK = qw(fetch fetch_often difference pattern_of changing);

sub fetch ($url) {
    return fetch_with(agent(0), $url);
}

# Uses one connection, so that the same child answers each time. Only so does
# the check see the data that a script keeps from one request to the next.
sub fetch_often ($url, $times) {
    my $agent = agent(1);
    return map { fetch_with($agent, $url) } 1 .. $times;
}

sub agent ($keep_alive) {
    return HTTP::Tiny->new(
        timeout      => 30,
        keep_alive   => $keep_alive,
        max_redirect => 0,
    );
}

sub fetch_with ($agent, $url) {
    my $got = $agent->get($url);
    return {
        url    => $url,
        status => $got->{status},
        type   => $got->{headers}{'content-type'} // '',
        body   => $got->{content}                 // '',
        reason => $got->{status} == 599 ? $got->{content} : $got->{reason},
    };
}

# The reason why $page cannot be compared with $reference, as a phrase; undef if
# it can. Lines that match $ignore may differ, and so may words that change
# according to $pattern.
sub difference ($page, $reference, $ignore, $pattern = undef) {
    return "status $page->{status} " . ($page->{reason} // '') =~ s/\s+\z//r
        if $page->{status} != 200;
    my @got  = lines(neutral($page->{body},      $page, $reference), $ignore);
    my @want = lines(neutral($reference->{body}, $page, $reference), $ignore);
    return changed(\@got, \@want, $pattern)
        if $pattern && !$pattern->is_constant;
    for my $n (0 .. ($#got > $#want ? $#got : $#want)) {
        my ($got, $want) = ($got[$n], $want[$n]);
        next if defined $got && defined $want && $got eq $want;
        return told($n + 1, $got, $want);
    }
    return undef;
}

sub told ($line, $got, $want) {
    my $same = same_start($got, $want);
    return
        sprintf 'line %d of the page is %s, not %s'
        . ' (--ignore PATTERN names lines that may differ)', $line,
        shown($got, $same), shown($want, $same);
}

sub changed ($got, $want, $pattern) {
    my $found = $pattern->difference(0, $want, $got) // return undef;
    return told(@$found{qw(line got expected)});
}

# The words that change among pages that should be equal.
sub pattern_of ($ignore, $first, @others) {
    my $pattern = Mehari::Check::Pattern->new;
    my @lines   = map { [ lines(neutral($_->{body}, $_), $ignore) ] } $first,
        @others;
    my $one = shift @lines;
    for my $other (@lines) {
        $pattern->learn(0, $one, $other) if "@$one" ne "@$other";
    }
    return $pattern;
}

# { lines, changing }, or undef if nothing changes.
sub changing ($ignore, $page, $pattern) {
    return undef if $pattern->is_constant;
    my @lines = lines($page->{body}, $ignore);
    return {
        lines    => scalar @lines,
        changing => scalar $pattern->changing(0, \@lines),
    };
}

# A page may contain its own place: server, port, the mode's part of the path,
# and the directory of its httpd. It may also contain that of another mode.
sub neutral ($body, @pages) {
    for my $page (@pages) {
        $body =~ s{\Q$page->{root}\E/}{ROOT/}g if defined $page->{root};
        my ($host, $port, $mode)
            = ($page->{url} // '') =~ m{\Ahttp://([^/:]+):(\d+)/([\w-]+)/}
            or next;
        $body =~ s{\b(?:\Q$host\E|localhost):$port\b}{SERVER}g;
        $body =~ s{/\Q$mode\E/}{/MODE/}g;
    }
    return $body;
}

sub lines ($body, $ignore) {
    my @lines = split /\r?\n/, $body, -1;
    for my $line (@lines) { $line = '' if $line =~ /$ignore/ }
    return @lines;
}

# The number of characters that two long lines share at the start. A message can
# leave these out.
sub same_start ($got, $want) {
    return 0 if !defined $got || !defined $want;
    my $same = 0;
    my $end  = length $got < length $want ? length $got : length $want;
    $same++
        while $same < $end && substr($got, $same, 1) eq substr $want, $same,
        1;
    return $same > 30 ? $same - 15 : 0;
}

sub shown ($line, $from, $width = 50) {
    return 'missing' if !defined $line;
    $line = '...' . substr $line, $from if $from;
    $line =~ s/([^\x20-\x7e])/sprintf '\\x%02x', ord $1/ge;
    $line = substr($line, 0, $width - 3) . '...' if length $line > $width;
    return qq("$line");
}

1;

__END__

=head1 NAME

Mehari::Bench::Check - do two modes send the same page?

=head1 FUNCTIONS

=over

=item fetch($url)

One response: C<url>, C<status>, C<type>, C<body>, C<reason>.

=item fetch_often($url, $times)

The responses to that many requests, from the same child.

=item difference(\%page, \%reference, $ignore, $pattern)

A phrase that names the first difference (status or line), or undef. It does not
compare lines that match the pattern C<$ignore>, words that C<$pattern> has
learned to change, a page's own C<url>, and C<root>, the directory of its
server.

=item pattern_of($ignore, \%page, \%page...)

The words that change in a page by themselves, for C<difference>.

=item changing($ignore, \%page, $pattern)

The number of its C<lines>, and of those that are C<changing>; or undef.

=back

=cut
