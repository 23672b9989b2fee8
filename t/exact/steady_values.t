# Random CGI programs that look at variables which are the same in nearly all
# requests (t/pool/steady.t). Several requests run at a time, and the variables
# change at random moments. Each answer is mod_cgi's.
#
# MEHARI_FUZZ_SEED is the seed of the first program, MEHARI_FUZZ_SECONDS the
# time. With a time, the seed is another one in each run.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Generator::Steady;
use constant { PROGRAMS => 4, BATCHES => 14, AT_ONCE => 3 };

my $seed = $ENV{MEHARI_FUZZ_SEED}
    // ($ENV{MEHARI_FUZZ_SECONDS} ? int rand 1_000_000 : 1);
my $seconds = $ENV{MEHARI_FUZZ_SECONDS} // 10;
my $h       = site();
my $root    = $h->document_root;
my (%ran, $failed);

# Both ways have the same path, so that a program sees the same names. httpd
# sets variables from a client's header `X-Set`, except its own variables.
sub site () {
    my $given = join "\n",
        map { qq(SetEnvIf X-Set "(?:^|;)$_=([^;]*)" $_=\$1) }
        qw(AUTH_TYPE HTTPS REMOTE_IDENT REMOTE_USER);
    return server(
        mpm     => 'event',
        modules => ['cgid'],
        workers => 16,
        config  => <<~"CONF",
            $given
            UseCanonicalName Off
            UseCanonicalPhysicalPort Off
            PerlPool default concurrency=4 queue=60 request-timeout=20
            Alias "/a" "\${DOCUMENT_ROOT}"
            Alias "/b" "\${DOCUMENT_ROOT}"
            Alias "/a%b" "\${DOCUMENT_ROOT}"
            <Directory "\${DOCUMENT_ROOT}">
                Options +ExecCGI
                SetHandler perl-cgi
                <If "%{HTTP:X-Way} == 'new-perl'">
                    SetHandler cgi-script
                </If>
            </Directory>
            CONF
    );
}

sub place ($number) {
    my $made = steady_program($number, "$root/$number.lib");
    write_file("$root/$number.lib", $made->{library}, 0644);
    write_file("$root/$number.pl", "#!$^X$made->{switch}\n$made->{text}",
        0755);
    return $made->{names}->@*;
}

# The bytes of a request. The names of both ways have the same length.
sub message ($number, $request, $way) {
    my %of     = %$request;
    my $port   = $h->port;
    my @header = (
        "Host: $of{host}",
        "X-Way: $way",
        'X-Set: '
            . join(';', map { "$_=$of{set}{$_}" } sort keys %{ $of{set} }),
        'Connection: close',
    );
    return
        "GET $of{alias}/$number.pl$of{path}?$of{query} HTTP/1.1\r\n"
        . join('', map { "$_\r\n" } @header) . "\r\n";
}

sub plain ($response) {
    my $body = $response->body // '';
    return join "\n", $response->status // 'none',
        $response->complete ? 'whole' : 'cut',
        $body =~ s/\(0x[0-9a-f]+\)/(0x)/gr =~ s/^ran=.*\n//mgr;
}

# Sends all requests before it reads the first answer.
sub ask ($way, @asked) {
    my @client = map { client($h) } @asked;
    $client[$_]->send(message(@{ $asked[$_] }, $way)) for keys @asked;
    return map { $_->read_response } @client;
}

# The answers of mod_cgi, each asked for once.
sub expected (@asked) {
    state %known;
    my %new = map { message(@$_, 'new-perl') => $_ } @asked;
    delete @new{ grep { $known{$_} } keys %new };
    my @new = sort keys %new;
    @known{@new} = ask('new-perl', @new{@new}) if @new;
    return map { $known{ message(@$_, 'new-perl') } } @asked;
}

sub compare ($asked, $theirs, $ours) {
    my ($number, $request) = @$asked;
    my ($expected, $got) = map { plain($_) } $theirs, $ours;
    $ran{$1}++ if ($ours->body // '') =~ /^ran=(\w+)$/m;
    return     if $got eq $expected;
    $failed++;
    fail "program $number, " . message(@$asked, 'perl-cgi');
    my %in;
    $in{$_}++ for split /\n/, $expected;
    $in{$_}-- for split /\n/, $got;
    diag map { ($in{$_} > 0 ? 'missing' : 'more') . ": $_\n" }
        grep { $in{$_} } sort keys %in;
    return;
}

my $until = time + $seconds;
diag "seed $seed" if $ENV{MEHARI_FUZZ_SECONDS};
my $programs = 0;
while (time < $until && !$failed) {
    my @numbers = map { $seed++ } 1 .. PROGRAMS;
    my %weather = map { $_ => steady_weather($_, place($_)) } @numbers;
    for my $batch (1 .. BATCHES) {
        my @asked = map {
            my $number = $_;
            map { [ $number, steady_request($weather{$number}) ] }
                1 .. AT_ONCE
        } @numbers;
        my @theirs = expected(@asked);
        my @ours   = ask('perl-cgi', @asked);
        compare($asked[$_], $theirs[$_], $ours[$_]) for keys @asked;
    }
    $programs += @numbers;
    next if $failed;
    unlink "$root/$_.pl", "$root/$_.lib" for @numbers;
}
ok !$failed, "$programs programs";
ok $ran{pool} && $ran{perl},
    'some were run by zygotes, some by a new perl: ' . join ', ',
    map { "$_ $ran{$_}" } sort keys %ran;
done_testing;
