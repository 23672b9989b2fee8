# Ctrl-C and the other ways to end the server leave nothing behind.

use Mehari::Test;
use Mehari::Test::Serve;
use POSIX qw(_exit);
use HTTP::Tiny;

my $site = Mehari::Test::Serve::site(
    'hello.pl' =>
        qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\n"\n),
    'slow.pl' => <<'PERL');
#!/usr/bin/perl
$| = 1;
print "Content-Type: text/plain\n\nstarted\n";
sleep 60;
PERL

my @cgi  = Mehari::Test::Serve::cgi_modes();
my @mpms = @cgi > 1 ? qw(event prefork) : 'prefork';

for my $case (
    map {
        my $mpm = $_;
        map { [ $mpm, $_ ] } qw(INT TERM HUP)
    } @mpms
    )
{
    my ($mpm, $signal) = @$case;
    my $server = Mehari::Test::Serve->start($site, '--mpm', $mpm);
    is $server->get("/$_/hello.pl")->{status}, 200,
        "$mpm: the server answers before it ends"
        for @cgi;
    ok scalar $server->processes, 'there are processes to leave behind';
    ok scalar $server->leftovers, 'the server has a directory before it ends';
    my @family = $server->family;
    ok scalar @family > 2, 'the server has httpd and more processes';
    is $server->end($signal), 0, "SIG$signal: exit status 0";
    is_deeply [ Mehari::Test::Serve::running(@family) ], [],
        'no process is left after the end';
    is_deeply [ $server->processes ], [],
        'no process names the directory of the server';
    is_deeply [ $server->leftovers ], [], 'no file is left after the end';
}

for my $mode (@cgi, 'registry') {
    my $server = Mehari::Test::Serve->start($site, '--mode', $mode);
    pipe my $told, my $tells or die "Cannot make a pipe: $!";
    my $client = fork // die "Cannot fork: $!";
    if (!$client) {
        HTTP::Tiny->new->get("$server->{url}/$mode/slow.pl",
            { data_callback => sub { syswrite $tells, shift } });
        _exit(0);
    }
    close $tells;
    is readline $told, "started\n", "a request is under way under $mode";
    my @family = $server->family;
    is $server->end('INT'), 0, "SIGINT during a request under $mode";
    waitpid $client, 0;
    is_deeply [ Mehari::Test::Serve::running(@family) ], [],
        'no process is left after SIGINT during a request';
    is_deeply [ $server->leftovers ], [],
        'no file is left after SIGINT during a request';
}

# After SIGKILL no code of the same process can clean up, but httpd must still
# end.
{
    my $server = Mehari::Test::Serve->start($site);
    my @family = $server->family;
    $server->end('KILL');
    my $gone = 0;
    for (1 .. 100) {
        $gone
            = !Mehari::Test::Serve::running(@family)
            && !$server->processes
            && !$server->leftovers
            and last;
        select undef, undef, undef, 0.1;
    }
    ok $gone, 'SIGKILL: httpd and its directory go as well';
}

# httpd ends first.
{
    my $server     = Mehari::Test::Serve->start($site);
    my ($pid_file) = glob $server->{tmp} . '/*/logs/httpd.pid';
    my $pid        = Mehari::Test::Serve::read_file($pid_file);
    my @family     = $server->family;
    kill KILL => $pid + 0;
    $server->wait_for(sub { 0 }, 10);
    is $server->end, 1, 'httpd dies: exit status 1';
    like $server->errors, qr/\Amehari: httpd has ended[^\n]*\n\z/,
        'one sentence says that httpd has ended';
    is_deeply [ $server->leftovers ], [], 'no file is left after httpd died';

    for (1 .. 50) {
        last if !Mehari::Test::Serve::running(@family);
        select undef, undef, undef, 0.1;
    }
    is_deeply [ Mehari::Test::Serve::running(@family) ], [],
        'no process is left soon after httpd died';
}

done_testing;
