package Mehari::Test::Suite;

# The run of many tests, several at a time, and the report at its end. Each test has
# a temporary folder of its own, in which it may leave nothing.

use Mehari::Perl;
use Cwd        qw(abs_path);
use File::Find ();
use File::Path qw(remove_tree);
use File::Temp qw(tempdir);
use List::Util qw(sum0);
use Mehari::Test::Progress;
use Mehari::Test::Suite::Formatter;
use TAP::Harness;
use Time::HiRes qw(sleep time);

my $AGAIN = 5;     # so many that fail are worth a second look
my $SHOWN = 8;     # of those that take the most CPU
my $SLOW  = 10;    # other tests take no longer than one of the list

# The folders that programs share. Tests may leave nothing there either; but who
# left a file is known only where no other programs run.
my @SHARED = qw(/tmp /var/tmp /dev/shm);

my @GUARD = (
    $^X, '-MMehari::Test::Guard', '-e', 'exit Mehari::Test::Guard::run(@ARGV)'
);

# jobs; list: the file that names the slow tests; quick: without these tests;
# strict: a test that passes only when it is run again has failed; verbose
sub new ($class, %option) {
    return bless {
        jobs    => 1,
        slow    => [ defined $option{list} ? slow_in($option{list}) : () ],
        times   => {},
        cpu     => {},
        left    => {},
        reports => {},
        skipped => {},
        skips   => 0,
        %option,
    }, $class;
}

