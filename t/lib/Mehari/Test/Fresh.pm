package Mehari::Test::Fresh;

# Programs that run again and again in one process (t/fresh/probe.c), compared
# with a perl that is started for each run.

use v5.36;
use Exporter       qw(import);
use File::Basename qw(dirname);
use File::Spec     ();
use File::Temp     qw(tempdir);

use Mehari::Httpd::Config;
use Mehari::Test;

# A program made by chance may never end, or want all memory. A sanitizer maps
# more than any limit.
use constant LIMITS => ($ENV{MEHARI_PRELOAD} ? '' : 'ulimit -v 400000;')
    . 'exec timeout 100 ';

our @EXPORT
    = qw(fresh_missing fresh_requests fresh_runs fresh_runs_in new_perl differences);

my $program
    = dirname(Mehari::Httpd::Config::mehari_module())
    . '/t/fresh/fresh-probe';

# What `prove -I` has added.
my %ours = map { $_ => 1, File::Spec->rel2abs($_) => 1 } qw(lib t/lib);

sub fresh_missing () { return -x $program ? '' : "$program is not built" }

# What a perl of its own writes and how it ends: { out, err, status }. A
# request is { env, input }; without one there is no input.
sub new_perl ($script, $request = undef) {
    my $folder = tempdir(CLEANUP => 1);
    my $end    = run_there(
        $script, $request,
        "perl '$script'",
        out   => "$folder/out",
        err   => "$folder/err",
        input => write_file("$folder/in", $request ? $request->{input} : ''),
    );
    return {
        out    => text("$folder/out"),
        err    => text("$folder/err"),
        status => $end,
    };
}

# In the script's directory, as httpd does it, when there is a request.
sub run_there ($script, $request, $command, %file) {
    local %ENV = %{ $request->{env} } if $request;
    local @ENV{qw(PERL_TO_COMPARE INC_TO_COMPARE)}
        = ($^X, join ':', grep { !$ours{$_} } @INC)
        if $command =~ /\A\Q$program\E/;
    my $there = $request ? "cd '" . dirname($script) . "';" : '';
    return
          system $there
        . 'unset PWD OLDPWD;'
        . LIMITS
        . "$command <$file{input} >>$file{out} 2>>$file{err}";
}

# Compiles the scripts in one process and runs them in turn. A list for each:
# what it wrote while it was compiled, then a hash like new_perl()'s for each
# run.
sub fresh_runs ($runs, @scripts) {
    return fresh_runs_in('main', $runs, @scripts);
}

# The same in another package.
sub fresh_runs_in ($package, $runs, @scripts) {
    my $folder = tempdir(CLEANUP => 1);
    my $in     = $package eq 'main' ? '' : "-p $package";
    my $end    = run_there(
        undef, undef,
        "$program -n $runs $in $folder @scripts",
        out   => "$folder/end",
        err   => "$folder/end",
        input => '/dev/null',
    );
    my $why = $end ? "the probe ended with $end" : '';
    return map { runs_of($folder, $_, $runs, $why) } 0 .. $#scripts;
}

# The same for one script, which has a request in each of its runs. The first
# of them is what is there while it is compiled.
sub fresh_requests ($script, $compiling, @requests) {
    my $folder = tempdir(CLEANUP => 1);
    my $runs   = @requests;
    my $number = 0;
    for my $request ($compiling, @requests) {
        write_file("$folder/$number.in", $request->{input});
        write_file(
            "$folder/$number.env",
            join '',
            map { "$_=$request->{env}{$_}\0" } sort keys %{ $request->{env} }
        );
        $number++;
    }
    my $end = run_there(
        $script, $compiling, "$program -n $runs -r $folder '$script'",
        out   => "$folder/end",
        err   => "$folder/end",
        input => '/dev/null',
    );
    return runs_of($folder, 0, $runs,
        $end ? "the probe ended with $end" : '');
}

sub runs_of ($folder, $script, $runs, $why) {
    my $list     = "$folder/$script.status";
    my @statuses = -e $list ? split ' ', read_file($list) : ();
    my @of       = map {
        {
            out => text("$folder/$script.$_.out"),
            err => text("$folder/$script.$_.err") . $why,
        }
    } 0 .. $runs;

    # What does not compile is not run.
    return [ $of[0], { out => '', err => '', status => $statuses[0] } ]
        if @statuses == 1 && $runs > 1;
    $of[$_]{status} = $statuses[ $_ - 1 ] // 'none' for 1 .. $runs;
    return \@of;
}

# Without addresses and times of the day, which differ from process to process.
sub text ($file) {
    return '' if !-e $file;
    return read_file($file) =~ s/\(0x[0-9a-f]+\)/(0x)/gr
        =~ s/\b\d\d:\d\d:\d\d\b/(time)/gr;
}

# The first difference of the runs from new perls, in words; '': none. What is
# written by BEGIN blocks is written once. One perl stands for all.
sub differences ($script, $runs, @perls) {
    my ($compiled, @each) = @$runs;
    for my $number (1 .. @each) {
        my $got      = $each[ $number - 1 ];
        my $expected = $perls[ $number - 1 ] // $perls[0];
        for my $what (qw(out err)) {
            my $all = $compiled->{$what} . $got->{$what};
            next if $all eq $expected->{$what};
            return "run $number, $what:\n"
                . first_difference($expected->{$what}, $all);
        }
        return "run $number: status $got->{status}, not $expected->{status}"
            if $got->{status} ne $expected->{status};
    }
    return '';
}

sub first_difference ($expected, $got) {
    my @expected = split /^/, $expected;
    my @got      = split /^/, $got;
    my $at       = 0;
    $at++ while $at < @expected && $at < @got && $expected[$at] eq $got[$at];
    my ($left, $right) = map { $_->[$at] // '(end)' } \@expected, \@got;
    return sprintf "  line %d: perl:  %s\n           fresh: %s", $at + 1,
        map { s/\n?\z//r } $left, $right;
}

1;
