# mehari serve --profile and mehari profile: lists and reports.

use Mehari::Test;
use Mehari::Test::Profile;
use Mehari::Test::Serve;

needs_nytprof();

my $SCRIPT = <<~'PERL';
    #!/usr/bin/perl
    print "Content-Type: text/plain\n\n";
    sub busy { my $n = 0; $n += $_ for 1 .. 100; return $n }
    print busy(), "\n";
    PERL
my $APP = "sub busy { 7 }\nsub { [ 200, [], [ busy() ] ] };\n";

# The page of a report, by its link on the list.
sub report ($server, $what) {
    my $link;
    $server->wait_for(
        sub {
            ($link)
                = $server->body('/mehari-profile/')
                =~ m{href="([^"]+)">GET \Q$what\E<};
            return $link;
        },
        30
    ) or return 'not on the list';
    my $first = $server->get($link);
    return "no redirect: $first->{content}" if $first->{status} != 302;
    $server->get("$link$_")->{status} == 200
        or return "no $_"
        for 'style.css', 'index.html';
    return $server->body("${link}index.html");
}

my $site   = Mehari::Test::Serve::site('a.pl' => $SCRIPT);
my $server = Mehari::Test::Serve->start("$site", '--workers', 1, '--profile',
    '--mode', 'perl-cgi,perlrun,registry');
like $server->output, qr{profiles +http://\S+/mehari-profile/},
    'the terminal says where profiles are';
for my $mode (qw(perl-cgi perlrun registry)) {
    my $path = "/$mode/a.pl?<$mode>" =~ s/</%3C/r =~ s/>/%3E/r;
    is $server->body($path), "5050\n", "$mode: the profiled page is as ever";
    like report($server, $path), qr/a\.pl/,
        'the report of a request is served';
}
is $server->get("/mehari-profile/$_")->{status}, 404, "no page: $_"
    for 'pool-default/x/index.html', 'pool-default/../../etc/passwd',
    'nothing';
is $server->end, 0, 'the server ends with status 0';
is_deeply [ $server->leftovers ], [], 'no file is left after mehari serve';

$site   = Mehari::Test::Serve::site('app.psgi' => $APP);
$server = Mehari::Test::Serve->start("$site/app.psgi", '--profile');
is $server->body('/x'), 7, 'an application is profiled';
like report($server, '/x'), qr/app\.psgi/,
    'the report of an application is served';
$server->end;

# --- mehari profile ----------------------------------------------------------

my $h = server(
    mpm     => 'event',
    workers => 2,
    files   => { 'a.pl' => $SCRIPT },
    start   => 0,
    config  => sub ($httpd) {
        my $profiles = $httpd->root . '/profiles';
        return <<~"CONF";
            PerlProfile dir=$profiles
            <Location "/a.pl">
                SetHandler perl-cgi
                Options +ExecCGI
                PerlProfile On
            </Location>
            CONF
    },
);
chmod 0755, $h->document_root . '/a.pl';
$h->start;
get($h, "/a.pl?$_") for 1, 2;
ok profile_of($h, 'pool-default', "/a.pl?$_"), "a profile of request $_"
    for 1, 2;
my $folder = $h->root . '/profiles/pool-default';

sub command (@args) { return Mehari::Test::Serve::command('profile', @args) }

my ($status, $out, $err) = command('--list', $h->root . '/profiles');
is $status, 0, 'mehari profile --list exits with 0';
is scalar(() = $out =~ m{GET /a\.pl\?[12]}g), 2, 'the list has two profiles';
($status, $out, $err) = command($h->root . '/profiles');
is $status, 0, 'mehari profile exits with 0' or diag $err;
like $out, qr/2 of 2 profiles/, 'mehari profile says what it did';
like read_file("$folder/report/index.html"), qr{GET /a\.pl\?2},
    'the report has an index';
is scalar(() = glob "$folder/report/*.out/index.html"), 2,
    'the report has two pages';
is + (stat "$folder/report/index.html")[4], (stat $folder)[4],
    'the report belongs to the owner of the folder';
($status, $out, $err) = command('--merge', $folder);
is $status, 0, 'mehari profile --merge exits with 0' or diag $err;
like read_file("$folder/report/index.html"), qr/GET 2 requests/,
    'one report is for both requests';

write_file("$folder/20200101-000000.1.1.out", "NYTProf 5 0\nbroken\n");
($status, $out, $err) = command($folder);
is $status, 1, 'a profile that is not whole';
like $err, qr/gives no report/, 'a profile that gives no report is named';
is + (command())[0], 2, 'mehari profile without a folder exits with 2';
is + (command('/nowhere'))[0], 1, 'a missing folder';

done_testing;
