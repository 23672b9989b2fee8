# httpd ends after the managers of its pools: a service manager such as systemd
# kills processes that outlive httpd, and reports them.

use Mehari::Test;
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(pool_processes wait_until);

# The children of httpd that are not managers.
sub children ($h) {
    return grep {
        my $line = eval { read_file("/proc/$_/cmdline") } // '';
        $line =~ /\S/ && $line !~ /\Amehari-pool/
    } $h->children;
}

for my $way (
    [ TERM  => 'prefork' ],
    [ WINCH => 'prefork' ],
    [ TERM  => 'event' ],
    [ WINCH => 'event' ]
    )
{
    my ($signal, $mpm) = @$way;
    subtest "$signal, $mpm" => sub {
        my $h = server(
            mpm    => $mpm,
            files  => { 'index.html' => "static\n" },
            config => "PerlPool other concurrency=1\n",
        );
        is get($h, '/index.html')->status, 200, 'the server serves';
        my $manager;
        wait_until(sub { ($manager = pool_processes($h))->{other} });
        is_deeply [ sort keys %$manager ], [qw(default other)],
            'each pool has a manager';

        # A manager that takes its time.
        kill STOP    => $manager->{other};
        kill $signal => $h->pid;
        wait_until(sub { !children($h) });
        sleep 0.3;
        ok $h->is_running, 'httpd waits for its managers';
        kill CONT => $manager->{other};
        wait_until(sub { !$h->is_running });
        is_deeply [ grep { -d "/proc/$_" } values %$manager ], [],
            'when httpd has ended, no manager is there';
    };
}

done_testing;
