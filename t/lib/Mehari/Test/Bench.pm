package Mehari::Test::Bench;

# Runs `mehari bench` as a user does, for as short a time as it can.

use Mehari::Perl;
use File::Temp qw(tempdir);
use JSON::PP   qw(decode_json);

use Mehari::Bench::Setup qw(built_file);
use Mehari::Bench::Site  qw(engine_problem);
use Mehari::Test;

# Returns the reason to skip a test that measures, or undef.
sub missing () {
    return "mod_floor.so and exec_log.so are not built"
        if !built_file('mod_floor.so') || !built_file('exec_log.so');
    return undef if engines();
    return 'there is neither mehari nor mod_perl';
}

sub engines () {
    return grep { !defined engine_problem($_) } qw(mehari mod_perl);
}

# Run the command; return the exit status, standard output and standard error.
sub bench (@args) { return command('bench', @args) }

sub command (@args) {
    my $dir  = tempdir(CLEANUP => 1);
    my $root = Mehari::Test::source_root();
    my $pid  = fork // die "fork: $!";
    if (!$pid) {
        open STDOUT, '>', "$dir/out" or die $!;
        open STDERR, '>', "$dir/err" or die $!;
        exec $^X, "-I$root/lib", '-MMehari::Command',
            '-e', 'exit Mehari::Command->main(@ARGV)', '--', @args;
    }
    local $? = 0;
    waitpid $pid, 0;
    return ($? >> 8, map { read_file("$dir/$_") } qw(out err));
}

# Runs `mehari bench` with --json and the shortest rounds; returns the exit status,
# the report and standard error.
sub report (@args) {
    my ($status, $out, $err)
        = bench(qw(--json --duration 1 --rounds 1), @args);
    my $report = eval { decode_json($out) };
    Test::More::diag($out, $err) if !$report;
    return ($status, $report, $err);
}

# A script that httpd's user can read and execute.
sub script ($text) {
    state $dir = do {
        my $made = tempdir('mehari-bench-XXXXXX', TMPDIR => 1, CLEANUP => 1);
        chmod 0755, $made;
        $made;
    };
    state $count = 0;
    my $file = "$dir/script" . ++$count . '.pl';
    write_file($file, "#!/usr/bin/perl\n$text");
    chmod 0755, $file;
    return $file;
}

1;
