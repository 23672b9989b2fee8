package Mehari::Tune::Task;

# mehari doctor --tune: finds the best number of processes, and of requests for
# each, on this machine.

use Mehari::Perl;
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

sub options ($class) {
    return qw(mode=s mpm=s path=s@ memory=s concurrency=s time=i seconds=i);
}

sub run ($class, $given, @args) {
    my $option = checked($given, @args);

    # Leaves through END, which stops the servers and removes their files.
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

sub usage ($text) {
    return Mehari::Command::Usage->throw("doctor --tune: $text");
}

# --- options and targets
# -------------------------------------------------------

sub checked ($given, @args) {
    my %option = (%DEFAULT, path => [], %$given, load => load_average());
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
        . " doctor\n"
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

# --- output
# --------------------------------------------------------------------

sub title ($option) {
    return "mehari doctor --tune: @{ $option->{urls} }" if $option->{urls};
    return "mehari doctor --tune: $option->{dir}, $option->{shown}";
}

sub busy ($load) {
    return () if $load <= 0.25 * cores();
    return
        sprintf 'the load average was %.2f at the start: other programs used'
        . ' the machine', $load;
}

# Shows the progress on one line. An empty text ends the line.
sub progress () {
    my $progress = Mehari::Command::Progress->new;
    return sub ($text) {
        return length $text ? $progress->say($text) : $progress->clear;
    };
}

1;

__END__

=head1 NAME

Mehari::Tune::Task - mehari doctor --tune

=head1 SYNOPSIS

    my $status = Mehari::Tune::Task->run(\%option, 'cgi-bin');

=head1 METHODS

=over

=item options()

Options of this work, as the parser takes them.

=item run(\%option, @arguments)

Measures, prints, and returns the exit status.

=item checked(\%option, @arguments)

The options with their defaults and what is to be measured, or a usage error.

=back

=cut
