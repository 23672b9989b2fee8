# A manager that gets TERM, INT or HUP, as from "pkill mehari-pool", ends; the next one
# takes its place, and serves.

use Mehari::Test;
use Mehari::Test::Pool;
use Mehari::Test::Gateway qw(gateway_server script pool_processes wait_until);

my $h = gateway_server();
script($h, 'page.pl', 'print "Content-Type: text/plain\n\na page\n";');

sub is_served ($name) {
    is get($h, '/page.pl', timeout => 30)->body // '', "a page\n", $name;
    return;
}

is_served('before');
for my $signal (qw(TERM INT HUP)) {
    my $manager = pool_processes($h)->{default};
    kill $signal => $manager;
    ok wait_until(sub { !kill 0 => $manager }), "$signal ends a manager";
    is_served("$signal: the next one serves") for 1 .. 3;
    isnt pool_processes($h)->{default}, $manager, "$signal: it is another";
    my @lines = $h->error_log =~ /MH3040/g;
    cmp_ok scalar @lines, '<=', 3, "$signal: no manager is started in vain";
}

# The log says how a manager ended that failed to start.
{
    my $none = gateway_server(start => 0);
    my $copy = $none->root . '/modules';
    mkdir $copy;
    my $module = Mehari::Test::Pool::build_folder() . '/mod_mehari.so';
    system 'cp', $module, $copy;
    write_file("$copy/mehari-pool", "#!/bin/sh\nexit 1\n", 0755);
    local $ENV{MEHARI_MODULE} = "$copy/mod_mehari.so";
    $none->start;
    log_like($none, 0,
        qr/the manager of pool default exited with status 1;.*\[MH3040\]/);
    $none->stop;
}

done_testing;