# A line of the list has the path of a test and the reason why it is slow.
sub slow_in ($list) {
    open my $in, '<', $list or die "Cannot read $list: $!.\n";
    return map { /^([^#\s]\S*)/ ? $1 : () } <$in>;
}

# --- which --------------------------------------------------------------------

# Returns the tests, slow ones first: otherwise each of these would run alone at the
# end.
sub files ($self, @wanted) {
    my %is_named = map { $_ => -f } @wanted;
    my %rank;
    @rank{ @{ $self->{slow} } } = 1 .. @{ $self->{slow} };
    my @files = map { tests_in($_) } @wanted;
    @files = grep { $is_named{$_} || !$rank{$_} } @files if $self->{quick};
    my $last = 1 + @{ $self->{slow} };
    return
        sort { ($rank{$a} // $last) <=> ($rank{$b} // $last) || $a cmp $b }
        @files;
}

sub tests_in ($what) {
    return $what                    if -f $what;
    die "There is no test $what.\n" if !-d $what;
    my @files;
    File::Find::find(
        {
            no_chdir => 1,
            wanted   => sub { push @files, $_ if /\.t\z/ && -f },
        },
        $what =~ s{/+\z}{}r
    );
    return @files;
}

# --- run ----------------------------------------------------------------------

# Runs the tests; returns true if all is well.
sub run ($self, @wanted) {
    my @files = $self->files(@wanted);
    die "There is no test in @wanted.\n" if !@files;
    local $self->{dir} = make_folder();
    my %before = map { $_ => 1 } shared_files();
    my @failed = $self->run_some($self->{jobs}, @files);
    my @flaky;
    if (@failed && @failed <= $AGAIN) {
        say "\nOnce more, by itself:\n", join "\n", @failed, '';
        my %again = map { $_ => 1 } $self->run_some(1, @failed);
        @flaky  = grep { !$again{$_} } @failed;
        @failed = grep { $again{$_} } @failed;
    }
    remove_tree($self->{dir});
    my @new = grep { !$before{$_} } shared_files();
    $self->report(\@flaky, \@new);
    return
           !@failed
        && !%{ $self->{left} }
        && !%{ $self->{reports} }
        && !($self->{strict} && (@flaky || @new));
}

# Makes a folder that httpd's user can enter, like /tmp.
sub make_folder () {
    my $dir = tempdir('mh-XXXXXX', TMPDIR => 1, CLEANUP => 1);
    chmod 0755, $dir;
    return $dir;
}

sub run_some ($self, $jobs, @files) {
    my $root     = abs_path('.');
    my $number   = keys %{ $self->{times} };
    my %folder   = map { $_ => "$self->{dir}/" . ++$number } @files;
    my $progress = Mehari::Test::Progress->new;
    local $ENV{PERL5LIB} = join ':', "$root/lib", "$root/t/lib",
        $ENV{PERL5LIB} // ();
    my $harness = TAP::Harness->new(
        {
            jobs => $jobs,
            $self->output(
                jobs     => $jobs,
                progress => $progress,
                cpu      => sub ($file) { seconds_in("$folder{$file}.cpu") },
            ),
            exec => sub ($harness, $file) {
                mkdir $folder{$file};
                chmod 01777, $folder{$file};
                my @guard = (@GUARD, "$folder{$file}.cpu");
                my @test  = ($^X,    switches($file), $file);
                return [
                    'env', "TMPDIR=$folder{$file}",
                    sanitizers($folder{$file}),
                    @guard, @test,
                ];
            },
        }
    );
    $self->say_how_far($harness, $progress, @files) if !$self->{verbose};
    my %bad;
    $harness->callback(
        after_test => sub ($job, $parser) {
            my $file = $job->[0];
            $bad{$file} = 1 if $parser->has_problems;
            $self->note($file, $parser, $folder{$file});
        }
    );
    my $aggregate = $harness->runtests(@files);
    $progress->clear;
    $bad{$_} = 1 for $aggregate->failed, $aggregate->parse_errors;
    return grep { $bad{$_} } @files;
}

# With -v each line of a test is shown at once, but not how much is done.
sub output ($self, %option) {
    my %output = (
        timer => 1,
        color => -t STDOUT && !defined $ENV{NO_COLOR},
    );
    return (%output, verbosity => 1) if $self->{verbose};
    return (formatter =>
            Mehari::Test::Suite::Formatter->new({ %output, %option }));
}

# Shows how much is done. The tests are weighted: those of the list take most of the
# time, and begin first.
sub say_how_far ($self, $harness, $progress, @files) {
    my %weight = $self->weights(@files);
    my $all    = sum0(values %weight);
    my $done   = 0;
    my $say
        = sub { $progress->at('Testing', int(100 * $done / $all), 100) };
    $harness->callback(
        made_parser => sub ($parser, $job) {
            $parser->callback(ALL => sub { $progress->tick });
        }
    );
    $harness->callback(
        after_test => sub ($job, $parser) {
            $done += $weight{ $job->[0] };
            $say->();
        }
    );
    $say->();
    return;
}

# Returns the share of each test in the time of all.
sub weights ($self, @files) {
    my %is_slow = map { $_ => 1 } @{ $self->{slow} };
    return map { $_ => $is_slow{$_} ? $SLOW : 1 } @files;
}

# Has sanitizers write a file for each process: a manager, for example, has no
# standard error.
sub sanitizers ($folder) {
    return map { "$_=$ENV{$_}:log_path=$folder/report" }
        grep { defined $ENV{$_} } qw(ASAN_OPTIONS UBSAN_OPTIONS);
}

# Returns the switches of a test's first line: perl wants some of them on its
# command line.
sub switches ($file) {
    open my $in, '<', $file or return ();
    return (readline($in) // '') =~ /^#!.*\bperl.*?\s(-[tT]\b)/ ? $1 : ();
}

sub note ($self, $file, $parser, $folder) {
    $self->{times}{$file} = $parser->end_time - $parser->start_time;
    $self->{cpu}{$file}   = seconds_in("$folder.cpu");
    $self->{skips} += $parser->skipped;
    my $why = $parser->skip_all;
    if (defined $why) { $self->{skipped}{$file} = $why }
    for my $report (glob "$folder/report.*") {
        $self->{reports}{$file} .= text_of($report);
        unlink $report;
    }
    my @left = left_in($folder);
    if (@left) { $self->{left}{$file} = \@left }
    else       { delete $self->{left}{$file} }
    remove_tree($folder);
    return;
}

# Returns the files left in a test's folder. Waits a moment first: another process
# removes the files of one that is killed together with its test.
sub left_in ($folder) {
    my $end = time + 5;
    while (my @left = names_in($folder)) {
        return map { s{.*/}{}r } @left if time > $end;
        sleep 0.05;
    }
    return ();
}

# A guard that was killed has written nothing.
sub seconds_in ($file) { return -s $file ? text_of($file) : 0 }

sub text_of ($file) {
    open my $in, '<', $file or return "$file: $!\n";
    local $/ = undef;
    return readline($in) // '';
}

sub names_in ($dir) {
    opendir my $in, $dir or return ();
    return map { "$dir/$_" } grep { !/\A\.\.?\z/ } sort readdir $in;
}

# Returns the files in shared folders except those that Data::UUID keeps for all
# programs.
sub shared_files () {
    return grep { !m{\A/tmp/\.UUID_} } map { names_in($_) } @SHARED;
}

# --- what came of it ------------------------------------------------------------

sub report ($self, $flaky, $new) {
    my %skipped = %{ $self->{skipped} };
    my %left    = %{ $self->{left} };
    my %reports = %{ $self->{reports} };
    my %times   = %{ $self->{times} };
    my $cpu     = $self->{cpu};
    my @dearest = sort { $cpu->{$b} <=> $cpu->{$a} } keys %$cpu;
    splice @dearest, $SHOWN if @dearest > $SHOWN;

    part(
        'Most CPU',
        map { sprintf '%4.0f s, in %3.0f s  %s', $cpu->{$_}, $times{$_}, $_ }
            @dearest
    ) if keys %times > $SHOWN;
    part(
        count(scalar keys %skipped, 'file') . ' could not run',
        map { "$_: $skipped{$_}" } sort keys %skipped
    ) if %skipped;
    say count($self->{skips}, 'single test') . ' could not run'
        if $self->{skips};
    part(count(scalar keys %left, 'file') . ' left something in TMPDIR',
        map { "$_: @{ $left{$_} }" } sort keys %left)
        if %left;
    part(
        count(scalar keys %reports, 'file') . ' with reports of a sanitizer',
        map { ("$_:", split /\n/, $reports{$_}) } sort keys %reports
    ) if %reports;
    part('Of these tests or of another program, and new', @$new)
        if @$new && $self->{strict};
    part('FLAKY: ' . count(scalar @$flaky, 'file') . ' passed only by itself',
        @$flaky)
        if @$flaky;
    return;
}

sub part ($title, @lines) {
    say join "\n    ", "$title:", @lines;
    return;
}

sub count ($number, $noun) {
    return "$number $noun" . ($number == 1 ? '' : 's');
}

1;

__END__

=head1 NAME

Mehari::Test::Suite - the run of many tests

=head1 SYNOPSIS

    my $suite = Mehari::Test::Suite->new(jobs => 4, list => 't/slow.list');
    exit !$suite->run('t');

=head1 DESCRIPTION

This is the work of F<packaging/prove>. The tests of the list begin first, in
its order.  Each test has a folder of its own as TMPDIR; it has failed when
something is left there, when a process of it goes on (L<Mehari::Test::Guard>),
or when a sanitizer reported something of one of its processes.

=cut
