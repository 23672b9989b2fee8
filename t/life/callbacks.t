# Code that dies, exits, jumps or returns nonsense, in every phase and callback:
# the request gets an answer, the log a line, and the process goes on as if
# nothing had been.

use Mehari::Test;

my @phases = qw(
    PerlPostReadRequestHandler PerlTransHandler PerlMapToStorageHandler
    PerlHeaderParserHandler PerlAccessHandler PerlTypeHandler PerlFixupHandler
    PerlLogHandler PerlCleanupHandler
);
my $library = fixture('life');
my $h       = server(
    workers => 1,
    modules => [qw(authn_core authz_user)],
    config  => join "\n",
    qq(PerlSwitches "-I$library"),
    'PerlModule Wreck',
    (map { "$_ Wreck::phase" } @phases),
    <<'CONF');

<Location "/">
    SetHandler modperl
    PerlResponseHandler Wreck::respond
</Location>
<Location "/script">
    SetHandler perl-script
</Location>
<Location "/phase">
    PerlResponseHandler Wreck::phase
</Location>
<Location "/inner">
    PerlResponseHandler Wreck::inner
</Location>
<Location "/auth">
    AuthType Basic
    AuthName camels
    Require valid-user
    PerlAuthenHandler Wreck::authen
    PerlAuthzHandler Wreck::authz
</Location>
<Location "/endless">
    PerlResponseHandler Wreck::endless
</Location>
<Location "/good">
    PerlResponseHandler Wreck::good
</Location>
CONF

# Functions of the fixture itself.
my $source = read_file("$library/Wreck.pm");
my ($hows) = $source                  =~ /our %HOW = \((.*?)^\);/ms;
my @hows   = sort { $a cmp $b } $hows =~ /^ {4}(\w+) *=>/mg;
my ($in)   = $source                  =~ /our %IN_RESPONSE = \((.*?)^\);/ms;
my @in     = sort { $a cmp $b } $in   =~ /^ {4}(\w+) *=>/mg;
cmp_ok @hows, '>', 30, 'there are ways of being called to try';
cmp_ok @in,   '>', 20, 'there are places of being called to try';

# Ways that fail a request if their place belongs to the request, and those of
# them that their message names.
my @named
    = qw(deep die erased false hook label_ left line local object returns
    signal sorted string tail warnings);
my %fails = map { $_ => 1 } @named,
    qw(code empty goto hash label last mute next redo);

# Places where only the log shows a failure.
my %aside = map { $_ => 1 } qw(
    PerlLogHandler PerlCleanupHandler cleanup context destroy global kept
    lexical pnotes pool pushed pushed_2 run
);

# The code of these places runs when the connection ends.
my %late = map { $_ => 1 } qw(global kept);

my $client = client($h);
my ($pid)  = $h->children;
my @post   = (method => 'POST', body => 'a body');

# The fault of the answer to a request, or ''.
sub wreck ($path, $place, $how) {
    my $mark     = $h->error_log_mark;
    my $response = $client->request("$path?$place=$how", @post);
    $client->close if $late{$place};
    my $good = $client->request('/good', @post);
    # An error page after part of a page ends the connection without a word.
    $good = $client->request('/good', @post) if $good->raw eq '';
    return "then: " . $good->raw
        if ($good->body // '') ne "good $pid  a body\n";
    my $fails  = $fails{$how} && !$aside{$place};
    my $failed = $response->raw =~ /500 Internal Server Error/;
    return 'the answer is ' . $response->raw
        if $fails xor $failed
        and $how !~ /^(?:file|header|mutes|number|value)$/;
    return '' if !grep { $_ eq $how } @named;
    my $log = $h->error_log_since($mark);
    return $log =~ /wreck $place=$how/ ? '' : "the log has '$log'";
}

sub all ($path, @places) {
    for my $place (@places) {
        my %wrong = map { $_ => wreck($path, $place, $_) } @hows;
        delete @wrong{ grep { $wrong{$_} eq '' } keys %wrong };
        is_deeply \%wrong, {},
            "$path: each end of a callback in $place is caught";
    }
    return;
}

all('/',       @phases, @in);
all('/phase',  'PerlResponseHandler');
all('/script', @in);
all('/auth',   qw(PerlAuthenHandler PerlAuthzHandler));

sub memory () {
    return read_file("/proc/$pid/status") =~ /^VmRSS:\s+(\d+) kB/m ? $1 : 0;
}

SKIP: {
    skip 'sanitizers keep what is freed', 1 if $ENV{MEHARI_PRELOAD};
    my $before = memory();
    all('/', @in);
    cmp_ok memory(), '<', $before + 1500, 'callbacks lose no memory';
}

$client->close;
# Some of httpd's functions need more than exists in these phases.
for my $phase (qw(PerlPostReadRequestHandler PerlTransHandler)) {
    for my $how (qw(file header)) {
        is get($h, "/?$phase=$how")->status, 500, "$phase, $how: too early";
    }
}

my $deep = 'httpd has called Perl code inside Perl code 1000 times: '
    . 'does a callback call itself?';
for my $way (qw(table log pool table)) {
    my $mark = $h->error_log_mark;
    my $body = get($h, "/endless?$way")->body;
    is $body, ($way eq 'pool' ? '' : $deep) . "\n",
        "$way: endless calls are refused with a sentence";
    log_like($h, $mark, qr/cleanup died: \Q$deep/) if $way eq 'pool';
}
is_deeply [ $h->children ], [$pid], 'one process has met them all';

done_testing;
