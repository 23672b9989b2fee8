# Pools built with a sanitizer. Each process gets the sanitizer's settings, so
# that its reports are seen. A sanitizer that reserves all address space allows
# no templates.

use Mehari::Test;
use File::Temp            qw(tempdir);
use Mehari::Test::Gateway qw(gateway_server pool_processes script);
use Mehari::Test::Pool;
use Mehari::Test::Rollback qw(sanitizer trackers);

my $which = sanitizer();
plan skip_all => 'the module is built without a sanitizer' if !$which;

my $script = qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\n1";);

subtest 'the way of putting memory back' => sub {
    my $pool   = Mehari::Test::Pool->new(restore => 1);
    my $answer = $pool->run($pool->script('one.pl', $script));
    like $answer->{out}, qr/1\z/, 'a script runs';
    my $way
        = $which eq 'asan'
        ? qr/fork here \(uffd a sanitizer reserves more memory than /
        : qr/(?:uffd|soft-dirty|compare) here \(/;
    like $answer->{notices}, qr/^MH3085: restore=auto uses $way/m,
        'restore=auto says its way, and why';
    is scalar trackers() > 0, $which ne 'asan',
        'a program of the tests comes to the same';
};

# With other settings the sanitizer first calls other functions of libc. A
# pool's program replaces these functions.
subtest 'the start of the sanitizer' => sub {
    local $ENV{ASAN_OPTIONS} = "$ENV{ASAN_OPTIONS}:disable_coredump=0";
    my $pool = Mehari::Test::Pool->new;
    like $pool->run($pool->script('one.pl', $script))->{out}, qr/1\z/,
        'a pool starts without a look at limits';
};

subtest 'settings' => sub {
    local $ENV{ASAN_OPTIONS}  = 'detect_leaks=0:print_legend=0';
    local $ENV{UBSAN_OPTIONS} = 'halt_on_error=1:print_summary=0';
    my $h = gateway_server(
        handlers => {
            '/worker' => [
                sub ($r) { print $$; 0 },
                'SetHandler perl-script',
                'PerlUsePool default'
            ]
        }
    );
    my ($worker) = get($h, '/worker')->body =~ /^(\d+)$/;
    my %process = (
        'the manager' => pool_processes($h)->{default},
        'a worker'    => $worker,
    );
    for my $name (sort keys %process) {
        my $environ = read_file("/proc/$process{$name}/environ");
        like $environ, qr/\b\Q$_=$ENV{$_}\E(?:\0|\z)/, "$name has $_"
            for qw(ASAN_OPTIONS UBSAN_OPTIONS);
    }
    script($h, 'env.pl', 'print "Content-Type: text/plain\n\n", keys %ENV;');
    my $variables = get($h, '/env.pl')->body;
    like $variables,   qr/GATEWAY_INTERFACE/, 'a script has an environment';
    unlike $variables, qr/SAN_OPTIONS/,       'a script does not have them';
};

# Makes perl copy more bytes than a buffer has.
subtest 'a report of each process' => sub {
    plan skip_all => 'UBSan knows nothing of memory' if $which eq 'ubsan';
    my $dir = tempdir(CLEANUP => 1);
    chmod 01777, $dir;
    local $ENV{ASAN_OPTIONS}
        = "detect_leaks=0:abort_on_error=1:log_path=$dir/report";
    my $beyond = 'my $s = q(x) x 100; unpack q(P1000000), pack q(P), $s;';
    my $h      = gateway_server(config => <<~"CONF");
        PerlPool default
        <Location /worker>
        SetHandler perl-script
        PerlResponseHandler "sub { $beyond; 0 }"
        PerlUsePool default
        </Location>
        CONF
    script($h, 'beyond.pl', $beyond);
    for my $path ('/beyond.pl', '/worker') {
        is get($h, $path)->status, 500, "$path: the process ends";
        my @reports = glob "$dir/report.*";
        is @reports, 1, "$path: there is one report";
        like read_file($_), qr/heap-buffer-overflow/, "$path: it is right"
            for @reports;
        unlink @reports;
    }
};

done_testing;
