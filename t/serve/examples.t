# The examples do what their comments say, in every mode, under event (under
# prefork with mod_perl).

use Mehari::Test;
use Mehari::Serve::Site;
use Mehari::Test::Serve;
use Time::HiRes qw(time);

my $server
    = Mehari::Test::Serve->start(Mehari::Test::Serve::root() . '/examples',
    '--workers', 1, '--mode', 'all');
my @cgi   = Mehari::Test::Serve::cgi_modes();
my @modes = (@cgi, qw(perlrun registry perlrunprefork registryprefork));

for my $mode (@modes) {
    for my $name (qw(hello form upload cwd env)) {
        my $response = $server->get("/$mode/basics/$name.pl");
        is $response->{status}, 200, "$name.pl under $mode has status 200";
    }
    is $server->get("/$mode/basics/$_.pl")->{status}, 500,
        "$_.pl under $mode has status 500"
        for qw(error misspelt);
    like $server->body("/$mode/basics/hello.pl"), qr/Hello world!/,
        "hello.pl under $mode says hello";
    like $server->body("/$mode/basics/form.pl?degrees=100;from=Celsius"),
        qr/100 .{1,2}C are 212\.0/, "form.pl under $mode computes degrees";
}
# The index page links all of these, so each has to be a CGI program.
my $site
    = Mehari::Serve::Site->new(Mehari::Test::Serve::root() . '/examples');
my %fails = map { +"basics/$_.pl" => 1 } qw(error misspelt);
for my $script (grep { !$fails{$_} } $site->with_examples->scripts) {
    is $server->get("/$_/$script")->{status}, 200, "$script answers under $_"
        for @cgi;
}

unlike $server->body("/$_/basics/hello.pl"), qr/^MOD_PERL: \S/m,
    "no MOD_PERL under $_"
    for @cgi;
like $server->body("/$_/basics/hello.pl"), qr/^MOD_PERL: \S/m,
    "MOD_PERL is set under $_"
    for qw(perlrun registry);

# Three runs in one process: the state that stays between them.
sub counts ($path) {
    return join ' ',
        map { join ',', $server->body($path) =~ /counted (\d+)/g } 1 .. 3;
}

my %global = (registry => '1 2 3',       registryprefork => '1 2 3');
my %my     = (registry => '1,2 0,0 0,0', registryprefork => '1,2 0,0 0,0');
for my $mode (@modes) {
    is counts("/$mode/basics/counter-global.pl"), $global{$mode} // '1 1 1',
        "counter-global.pl under $mode counts as documented";
    is counts("/$mode/basics/counter-my.pl"), $my{$mode} // '1,2 1,2 1,2',
        "counter-my.pl under $mode counts as documented";
    is counts("/$mode/basics/counter-passed.pl"), '1,2 1,2 1,2',
        "counter-passed.pl under $mode counts as documented";
}
ok $server->wait_for(sub { $server->output =~ /"\$counter" will not stay/ }),
    "the terminal has Perl's warning of the counter";

like $server->body("/$_/basics/cwd.pl"), qr/^this file  is found/m,
    "$_ runs in the script's directory"
    for @cgi, qw(perlrunprefork registryprefork);
like $server->body("/$_/basics/cwd.pl"), qr/^this file  is not found/m,
    "$_ does not run a script in its directory"
    for qw(perlrun registry);

for my $mode (qw(perlscript modperl)) {
    like $server->body("/$mode/Hello"), qr/Hello world!/,
        "the handler Hello answers under $mode";
    like $server->body("/$mode/Request/info?a=b"),
        qr{^path_info  /info\nargs       a=b$}m,
        "the handler Request shows path and arguments under $mode";
    is $server->get("/$mode/Failure")->{status}, 500,
        "the handler Failure fails under $mode";
}
is counts('/modperl/Counter'), '1 2 3',
    'the handler Counter counts under modperl';
is counts('/perlscript/Counter'), '4 5 6',
    'the handler Counter counts on in the other mode';

# The first line arrives long before the last. With mod_perl 2.0.12 both arrive
# at the end.
my $is_mod_perl = ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';
for my $mode (@cgi, $is_mod_perl ? () : qw(perlrun registry)) {
    my ($first, $start) = (undef, time);
    $server->{http}->get(
        $server->url . "/$mode/basics/slow.pl",
        { data_callback => sub { $first //= time } }
    );
    cmp_ok time - $start,   '>', 2.5, "slow.pl under $mode takes its time";
    cmp_ok $first - $start, '<', 2, 'the lines of a slow script do not wait';
}

is $server->end, 0, 'the server ends with status 0';
is_deeply [ $server->leftovers ], [], 'no file is left of the server';
done_testing;
