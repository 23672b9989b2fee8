# An application of PSGI: examples/psgi by one command, and options without
# effect.

use Mehari::Test;
use Mehari::Test::Serve;
use Time::HiRes qw(sleep);

plan skip_all => 'mod_perl has no applications of PSGI'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $example = Mehari::Test::Serve::root() . '/examples/psgi/app.psgi';
for my $mpm (qw(event prefork)) {
    my $server
        = Mehari::Test::Serve->start($example, '--workers', 1, '--mpm', $mpm);
    like $server->body("/$_"),
        qr/\AHello from process \d+, for the $_\. time/,
        "$mpm: request $_ is answered and counted"
        for 1, 2;
    is $server->get('/mehari-status')->{status}, 200, "$mpm: its status page";
}

# The page shows the error of an application that cannot be loaded.
my $site   = Mehari::Test::Serve::site('app.psgi' => "die 'not today';\n");
my $server = Mehari::Test::Serve->start("$site/app.psgi", '--workers', 1);
my $first  = $server->html('/');
unlike $first, qr/MH3085/, "the page of an error leaves out the pool's start";
unlike $first, qr/>Index</, 'a page at / does not lead to itself';
is $server->get('/')->{status}, 500,
    'an application that dies when it is loaded is an error';
ok $server->wait_for(sub { $server->output =~ /not today/ }),
    'the terminal says why an application does not load';

like $server->html('/'), qr{class="message">[^<]*not today}s,
    'the page of an application that does not load has the message';
like $server->html('/'), qr/class="here"><b>1<\/b>[^<]*not today/,
    'it has the line with its source';

# An application's own error pages stay.
Mehari::Test::Serve::write_file("$site/app.psgi", <<'PERL');
use No::Such::Thing;
PERL
sleep 1.1;
like $server->html('/'),
    qr/No::Such::Thing was not found: .*libno-such-thing-perl/,
    'the page names the package of a missing module';
Mehari::Test::Serve::write_file("$site/app.psgi", <<'PERL');
use Mehari::Perl;
sub ($env) {
    die "no camel\n" if $env->{PATH_INFO} eq '/dies';
    return [ substr($env->{PATH_INFO}, 1), [], ["the application's own\n"] ];
}
PERL
my $own = Mehari::Test::Serve->start("$site/app.psgi", '--workers', 1);
for my $status (403, 404, 500) {
    my $answer = $own->get("/$status", Accept => 'text/html');
    is $answer->{status},  $status, "the application answers $status";
    is $answer->{content}, "the application's own\n", 'with its own page';
}
like $own->html('/dies'), qr/no camel/, 'an application that dies has a page';

# A program of a framework is an application, whatever its name is.
SKIP:
for my $row (
    [
        'Mojolicious',
        "use Mojolicious::Lite;\n"
            . "get '/' => sub { shift->render(text => 'a camel') };\n"
            . "app->start;\n"
    ],
    [
        'Dancer2',
        "use Dancer2;\nset logger => 'Null';\n"
            . "get '/' => sub { 'a camel' };\nstart;\n"
    ],
    [
        'Dancer2',
        "#!/usr/bin/perl\nuse strict;\nuse Dancer2;\n"
            . "set logger => 'Null';\nget '/' => sub { 'a camel' };\ndance;\n"
    ],
    )
{
    my ($module, $text) = @$row;
    skip "$module is not installed", 1 if !eval "require $module; 1";
    Mehari::Test::Serve::write_file("$site/app.pl", $text, 0755);
    my $of = Mehari::Test::Serve->start("$site/app.pl", '--workers', 1);
    is $of->body('/'), 'a camel', "a program of $module is an application"
        or diag $of->output;
}

sub refused ($text, @args) {
    my ($status, undef, $error)
        = Mehari::Test::Serve::command('serve', @args);
    isnt $status, 0, "mehari serve refuses: @args";
    like $error, $text, 'the refusal has the reason';
    return;
}
refused(qr/there is no file \S+missing\.psgi/, "$site/missing.psgi");
refused(qr/--mode is for scripts/, $example, '--mode',   'perl-cgi');
refused(qr/needs --module mehari/, $example, '--module', 'mod_perl');

done_testing;
