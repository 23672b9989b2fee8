package Mehari::Test::Probe;

# Scripts that are compiled under the trace: see t/exact/probe.c.

use Mehari::Perl;
use Cwd            qw(abs_path);
use Exporter       qw(import);
use File::Basename qw(dirname);
use File::Temp     qw(tempdir);
use Mehari::Httpd::Config;
use Mehari::Test qw(lacks read_file write_file);

our @EXPORT
    = qw(probe probe_directory probe_missing modules_list more_modules_list
    vetted_list);

my $program = dirname(Mehari::Httpd::Config::mehari_module())
    . '/t/exact/trace-probe';
my $number = 0;

sub probe_missing () { return lacks($program) }

sub _data ($name) {
    return abs_path(dirname(__FILE__) . "/../../../../lib/Mehari/$name");
}

# Return the table of vetted looks that comes with the program, and the lists of
# modules that are loaded ahead: for all scripts, and for those that need more.
sub vetted_list () { return _data('vetted.list') }

sub modules_list () { return _data('modules.list') }

sub more_modules_list () { return _data('more_modules.list') }

# Returns the folder of scripts and their files, which anybody can read.
sub probe_directory () {
    state $directory = abs_path(tempdir(CLEANUP => 1));
    chmod 0755, $directory;
    return $directory;
}

sub _options (%option) {
    my @options;
    push @options, '-L', $option{listed} if $option{listed};
    push @options, map { ('-p', $_) } @{ $option{preload} // [] };
    my @files = @{ $option{files} // [] };
    my @named = @{ $option{named} // [] };
    while (my ($key, $path) = splice @named, 0, 2) {
        push @options, '-u', "$key=$path";
    }
    my $way = $option{way} // 'r';    # the main program requires them
    while (my ($key, $path) = splice @files, 0, 2) {
        push @options, '-l', "$key=${way}main $path";
    }
    my $env = $option{request} // {};
    push @options, map { ('-e', "$_=$env->{$_}") } sort keys %$env;
    push @options, '-f', probe_directory() if !$option{site};
    push @options,
        map { ('-v', $_) } @{ $option{vetted} // [ vetted_list() ] };
    push @options, map { ('-d', $_) } @{ $option{varies} // [] };
    push @options, '-r' if $option{run}     // 1;
    push @options, '-1' if $option{give_up} // 0;
    return @options;
}

# Compiles $code, and runs it in a child unless { run => 0 }. Returns the report of
# the probe: { told }, { refused }, { file } (by path), { differs }, { loaded } (the
# modules that perl has loaded itself), { pairs } (the same as KEY, PATH, ... in the
# order of loading), { reloaded }, { kept }, { used }, and { out }, { err },
# { status } of the child.
sub probe ($code, %option) {
    my $base   = probe_directory() . '/' . ++$number;
    my $script = $option{script} // "$base.pl";
    write_file($script,    $code);
    write_file("$base.$_", '') for qw(report out err);
    my $pid = fork // die $!;
    if (!$pid) {
        chdir(dirname($script));
        open STDIN,  '<', $option{stdin} // '/dev/null' or die $!;
        open STDOUT, '>', "$base.out"                   or die $!;
        open STDERR, '>', "$base.err"                   or die $!;
        local %ENV = (PATH => $ENV{PATH}, %{ $option{env} // {} });
        exec $program, "$base.report", _options(%option), '--',
            @{ $option{switches} // [] }, $script, @{ $option{args} // [] };
        die $!;
    }
    waitpid $pid, 0;
    return {
        %{ _report(read_file("$base.report")) },
        out    => read_file("$base.out"),
        err    => read_file("$base.err"),
        signal => $? & 127,
        script => $script,
    };
}

sub _report ($text) {
    my %report = (file => {}, loaded => {});
    $report{$_} = [] for qw(told refused pairs reloaded kept used);
    for my $line (split /\n/, $text) {
        my ($what, $rest) = split / /, $line, 2;
        if ($what eq 'file') {
            my ($kind, $path) = split / /, $rest, 2;
            $report{file}{$path} .= $kind;
        }
        elsif ($what eq 'loaded') {
            my ($key, $path) = split / /, $rest, 2;
            $report{loaded}{$key} = $path;
            push @{ $report{pairs} }, $key, $path;
        }
        elsif ($what =~ /\A(?:told|refused|reloaded|kept|used)\z/) {
            push @{ $report{$what} }, $rest;
        }
        else {
            $report{$what} = $rest;
        }
    }
    return \%report;
}

1;
