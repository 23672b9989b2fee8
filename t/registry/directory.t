# The working directory: the server's, and under the Prefork classes the
# script's. With it comes or goes a library required by a relative name.

use Mehari::Test;
use Mehari::Test::Registry;

# The talk's script was written for perls that had "." at the end of @INC.
my $h    = script_server(startup => q{push @INC, '.';});
my $root = $h->document_root;

my $home = get($h, '/registry/cwd.pl')->body;
like $home, qr/^Cwd: /, 'a script runs in some directory';
isnt $home, "Cwd: $root\n",
    'a script of Registry does not run in its own directory';
is_deeply bodies($h, 2, '/perlrun/cwd.pl'), [ ($home) x 2 ],
    'a script of PerlRun runs in the same directory';

for my $place (qw(prefork runprefork)) {
    my $mark = $h->error_log_mark;
    is_deeply bodies($h, 2, "/$place/cwd.pl"), [ ("Cwd: $root\n") x 2 ],
        "$place: runs in the script's directory";
    log_like(
        $h, $mark,
        qr/^compiled in \Q$root\E$/m,
        "$place: compiles in the script's directory"
    );
    is get($h, '/registry/cwd.pl')->body, $home,
        "$place: httpd's directory is put back";
}

subtest 'back home after the script failed' => sub {
    is get($h, '/prefork/die-before.pl')->status, 500,
        'a script that dies makes status 500';
    is get($h, '/registry/cwd.pl')->body, $home,
        'the directory is back after a script died';
    is get($h, '/prefork/syntax.pl')->status, 500,
        'a script that does not compile makes status 500';
    is get($h, '/registry/cwd.pl')->body, $home,
        'the directory is back after a script did not compile';
};

for my $script (qw(counter-talk.pl counter-lib.pl)) {
    my $mark = $h->error_log_mark;
    is get($h, "/registry/$script")->status, 500,
        "$script: a relative require fails under Registry";
    log_like(
        $h, $mark,
        qr{Can't locate .*countlib\.pl .*at \S*$script line \d+},
        'the message of a failed script names file and line'
    );
}

subtest 'a relative require' => sub {
    is_deeply bodies($h, 3, '/prefork/counter-lib.pl'),
        [ map { "Counter: $_\n" } 1, 2, 3 ],
        'RegistryPrefork loads a relative file once';
    is_deeply bodies($h, 3, '/runprefork/counter-lib.pl'),
        [ ("Counter: 1\n") x 3 ], 'PerlRunPrefork: forgotten each time';
};

subtest 'PerlRun does not mistake a library of another script for its own' =>
    sub {
    is_deeply bodies($h, 2, '/prefork/counter-lib.pl'),
        [ "Counter: 4\n", "Counter: 5\n" ],
        'RegistryPrefork keeps its library';
    };

subtest 'PerlRun forgets what was required while compiling, too' => sub {
    script($h, 'counter-begin.pl', <<"PERL");
BEGIN { require '$root/countlib.pl' }
print "Content-Type: text/plain\\n\\n";
counter_up();
PERL
    is_deeply bodies($h, 3, '/perlrun/counter-begin.pl'),
        [ ("Counter: 1\n") x 3 ],
        'PerlRun loads a library of BEGIN each time';
};

done_testing;
