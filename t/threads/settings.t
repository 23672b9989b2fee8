# Fields that all threads of a process read can be set while the server starts,
# or in a process with one thread.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Inside;

my $dir = tempdir(CLEANUP => 1);
chmod 0755, $dir;    # for the workers
write_file("$dir/startup.pl", "Inside::Threaded::at_start();\n1;\n");

for my $mpm (qw(event worker)) {
    my $h = inside_server(
        mpm      => $mpm,
        cases    => ['Inside::Threaded'],
        handlers => { '/pool' => [ 'Inside', 'PerlUsePool default' ] },
        config   => <<~"CONF",
            PerlPostConfigRequire "$dir/startup.pl"
            <VirtualHost 127.0.0.9:1>
            ServerName virtual.example
            ServerAlias other.example *.example
            </VirtualHost>
            CONF
    );
    inside($h, 'Inside::Threaded::threaded');
    inside($h, 'Inside::Threaded::worker', path => '/pool');
}

done_testing;
