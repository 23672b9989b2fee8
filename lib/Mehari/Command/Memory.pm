package Mehari::Command::Memory;

# mehari memory: what the processes of a server take, by what they grew, and
# what preloading saves.

use v5.36;
use JSON::PP ();

use Mehari::Command::Usage;
use Mehari::Memory::Family  qw(family find_server);
use Mehari::Memory::Growth  qw(growth_of);
use Mehari::Memory::Process qw(memory_of merged_by_kernel);
use Mehari::Memory::Report;

my @OPTIONS = qw(pool=s preload=s requests=i children=i json);

sub run ($class, @args) {
    my %option = (requests => 10, children => 10);
    Mehari::Command::Usage->options('memory', \@args, \%option, @OPTIONS);
    for my $name (qw(requests children)) {
        usage("--$name wants a number above 0") if $option{$name} < 1;
    }
    my $report
        = defined $option{preload}
        ? preloading(\%option, @args)
        : running(\%option, @args);
    print $option{json}
        ? JSON::PP->new->canonical->pretty->encode($report)
        : text($report);
    return 0;
}

sub usage ($message) { Mehari::Command::Usage->throw("memory: $message") }

sub text ($report) {
    return Mehari::Memory::Report::preload($report) if $report->{preload};
    return Mehari::Memory::Report::processes($report)
        . Mehari::Memory::Report::growth($report);
}

# --- a running server ---------------------------------------------------------

sub running ($option, $where = undef, @more) {
    usage('one server at a time') if @more;
    my @family = family(find_server($where));
    @family = of_pool($option->{pool}, @family) if defined $option->{pool};
    for my $one (@family) {
        my $memory = memory_of($one->{pid}) // next;
        @$one{ keys %$memory } = values %$memory;
    }
    # A process that has ended meanwhile is no more.
    @family = grep { defined $_->{total} || -d "/proc/$_->{pid}" } @family;
    die "the processes are another user's: run this as root.\n"
        if !grep { defined $_->{total} } @family;
    return {
        processes => \@family,
        sum       => sum(@family),
        kernel    => merged_by_kernel(),
        growth    => [ tables(@family) ],
    };
}

sub of_pool ($name, @family) {
    my @those = grep { ($_->{pool} // '') eq $name } @family;
    return @those if @those;
    my %pool = map { $_->{pool} => 1 } grep { defined $_->{pool} } @family;
    die "there is no pool $name; there are: "
        . (join(', ', sort keys %pool) || 'none') . "\n";
}

# A run's memory is its template's, and counts once.
sub sum (@family) {
    my %sum;
    my @own = grep { $_->{role} ne 'run' } @family;
    for my $name (qw(private proportion merged)) {
        $sum{$name} = 0;
        $sum{$name} += $_->{$name} // 0 for @own;
    }
    return \%sum;
}

sub tables (@family) {
    my %one = map { $_->{pid} => $_ } @family;
    my @tables;
    for my $table (growth_of(map { $_->{pid} } @family)) {
        my $pool = $one{ $table->{pid} }{pool};
        push @tables,
            {
            %$table,
            who => defined $pool
            ? "the workers of pool $pool"
            : "httpd's children",
            };
    }
    return @tables;
}

# --- what preloading saves ----------------------------------------------

sub preloading ($option, @scripts) {
    require Mehari::Memory::Preload;
    usage('--pool is for a running server') if defined $option->{pool};
    my @modules = modules($option->{preload});
    for my $script (@scripts) {
        die "there is no script $script.\n" if !-f $script;
    }
    usage('--preload none needs a script') if !@modules && !@scripts;
    my $rows = Mehari::Memory::Preload->new(
        modules  => \@modules,
        scripts  => \@scripts,
        requests => $option->{requests},
        progress => \&progress,
    )->measure;
    for my $row (@$rows) {
        $row->{sum} = $row->{parent}{total}
            + $option->{children} * $row->{after}{private};
    }
    return { preload => $rows, %$option{qw(requests children)} };
}

sub modules ($list) {
    return () if $list eq 'none';
    my @modules = split /,/, $list;
    for my $module (@modules) {
        usage(qq(--preload: "$module" is not the name of a module))
            if $module !~ /\A[A-Za-z_]\w*(?:::\w+)*\z/a;
    }
    return @modules;
}

sub progress ($text) {
    print STDERR "mehari: $text\n" if -t STDERR;
    return;
}

1;

__END__

=head1 NAME

mehari-memory - show how much memory each process uses, and why

=head1 SYNOPSIS

  mehari memory [OPTIONS] [PID|PIDFILE]
  mehari memory --preload MODULE[,MODULE...] [OPTIONS] [SCRIPT...]

=head1 DESCRIPTION

C<mehari memory> lists the processes of a running httpd and of its pools, with
their private and shared memory, and the requests that made them grow. If you
give neither PID nor PIDFILE, it looks at the system's httpd. Run it as root if
the processes belong to another user. All numbers come from the kernel and are
in KB. F<docs/memory.md> says how to read them.

=head1 OPTIONS

=over 20

=item B<--pool> I<NAME>

Show only the processes of this pool.

=item B<--preload> I<LIST>

Measure instead how much memory it saves to load these modules before the fork.
The command starts throw-away servers and sends requests for each SCRIPT: with
nothing preloaded, with each module, with all modules, and with all modules and
the scripts. C<none> measures the scripts alone. Without SCRIPT the command uses
a script that loads the modules.

=item B<--requests> I<N>

The number of requests for each script. Default: 10.

=item B<--children> I<N>

Add up the memory of N children. Default: 10.

=item B<--json>

Print JSON, for programs.

=back

=head1 SEE ALSO

L<mehari(1)>, L<mehari-tune(1)>, F<docs/memory.md>

=cut
