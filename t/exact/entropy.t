# Random numbers and identifiers, from every source that Perl programs use: they
# are new in each answer, as under mod_cgi, wherever the source was loaded and
# first used: while the script is compiled, or by the request; by processes that
# are forked and by runs of templates.
#
# MEHARI_ENTROPY_ANSWERS is the number of answers from each source,
# MEHARI_ENTROPY_ONLY a pattern, MEHARI_ENTROPY_WAYS the words of restore=. If
# one of them is set, the test tries all sources in all ways; otherwise one of
# each kind.

use Mehari::Test;
use Mehari::Test::Entropy;
use Mehari::Test::Gateway;
use Mehari::Test::Rollback;

my $FEW = qr/^(?:libc:|own:|rand\b|srand|system|\/dev
    |(?:Bytes::Random::Secure|CGI::Session|Crypt::OpenSSL::DSA|Crypt::PRNG
        |DBD::SQLite|Data::UUID|File::Temp|IO::Socket::SSL,\ bytes|List::Util
        |Math::Random::MT|Net::SSLeay|UUID)\z)/x;
my $answers = $ENV{MEHARI_ENTROPY_ANSWERS} // 6;
my $all     = grep { /\AMEHARI_ENTROPY_/ } keys %ENV;
my $only    = $ENV{MEHARI_ENTROPY_ONLY} // ($all ? '' : $FEW);
my %works   = map { $_ => 1 } rollback_missing() ? () : trackers();
my @ways    = ('fork', grep { $works{$_} } qw(uffd compare));
@ways = split ' ', $ENV{MEHARI_ENTROPY_WAYS} if $ENV{MEHARI_ENTROPY_WAYS};
my @when = qw(late loaded seeded forked);
splice @ways, 2 if !$all;
shift @when if !$all;
my $folder = File::Temp->newdir('mehari-entropy-XXXXXX', TMPDIR => 1);
chmod 0755, $folder;
my $built   = build_entropy_library("$folder");
my $sources = entropy_sources($built ? "$folder" : undef);
note 'no C compiler: nothing of libc' if !$built;

my $h = gateway_server(
    files  => { 'none.txt' => '' },
    config => pools(@ways),
);

sub pools (@names) {
    return join '', map { <<~"CONF" } @names;
        PerlPool $_ restore=$_ concurrency=6 request-timeout=60
        Alias "/$_/" "\${DOCUMENT_ROOT}/"
        <Location "/$_/">
            PerlUsePool $_
        </Location>
        CONF
}

# The output of a new perl.
sub by_perl ($path) {
    my $text = `$^X $path 2>&1`;
    return $text =~ s/\AContent-Type: text\/plain\n\n//r;
}

# Asks several times at once, so that several processes answer; but one after
# the other if the source is a clock.
sub ask ($path, $count, $kind) {
    my $at_once = $kind eq 'clock' ? 1 : $count > 100 ? 6 : 2;
    my @clients = map { client($h, timeout => 20) } 1 .. $at_once;
    my @got;
    while (@got < $count && !grep { is_bad($_) } @got) {
        $_->send("GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for @clients;
        push @got, map { $_->read_response } @clients;
    }
    return @got;
}

sub is_bad ($response) {
    return ($response->status // 0) != 200 || $response->body eq "";
}

sub repeats (@values) {
    my %seen;
    $seen{$_}++ for @values;
    return @values - keys %seen;
}

sub examine ($name, $source, $when, $way) {
    my $file   = $name =~ s/\W+/-/gr . "-$when.pl";
    my $count  = $when =~ /late|forked/ && $answers > 1000 ? 1000 : $answers;
    my @got    = ask("/$way/$file", $count, $source->{kind});
    my @bad    = grep { is_bad($_) } @got;
    my @values = map  { $_->body } @got;
    $count = @values;    # all that came
    my $text = "$name, $when, $way";
    return fail "$text: " . ($bad[0]->raw || 'no answer') if @bad;

    if ($source->{kind} eq 'same') {
        return is repeats(@values, $source->{expected}{$when}), $count,
            "$text: always the same";
    }
    # time ^ $$ is the same a second later, for the next process.
    my $few = $source->{kind} eq 'near' ? 1 + int $count / 100 : 0;
    cmp_ok repeats(@values), '<=', $few,
        "$text: no two of $count are the same"
        or diag "one is $values[0]";
    return if $when ne 'forked';
    my $as_parent = grep { /, its parent too/ } @values;
    is $as_parent,
        $source->{expected}{forked} =~ /, its parent too/ ? $count : 0,
        "$text: a child's number is its parent's, or not, as ever";
    return;
}

for my $name (grep { /$only/ } sort keys %$sources) {
    my $source = $sources->{$name};
    for my $when (@when) {
        my $path = script(
            $h,
            $name =~ s/\W+/-/gr . "-$when.pl",
            entropy_script($source, $when)
        );
        $source->{expected}{$when} = by_perl($path);
    }
    my ($wrong)
        = grep { /\bline \d|^\s*\z|error/i } values %{ $source->{expected} };
    if (defined $wrong) {
        note "$name is not there, or does not work by perl itself: $wrong";
        next;
    }
    for my $way (@ways) {
        examine($name, $source, $_, $way) for @when;
    }
}

done_testing;
