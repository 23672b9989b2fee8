# Programs that httpd's programs start in a session of their own belong to the
# family, and end with it, as the managers of pools do.

use Mehari::Test;
use IO::Socket::INET;
use Time::HiRes            qw(sleep time);
use Mehari::Httpd::Process qw(child_pids);

my $httpd = server(
    module  => undef,
    modules => ['cgi'],
    files   => {
        'own.pl' => <<'PERL' },
#!/usr/bin/perl
use POSIX qw(setsid);
$| = 1;
pipe my $in, my $out;
if (!fork) {
    setsid();
    if (!fork) {
        # The parent ends; the session of the child shows where it came from.
        syswrite $out, "$$\n" if !fork;
        sleep 60;
        exit;
    }
    sleep 60;
    exit;
}
close $out;
my $below = <$in>;
print "Content-Type: text/plain\n\nbelow $below";
sleep 60;
PERL
    config => <<'CONF',
<Directory "${DOCUMENT_ROOT}">
    Options +ExecCGI
    SetHandler cgi-script
    Require all granted
</Directory>
CONF
);
chmod 0755, $httpd->document_root . '/own.pl';

my $socket = IO::Socket::INET->new(
    PeerAddr => '127.0.0.1',
    PeerPort => $httpd->port
) or die "connect: $!";
print {$socket} "GET /own.pl HTTP/1.0\r\n\r\n";
my $below;
while (defined(my $line = <$socket>)) {
    last if ($below) = $line =~ /^below (\d+)/;
}
ok $below, 'a program with a session of its own' or die "no program\n";

my %family = map { $_ => 1 } $httpd->family;
my %group  = map { $_ => 1 } $httpd->processes;
ok $family{$below}, 'a process below httpd is of the family';
ok !$group{$below}, 'a process in a session of its own is not in the group';
is_deeply [ grep { !$family{$_} } keys %group ], [], 'the group all is';
ok !$family{$$}, 'the test itself is not of the family';

# The session of a test that is run by hand has a terminal.
is_deeply [ grep { Mehari::Httpd::Process::stat_of($_)->[6] != $httpd->pid }
        $httpd->processes ],
    [], 'httpd has a session of its own';

$httpd->stop;
my $end = time + 15;
sleep 0.05 while kill(0 => $below) && time < $end;
ok !kill(0 => $below), 'the process below httpd ended with it';
is_deeply [ $httpd->family ], [], 'no family is left after the end';

# httpd's parent renames the fork that becomes a pool's manager. Until it
# executes its program, that fork is another process of httpd's program.
my @forks;
for my $name ('httpd', 'mehari-pool') {
    pipe my $in, my $out or die "pipe: $!";
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        $0 = $name;
        syswrite $out, '.';
        sleep 60;
        exit;
    }
    push @forks, $pid;
    sysread $in, my $ready, 1;
}
my @children = child_pids(getpgrp, $$);
ok scalar(grep { $_ == $forks[0] } @children), 'a fork is a child';
ok !(grep { $_ == $forks[1] } @children), 'a manager that will be is none';
kill KILL => @forks;
waitpid $_, 0 for @forks;

done_testing;
