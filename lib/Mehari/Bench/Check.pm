package Mehari::Bench::Check;

# Before anything is measured: does each mode send the same page? Speeds of
# different pages say nothing.

use v5.36;
use Exporter qw(import);
use HTTP::Tiny;

our @EXPORT_OK = qw(fetch fetch_often difference);

sub fetch ($url) {
    return fetch_with(agent(0), $url);
}

# Over one connection, so that the same child answers each time: what a script
# keeps from one request to the next shows only then.
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
        status => $got->{status},
        type   => $got->{headers}{'content-type'} // '',
        body   => $got->{content}                 // '',
        reason => $got->{status} == 599 ? $got->{content} : $got->{reason},
    };
}

# Why $page cannot stand beside $reference, as a phrase; undef if it can.
# Lines that match $ignore may differ.
sub difference ($page, $reference, $ignore) {
    return "status $page->{status} " . ($page->{reason} // '') =~ s/\s+\z//r
        if $page->{status} != 200;
    my @got  = lines($page->{body},      $ignore);
    my @want = lines($reference->{body}, $ignore);
    for my $n (0 .. ($#got > $#want ? $#got : $#want)) {
        my ($got, $want) = ($got[$n], $want[$n]);
        next if defined $got && defined $want && $got eq $want;
        return sprintf 'line %d of the page is %s, not %s', $n + 1,
            shown($got), shown($want);
    }
    return undef;
}

sub lines ($body, $ignore) {
    my @lines = split /\r?\n/, $body, -1;
    for my $line (@lines) { $line = '' if $line =~ /$ignore/ }
    return @lines;
}

sub shown ($line) {
    return 'missing' if !defined $line;
    $line =~ s/([^\x20-\x7e])/sprintf '\\x%02x', ord $1/ge;
    $line = substr($line, 0, 47) . "..." if length $line > 50;
    return qq("$line");
}

1;

__END__

=head1 NAME

Mehari::Bench::Check - do two modes send the same page?

=head1 FUNCTIONS

=over

=item fetch($url)

One response: C<status>, C<type>, C<body>, C<reason>.

=item fetch_often($url, $times)

So many of them, from the same child.

=item difference(\%page, \%reference, $ignore)

A phrase that names the first difference (status or line), or undef. Lines that
match the pattern C<$ignore> are not compared.

=back

=cut
