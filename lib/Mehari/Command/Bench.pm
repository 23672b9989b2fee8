package Mehari::Command::Bench;

# mehari bench: measures what each way to run Perl behind httpd costs on this
# machine.

use Mehari::Perl;
use JSON::PP ();

use Mehari::Bench::Client;
use Mehari::Bench::Compare qw(load_run save_run);
use Mehari::Bench::Figures qw(noise);
use Mehari::Bench::Guide   qw(guide_problem);
use Mehari::Bench::Mode    qw(mode_names mode_of peer_names);
use Mehari::Bench::Peer    qw(peer_problem);
use Mehari::Bench::Process qw(machine load_average cores);
use Mehari::Bench::Runner;
use Mehari::Bench::Setup
    qw(suite_names suite setup_of_script built_file corpus_dir);
use Mehari::Bench::Site  qw(engine_problem);
use Mehari::Bench::Table qw(legend table);
use Mehari::Bench::Url;
use Mehari::Command::Progress;
use Mehari::Command::Renamed qw(rename_word);
use Mehari::Command::Usage;

my @NUMBERS = qw(rounds duration concurrency requests soak rate timeout);

# Exit status: 0, or 1 when a cell failed or was refused.
sub run ($class, @args) {
    my $self
        = bless { options_of(@args),
        progress => Mehari::Command::Progress->new, },
        $class;
    return $self->compare if $self->{compare};

    # Leaves through END, which stops the servers and removes their files.
    local @SIG{qw(INT TERM)} = (sub ($name) { exit 130 }) x 2;
    for my $file (grep { defined } @$self{qw(html save)}) {
        write_file($file, '');
    }
    my $report = $self->start_report;
    if ($self->{memory} || $self->{soak}) {
        $self->measure_memory($report);
    }
    elsif (grep { $_ eq 'cold' } map { split /,/ } @{ $self->{suite} // [] })
    {
        $self->measure_cold($report);
    }
    else {
        $self->measure_speed($report);
    }
    print JSON::PP->new->canonical->pretty->encode($report) if $self->{json};
    if (defined $self->{html}) {
        require Mehari::Bench::Page;
        write_file($self->{html}, Mehari::Bench::Page::page($report));
        print STDERR "mehari: wrote $self->{html}\n";
    }
    save_run($self->{save}, $report) if defined $self->{save};
    return $report->{ok} ? 0 : 1;
}

# Compares two saved runs, and measures nothing.
sub compare ($self) {
    my @runs       = map { load_run($_) } @{ $self->{files} };
    my $comparison = Mehari::Bench::Compare::compare(@runs);
    print $self->{json}
        ? JSON::PP->new->canonical->pretty->encode($comparison)
        : Mehari::Bench::Compare::text($comparison, @runs);
    return 0;
}

sub options_of (@args) {
    my %option = (requests => 10_000);
    Mehari::Command::Usage->options(
        'bench', \@args, \%option,
        qw(
            suite=s@ mode=s@ engines=s@ peers rounds=i duration=i
            concurrency=i quick rate=i timeout=i save=s compare
            client=s ignore=s wide memory requests=i soak=i json html=s
        )
    );
    $option{rounds}   //= $option{quick} ? 2 : 5;
    $option{duration} //= $option{quick} ? 1 : 2;
    for my $name (@NUMBERS) {
        usage("--$name wants a number above 0")
            if defined $option{$name} && $option{$name} < 1;
    }
    check_pattern($option{ignore}) if defined $option{ignore};
    return (%option, targets_of(\%option, @args));
}

# The targets: a script, or URLs. Without arguments, the set-ups.
sub targets_of ($option, @args) {
    if ($option->{compare}) {
        usage('--compare wants two files of --save') if @args != 2;
        return (files => \@args);
    }
    my @urls = grep { m{\Ahttps?://} } @args;
    usage('one SCRIPT at a time, or URLs') if @args > 1 && @urls != @args;
    my $problem = Mehari::Bench::Url::problem(@urls);
    usage($problem) if defined $problem;
    check_load($option, @urls);
    return @urls ? (urls => \@urls) : @args ? (target => $args[0]) : ();
}

sub check_load ($option, @urls) {
    my $client = $option->{client} // 'wrk';
    usage('--rate is for URLs') if $option->{rate} && !@urls;
    usage("--rate needs httperf, not $client")
        if $option->{rate} && defined $option->{client};
    usage('ab asks for one URL and ends at the first time-out: use wrk')
        if $client eq 'ab' && (@urls > 1 || $option->{timeout});
    return;
}

sub check_pattern ($pattern) {
    return if eval { qr/$pattern/; 1 };
    usage('--ignore wants a pattern that Perl understands');
    return;
}

sub usage ($text) { return Mehari::Command::Usage->throw($text) }

# The words of a list option. Each must be one of @known.
sub chosen ($self, $option, @known) {
    my $given = $self->{$option} or return @known;
    my %known = map { $_ => 1 } @known;
    my @names
        = map { rename_word($option, $_, @known) } map { split /,/ } @$given;
    for my $name (@names) {
        usage("--$option $name: choose from @known") if !$known{$name};
    }
    my %wanted = map { $_ => 1 } @names;
    return grep { $wanted{$_} } @known;
}

# --- what there is to measure ------------------------------------------------

sub start_report ($self) {
    my $load = load_average();
    $self->{left_out} = [];
    $self->{warnings} = [];
    push @{ $self->{warnings} },
        sprintf 'the load average is %.2f at the start: other programs use'
        . ' the machine', $load
        if $load > 0.25 * cores();
    return {
        program  => 'mehari bench',
        started  => time,
        machine  => machine(),
        left_out => $self->{left_out},
        warnings => $self->{warnings},
        setups   => [],
        ok       => JSON::PP::true,
    };
}

sub find_engines ($self) {
    my @engines;
    for my $engine ($self->chosen('engines', qw(mehari mod_perl))) {
        my $problem = engine_problem($engine);
        if   (defined $problem) { $self->leave_out($problem) }
        else                    { push @engines, $engine }
    }
    return \@engines;
}

# The modes of @modes that can be measured here.
sub find_modes ($self, $engines, @modes) {
    my %lacking;
    if (!defined built_file('mod_floor.so')) {
        $lacking{$_} = 1
            for grep { (mode_of($_)->{kind} // '') eq 'floor' } mode_names();
        $self->leave_out('The C handler is not built: there is no'
                . ' mod_floor.so ("make build" in the source makes it).')
            if grep { $lacking{$_} } @modes;
    }
    $self->leave_out('Programs executed are not counted: there is no'
            . ' exec_log.so ("make build" in the source makes it).')
        if !defined built_file('exec_log.so');
    for my $peer (grep { mode_of($_)->{peer} } @modes) {
        my $problem = peer_problem($peer) // next;
        $self->leave_out($problem);
        $lacking{$peer} = 1;
    }
    return [ grep { !$lacking{$_} } @modes ];
}

sub find_client ($self) {
    my $name = $self->{client};
    usage('--client wants wrk or ab')
        if defined $name && $name !~ /\A(?:wrk|ab)\z/;
    $name = 'httperf' if $self->{rate};
    my $client = Mehari::Bench::Client->find($name,
        map { $_ => $self->{$_} } qw(timeout rate));
    return $client if $client;
    die "httperf makes a load at a given rate, and is not installed"
        . " (Debian: apt-get install httperf).\n"
        if $self->{rate};
    die defined $name
        ? "$name is not installed.\n"
        : "Nothing can make the load: install wrk or ab"
        . " (Debian: apt-get install wrk).\n";
}

# The set-ups, each with the modes that the user asks for, or else its own
# modes.
sub find_setups ($self) {
    my @setups
        = defined $self->{target}
        ? setup_of_script($self->{target}, $self->{ignore})
        : $self->find_suites;
    my @chosen = $self->chosen('mode', mode_names());
    for my $setup (@setups) {
        $setup->{modes} = [@chosen] if $self->{mode};
        push @{ $setup->{modes} = [ @{ $setup->{modes} } ] }, 'floorevent',
            peer_names()
            if $self->{peers} && defined $setup->{peer};
    }
    return @setups;
}

sub find_suites ($self) {
    my @names
        = $self->{suite}
        ? $self->chosen('suite', suite_names())
        : 'classic';
    my (@setups, %seen);
    for my $setup (map { suite($_) } @names) {
        my $problem = program_problem($setup);
        if (!defined $problem) {
            push @setups, $setup;
        }
        elsif (!$seen{$problem}++) {
            $self->leave_out($problem);
        }
    }
    return @setups;
}

# The reason why a program of Debian's cannot be measured; undef when it can.
sub program_problem ($setup) {
    return guide_problem($setup) if defined $setup->{database};
    return undef                 if !defined $setup->{program};
    return 'Programs of Debian\'s are not measured: they were not fetched'
        . ' (packaging/corpus build-corpus).'
        if !defined corpus_dir();
    return 'cvsweb is not measured: there is no cvs'
        . ' (Debian: apt-get install cvs).'
        if $setup->{program} eq 'cvsweb'
        && !Mehari::Httpd::Config::find_program('cvs');
    return undef;
}

# --- speed --------------------------------------------------------------------

sub measure_speed ($self, $report) {
    my $client = $self->find_client;
    $report->{client} = $client->name;
    return $self->measure_urls($report, $client) if $self->{urls};
    my @setups  = $self->find_setups;
    my $engines = $self->find_engines;
    my %wanted  = map { $_ => 1 } map { @{ $_->{modes} } } @setups;
    my $modes
        = $self->find_modes($engines, grep { $wanted{$_} } mode_names());
    my $runner = Mehari::Bench::Runner->new(
        client      => $client,
        engines     => $engines,
        modes       => $modes,
        rounds      => $self->{rounds},
        duration    => $self->{duration},
        concurrency => $self->{concurrency},
        progress    => sub ($text) { $self->{progress}->say($text) },
    );
    $self->say_notes;

    for my $setup (@setups) {
        $self->finish_setup($report, $setup, $runner->run($setup));
    }
    return;
}

sub measure_urls ($self, $report, $client) {
    $self->{concurrency} //= 8;
    my $cell = Mehari::Bench::Url::measure(
        client   => $client,
        progress => sub ($text) { $self->{progress}->say($text) },
        map { $_ => $self->{$_} } qw(urls rounds duration concurrency)
    );
    my %setup = (
        name        => 'url',
        title       => join(' ', @{ $self->{urls} }),
        concurrency => $self->{concurrency},
    );
    return $self->finish_setup($report, \%setup, [$cell]);
}

# The kind of load, as a phrase.
sub how ($self, $client, $connections) {
    my $load
        = $self->{rate}
        ? "$self->{rate} requests/s offered"
        : "$connections keep-alive connections";
    $load .= ", time-out $self->{timeout} s" if $self->{timeout};
    my $rounds = $self->{rounds} == 1 ? '1 round' : "$self->{rounds} rounds";
    return "$client, $load, $rounds of $self->{duration} s";
}

sub finish_setup ($self, $report, $setup, $cells) {
    my $connections = $self->{concurrency} // $setup->{concurrency};
    my %measured    = (
        name        => $setup->{name},
        title       => $setup->{title},
        how         => $self->how($report->{client}, $connections),
        concurrency => $connections,
        cells       => $cells,
    );
    push @{ $report->{setups} }, \%measured;
    $report->{ok} = JSON::PP::false
        if grep { $_->{state} ne 'measured' } @$cells;
    $self->{progress}->clear;
    my @noise = noise($setup, $cells);
    my $text
        = $self->{urls}
        ? Mehari::Bench::Url::table(\%measured, @$cells)
        : table(\%measured, $cells, $self->{wide});
    print "$text\n" if !$self->{json};
    print legend(), "\n"
        if !grep({ $self->{$_} } qw(json urls wide)) && !$self->{explained}++;
    $self->warn_of($_) for @noise;
    return;
}

# --- memory ------------------------------------------------------------------

sub measure_memory ($self, $report) {
    require Mehari::Bench::Memory;
    my $client = Mehari::Bench::Client->find('ab')
        // die "ab is needed to send an exact number of requests"
        . " (Debian: apt-get install apache2-utils).\n";
    my $engines = $self->find_engines;
    $self->say_notes if @$engines;
    die "Neither mehari nor mod_perl is there to be measured.\n"
        if !@$engines;
    my $memory = Mehari::Bench::Memory->new(
        client   => $client,
        engines  => $engines,
        workers  => $self->{concurrency} // 2,
        progress => sub ($text) { $self->{progress}->say($text) },
    );
    $report->{memory} = $memory->ten_scripts($self->{requests})
        if $self->{memory};
    $report->{soak} = $memory->soak($self->{soak}) if $self->{soak};
    $self->{progress}->clear;
    print Mehari::Bench::Memory::text($report) if !$self->{json};
    $report->{ok} = JSON::PP::false
        if grep { $_->{failed} }
        map { @{ $report->{$_} // [] } } qw(memory soak);
    $report->{ok} = JSON::PP::false
        if grep { $_->{engine} eq 'mehari' && !${ $_->{flat} } }
        @{ $report->{soak} // [] };
    return;
}

# --- first requests -----------------------------------------------------------

# No client makes a load here, because each page is asked for only once.
sub measure_cold ($self, $report) {
    require Mehari::Bench::Cold;
    usage('--suite cold is measured alone')
        if grep { $_ ne 'cold' } map { split /,/ } @{ $self->{suite} };
    die "mehari is not there to be measured.\n"
        if !grep { $_ eq 'mehari' } @{ $self->find_engines };
    $self->say_notes;
    $report->{cold} = Mehari::Bench::Cold::measure(
        sub ($text) { $self->{progress}->say($text) });
    $self->{progress}->clear;
    print Mehari::Bench::Cold::text($report->{cold}) if !$self->{json};
    $report->{ok} = JSON::PP::false
        if grep { $_->{failed} } @{ $report->{cold} };
    return;
}

# --- notes -------------------------------------------------------------------

sub leave_out ($self, $sentence) {
    push @{ $self->{left_out} }, $sentence;
    return;
}

sub warn_of ($self, $text) {
    push @{ $self->{warnings} }, $text;
    print STDERR "mehari: noisy: $text\n";
    return;
}

sub say_notes ($self) {
    print STDERR "mehari: left out: $_\n" for @{ $self->{left_out} };
    print STDERR "mehari: noisy: $_\n"    for @{ $self->{warnings} };
    return;
}

# Writes a file. Called once before the measurements, so that a file that cannot
# be written is found at once.
sub write_file ($file, $text) {
    open my $out, '>:encoding(UTF-8)', $file
        or die "Cannot write $file: $!.\n";
    print {$out} $text;
    close $out or die "Cannot write $file: $!.\n";
    return;
}

1;

__END__

=head1 NAME

mehari-bench - measure requests per second in each mode, side by side

=head1 SYNOPSIS

  mehari bench [OPTIONS] [SCRIPT|URL...]
  mehari bench --compare FILE FILE

=head1 DESCRIPTION

C<mehari bench> measures all ways to run Perl behind httpd, with built-in pages
or with a script of yours, on servers of its own. If you name URLs, it measures
a running server and requests them in turn. F<docs/benchmarks.md> describes the
method.

=head1 OPTIONS

=over 24

=item B<--suite> I<NAME>[,I<NAME>]

A suite: C<classic> (default), C<perl-cgi>, C<peers>, C<psgi>, C<guide>; or
C<cold>, by itself: first requests beside mod_cgid's, and the memory of a
hundred scripts. Or single set-ups: C<talk> C<mail> C<light> C<heavy> C<page>
C<form> C<awstats> C<usemod> C<cvsweb> C<counter> C<naive> C<apachedbi>
C<placeholders> C<prepared>. The last five use SQLite; add C<-postgresql> or
C<-mariadb> for another database.

=item B<--mode> I<NAME>[,I<NAME>]

Only these modes: C<cgi> C<perl-cgi> C<perlrun> C<registry> C<perlscript>
C<modperl> C<psgi> C<floor> C<static>; under event C<cgid> C<perl-cgi-event>
C<perlrunevent> C<registryevent> C<perlscriptevent> C<modperlevent>
C<psgievent> C<psgihttpd> C<floorevent> C<staticevent> C<fcgid> C<uwsgi>
C<starman>; without httpd C<uwsgihttp> C<starmanhttp>.

=item B<--peers>

Measure mod_fcgid, uWSGI and Starman too, behind httpd and alone, with the
hello page.

=item B<--engines> I<NAME>[,I<NAME>]

Measure only C<mehari>, or only C<mod_perl>.

=item B<--rounds> I<N>

The number of times that each mode is measured. Default: 5.

=item B<--duration> I<SECONDS>

The duration of a round. Default: 2.

=item B<--concurrency> I<N>

The number of connections. Default: that of the set-up.

=item B<--quick>

Measure two rounds of one second.

=item B<--client> C<wrk>|C<ab>

The program that sends the requests. Default: C<wrk>, or C<ab> if wrk is not
installed.

=item B<--rate> I<N>

Send N requests a second to URLs, each on a connection of its own, whether the
server keeps up or not (httperf).

=item B<--timeout> I<SECONDS>

Count a request that takes longer as failed. Default: 30.

=item B<--ignore> I<PATTERN>

Ignore differences between the modes in lines that match this pattern. With a
script of yours, what changes from one request to the next under mod_cgi, such
as a time or a process number, is ignored without this option.

=item B<--wide>

Print all columns, not only five.

=item B<--memory>

Measure the private memory of each child after requests to ten Registry scripts.

=item B<--requests> I<N>

The number of requests for C<--memory>. Default: 10,000.

=item B<--soak> I<N>

Measure whether memory grows while one Registry script gets N requests.

=item B<--json>

Print everything as JSON, including raw data.

=item B<--html> I<FILE>

Write a page with charts.

=item B<--save> I<FILE>

Write everything as JSON, for C<--compare>.

=item B<--compare> I<FILE> I<FILE>

Compare two saved runs: print the ratios, and which differences are larger than
the noise.

=back

=head1 EXIT STATUS

0, or 1 if the command could not measure something.

=head1 SEE ALSO

L<mehari(1)>, L<mehari-doctor(1)>, F<docs/benchmarks.md>

=cut
