# The parent of a script's processes is killed at moments when its manager waits
# for something else from it: the manager goes on, and so does the script.

use Mehari::Test;
use Time::HiRes qw(sleep);
use Mehari::Test::Gateway
    qw(await_template gateway_server pool_processes script
    wait_until);
use Mehari::Test::Pool;
use Mehari::Test::Process;
use Mehari::Test::Rollback;

my $holds = Mehari::Test::Pool::build_folder() . '/t/attack/holds';
needs($holds);
plan skip_all => rollback_missing()             if rollback_missing();
plan skip_all => 'only root can hold processes' if $> != 0;

# The field of /proc/PID/status; undef if there is no such process.
sub status_of ($pid, $field) {
    my $text = eval { read_file("/proc/$pid/status") } // return undef;
    return $text =~ /^$field:\s+(\S+)/m ? $1 : undef;
}

sub children_of ($parent) {
    return grep { parent_of($_) == $parent && !have_ended($_) }
        map { m{(\d+)\z} } glob '/proc/[0-9]*';
}

sub kill_now ($pid) {
    kill KILL => $pid;
    return wait_until(sub { !-e "/proc/$pid" });
}

# The template that has answered.
sub template ($h, $path) {
    return get($h, $path, timeout => 30)->body =~ /\A\d+ (\d+)\n\z/ ? $1 : 0;
}

sub is_served ($h, $path, $manager) {
    ok wait_until(sub { template($h, $path) }, 30), "$path is served";
    is pool_processes($h)->{default}, $manager, 'by the same manager';
    return;
}

my $PRINT = 'print "Content-Type: text/plain\n\n$$ ", getppid, "\n";';

# Compiling a successor takes long. Meanwhile its zygote is killed, then the
# successor itself.
{
    my $h = gateway_server(
        perl_pool => 'requests=2 lease-after=0',
        workers   => 2
    );
    script($h, 'slow.pl',
        "BEGIN { my \$sum = 0; \$sum += \$_ for 1 .. 20_000_000 } $PRINT");
    my $manager = pool_processes($h)->{default};
    for my $round (1 .. 2) {
        my ($template, $zygote, $successor);
        wait_until(
            sub {
                await_template($h, '/slow.pl');
                $template = template($h, '/slow.pl') or return 0;
                $zygote   = parent_of($template)     or return 0;
                ($successor) = grep { $_ != $zygote }
                    map { children_of($_) } children_of($manager);
            },
            60
        );
        ok $successor,        'a successor is compiled';
        ok kill_now($zygote), 'the present zygote is killed';
        ok wait_until(sub { have_ended($template) }),
            'the manager has given it up';
        ok kill_now($successor), 'the successor is killed';
        is_served($h, '/slow.pl', $manager);
    }
    $h->stop;
}

# A template reports a new run late. Before the manager reads that, the template
# and its zygote are killed.
{
    my $h = gateway_server(
        mpm       => 'prefork',
        perl_pool => 'lease-after=0',
        workers   => 1
    );
    script($h, "$_.pl", $PRINT) for qw(page other);
    my $manager = pool_processes($h)->{default};
    for my $round (1 .. 2) {
        await_template($h, '/page.pl');
        my $template = template($h, '/page.pl');
        my $zygote   = parent_of($template);
        my $holder   = open my $said, '-|', $holds, $template, 30_000
            or die "$holds: $!\n";
        is readline $said, "waits\n", 'somebody waits for the report';
        is template($h, '/page.pl'), $template, 'the template has a run';
        is readline $said, "held\n", 'the template cannot report the next';
        ok template($h, '/other.pl'), 'another script is asked for';
        kill STOP => $manager;
        ok kill_now($zygote), 'its zygote is killed';
        kill KILL => $holder;
        ok wait_until(
            sub {
                (status_of($template, 'State') // 'Z') eq 'S'
                    && !status_of($template, 'TracerPid');
            }
            ),
            'the template reports';
        ok kill_now($template), 'the template is killed';
        kill CONT => $manager;
        is_served($h, '/page.pl', $manager);
    }
    $h->stop;
}

done_testing;
