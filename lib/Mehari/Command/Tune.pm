package Mehari::Command::Tune;

# mehari tune: how many processes, for how many requests, on this machine?

use v5.36;
use JSON::PP ();

use Mehari::Bench::Client;
use Mehari::Bench::Process qw(load_average);
use Mehari::Bench::Url;
use Mehari::Command::Progress;
use Mehari::Command::Usage;
use Mehari::Serve::Mode;
use Mehari::Serve::Site;
use Mehari::Tune::Machine qw(cores size_of);
use Mehari::Tune::Own;
use Mehari::Tune::Report;
use Mehari::Tune::Running;
use Mehari::Tune::Server;

my %DEFAULT = (time => 180, seconds => 1, mpm => 'event', path => []);

sub run ($class, @args) {
    my $option = options_of(@args);

    # Leaves through END, which stops the servers and removes what they had.
    local @SIG{qw(INT TERM HUP)} = (sub ($name) { exit 130 }) x 3;
    my $client = Mehari::Bench::Client->find
        // die "Nothing can make the load: install wrk"
        . " (Debian: apt-get install wrk).\n";
    my %how = (
        client   => $client,
        progress => progress(),
        map { $_ => $option->{$_} } qw(levels seconds time memory)
    );
    my $report
        = $option->{urls}
        ? Mehari::Tune::Running->new(%how, urls => $option->{urls})->run
        : own($option, %how)->run;
    $report->{title} = title($option);
    unshift @{ $report->{notes} }, busy($option->{load});
    print $option->{json}
        ? JSON::PP->new->canonical->pretty->allow_blessed->encode($report)
        : Mehari::Tune::Report::text($report);
    return grep({ $_->{failed} } @{ $report->{trials} }) ? 1 : 0;
}

sub usage ($text) { return Mehari::Command::Usage->throw("tune: $text") }

# --- what is asked for --------------------------------------------------------

sub options_of (@args) {
    my %option = (%DEFAULT, path => [], load => load_average());
    Mehari::Command::Usage->options(
        'tune', \@args, \%option,
        qw(
            mode=s mpm=s path=s@ memory=s concurrency=s time=i seconds=i
            json
        )
    );
    check_numbers(\%option);
    return {
        %option,
        levels => [ levels($option{concurrency}) ],
        memory => memory($option{memory}),
        target(\%option, @args)
    };
}

sub check_numbers ($option) {
    for my $name (qw(time seconds)) {
        usage("--$name wants a number above 0") if $option->{$name} < 1;
    }
    usage("--mpm $option->{mpm}: the choices are event and prefork")
        if $option->{mpm} !~ /\A(?:event|prefork)\z/;
    return;
}

sub levels ($list) {
    return map { $_ * cores() } 2, 8 if !defined $list;
    my @levels = split /,/, $list;
    usage('--concurrency wants numbers above 0, separated by commas')
        if !@levels || grep { !/\A[1-9]\d{0,4}\z/ } @levels;
    return sort { $a <=> $b } @levels;
}

sub memory ($text) {
    return undef if !defined $text;
    return size_of($text)
        // usage('--memory wants a size such as 400M or 2G');
}

# URLs, or a directory with a mode.
sub target ($option, @args) {
    my @urls = grep { m{\Ahttps?://} } @args;
    if (@urls) {
        usage('a directory or URLs, not both') if @urls != @args;
        my $problem = Mehari::Bench::Url::problem(@urls);
        usage($problem) if defined $problem;
        return (urls => \@urls);
    }
    usage('name a directory of scripts, a script, or URLs') if @args != 1;
    return (dir => $args[0]);
}

sub own ($option, %how) {
    my $site = Mehari::Serve::Site->new($option->{dir});
    die "httpd's user cannot get into ", $site->dir,
        "; tune it as its owner, not as root\n"
        if $> == 0 && !$site->open_to_all;
    my $server = Mehari::Tune::Server->new(
        site => $site,
        mode => mode($option, $site),
        mpm  => $option->{mpm},
    );
    my @paths = $server->paths;
    die $site->dir,
        " has no script or handler for this mode; see mehari help"
        . " tune\n"
        if !@paths;
    @paths = map { "/tune/$_" } map { s{\A/}{}r } @{ $option->{path} }
        if @{ $option->{path} };
    $option->{shown} = $server->{mode}{title} . " under $option->{mpm}";
    return Mehari::Tune::Own->new(
        %how,
        server => $server,
        paths  => \@paths
    );
}

sub mode ($option, $site) {
    my %handler = $site->handlers;
    my $name    = $option->{mode}
        // (!$site->scripts && %handler ? 'modperl' : 'registry');
    my @modes = eval { Mehari::Serve::Mode->parse($name) };
    usage($@ =~ s/\n//r)      if !@modes;
    usage('--mode wants one') if @modes > 1;
    usage('mod_cgi has nothing to tune: it keeps no Perl')
        if $modes[0]{name} eq 'cgi';
    return $modes[0];
}

# --- what is said -------------------------------------------------------------

sub title ($option) {
    return "mehari tune: @{ $option->{urls} }" if $option->{urls};
    return "mehari tune: $option->{dir}, $option->{shown}";
}

sub busy ($load) {
    return () if $load <= 0.25 * cores();
    return
        sprintf 'the load average was %.2f at the start: other programs used'
        . ' the machine', $load;
}

# An empty text ends the line.
sub progress () {
    my $progress = Mehari::Command::Progress->new;
    return sub ($text) {
        return length $text ? $progress->say($text) : $progress->clear;
    };
}

1;

__END__

=head1 NAME

mehari-tune - measure how many processes fit, and how long they should live

=head1 SYNOPSIS

  mehari tune [OPTIONS] DIR|SCRIPT
  mehari tune [OPTIONS] URL...

=head1 DESCRIPTION

C<mehari tune> serves a directory of scripts with throw-away servers and sends
them many requests. It measures the memory of the processes, says how many fit,
tries all settings in each of several rounds, and prints lines for httpd's
configuration, each with its reason. It calls two settings equal if noise hides
the difference. Given URLs, it measures a running server and changes nothing
there. F<docs/tune.md> describes the method.

=head1 OPTIONS

=over 20

=item B<--mode> I<NAME>

The mode of the scripts, as in L<mehari-serve(1)>: C<perlrun>, C<registry>,
C<cgi> (SetHandler perl-cgi), C<perlscript>, C<modperl> and so on. Default:
C<registry>; for handlers C<modperl>.

=item B<--mpm> I<NAME>

C<event> (Perl in a pool) or C<prefork> (Perl in httpd). Default: C<event>.

=item B<--path> I<PATH>

Request this path below the directory. May be repeated. Default: each script.

=item B<--memory> I<SIZE>

The memory that the server may use, for example C<400M> or C<2G>. Default: nine
tenths of the available memory.

=item B<--concurrency> I<LIST>

Numbers of clients, separated by commas. Default: 2 and 8 for each core.

=item B<--time> I<SECONDS>

The time for the whole run. Default: 180.

=item B<--seconds> I<N>

The duration of a measurement. Default: 1.

=item B<--json>

Print everything as JSON.

=back

=head1 SEE ALSO

L<mehari(1)>, L<mehari-memory(1)>, F<docs/tune.md>

=cut
