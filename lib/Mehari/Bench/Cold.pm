package Mehari::Bench::Cold;

# The time of first requests to scripts, beside mod_cgid's, and the memory of
# scripts that are asked for only now and then, as in a folder of old scripts.

use Mehari::Perl;
use File::Temp  qw(tempdir);
use Time::HiRes qw(sleep time);

use Mehari::Bench::Check   qw(fetch);
use Mehari::Bench::Figures qw(median);
use Mehari::Bench::Process qw(memory_kib parents);
use Mehari::Bench::Setup   qw(suite);
use Mehari::Bench::Site    qw(start_site path_of);

my $MODE      = 'perl-cgi-event';
my $SCRIPTS   = 8;                  # asked for in turns, each by both modes
my $KEPT      = 100;                # scripts, for their memory
my $HUNDREDTH = 100;
my $REST      = 2.5;    # seconds; two after its last request a script rests

# The rows of hello and of the CGI.pm page. progress: is called with a text.
sub measure ($progress) {
    return [
        map { measure_setup($_, $progress) }
        map { suite($_) } qw(mail form)
    ];
}

sub measure_setup ($setup, $progress) {
    my $dir   = tempdir(CLEANUP => 1);
    my @files = map { copy_of($setup->{script}, "$dir/$_.pl") } 0 .. $KEPT;
    my %setup = (%$setup, scripts => \@files, handler => undef);
    my $site  = start_site(\%setup, 'mehari event', 2);
    my %row   = (setup => $setup->{name}, title => $setup->{title});

    $progress->("cold: $setup->{name}, first requests");
    times_of(\%setup, $site, \%row, @files[ 0 .. $SCRIPTS ]);

    # The processes of scripts are closed: only root can read their sizes.
    if ($> == 0) {
        $progress->("cold: $setup->{name}, memory of $KEPT scripts");
        memory_of_scripts(\%setup, $site, \%row, @files[ 1 .. $KEPT ]);
    }
    $site->stop;
    return \%row;
}

# Copies, because a script is compiled once only.
sub copy_of ($script, $file) {
    open my $in,  '<:raw', $script or die "Cannot read $script: $!.\n";
    open my $out, '>:raw', $file   or die "Cannot write $file: $!.\n";
    print {$out} <$in>;
    close $out or die "Cannot write $file: $!.\n";
    return $file;
}

# Milliseconds of one request.
sub ask ($row, $site, $setup, $mode, $file) {
    my $url   = $site->url(path_of($setup, $mode, $file));
    my $began = time;
    my $ok    = fetch($url)->{status} == 200;
    my $took  = (time - $began) * 1000;
    $row->{failed}++ if !$ok;
    return $took;
}

# A request to the first script starts mod_cgid's daemon and the client, which
# start only once. When the pool's memory grows no more, its bases are complete.
sub times_of ($setup, $site, $row, $warm, @files) {
    my %took;
    my $ask = sub ($mode, $file) { ask($row, $site, $setup, $mode, $file) };
    $row->{failed} = 0;
    $ask->($_, $warm) for ('cgid', $MODE) x 2;
    pool_kib($site);
    for my $file (@files) {
        push @{ $took{cgid} },   $ask->('cgid', $file);
        push @{ $took{first} },  $ask->($MODE,  $file);
        push @{ $took{second} }, $ask->($MODE,  $file);
    }
    $ask->($MODE, $files[0]) for 3 .. $HUNDREDTH;
    @{ $took{hundredth} } = map { $ask->($MODE, $files[0]) } @files;
    $row->{"${_}_ms"} = median(@{ $took{$_} }) for keys %took;
    return;
}

sub memory_of_scripts ($setup, $site, $row, @files) {
    my $before = pool_kib($site);
    my $known  = $SCRIPTS;
    for my $file (@files[ $known .. $#files ]) {
        ask($row, $site, $setup, $MODE, $file) for 1 .. 2;
    }
    sleep $REST;
    $row->{scripts}    = @files - $known;
    $row->{script_kib} = (pool_kib($site) - $before) / (@files - $known);
    $row->{pool_kib}   = $before;
    return;
}

# The memory of a pool, each page counted once. A run shares its template's
# memory: the run is the template's child and has the same figures, so it does
# not count.
sub pool_kib ($site) {
    my %own    = map { $_ => 1 } $site->httpd->processes;
    my $before = -1;
    for (1 .. 50) {
        my @pool   = grep { !$own{$_} } $site->httpd->family;
        my %parent = parents(@pool);
        my $sum    = 0;
        $sum += ${ memory_kib($_) // next }{pss}
            for grep { !is_run($_, \%parent) } @pool;
        return $sum if abs($sum - $before) < 64;
        $before = $sum;
        sleep 0.2;
    }
    return $before;
}

# Below the manager: a base, a zygote, its template, the template's run.
sub is_run ($pid, $parent) {
    my $depth = 0;
    $depth++ while defined($pid = $parent->{$pid});
    return $depth > 4;
}

my $LEGEND = <<~'TEXT';

      mod_cgid     the first request to a script under mod_cgid
      first        the first request to a script under perl-cgi
      ratio        first, divided by mod_cgid
      second       the second request to that script, under perl-cgi
      hundredth    the hundredth
      MB a script  the memory that one more script keeps; only root sees it
    TEXT

sub text ($rows) {
    my $text
        = "cold: ms of a request, median of $SCRIPTS scripts in turns,"
        . " and memory of each script\n"
        . sprintf "  %-10s %9s %9s %9s %9s %9s %11s\n", '', 'mod_cgid',
        'first', 'ratio', 'second', 'hundredth', 'MB a script';
    for my $row (@$rows) {
        my $kib = $row->{script_kib};
        $text .= sprintf "  %-10s %9.2f %9.2f %9.2f %9.2f %9.2f %11s\n",
            $row->{setup}, @$row{qw(cgid_ms first_ms)},
            $row->{first_ms} / $row->{cgid_ms},
            @$row{qw(second_ms hundredth_ms)},
            defined $kib ? sprintf('%.2f', $kib / 1024) : '-';
    }
    return $text . $LEGEND;
}

1;

__END__

=head1 NAME

Mehari::Bench::Cold - first requests, and the memory of scripts

=head1 FUNCTIONS

=over

=item measure(\&progress)

A reference to one hash each for hello and the CGI.pm page: C<setup>, C<title>,
C<failed>; milliseconds: C<cgid_ms> (mod_cgid), C<first_ms> (the first request
ever to a script under perl-cgi), C<second_ms>, C<hundredth_ms>; KiB:
C<pool_kib> (the pool with a few scripts) and C<script_kib> (what one of
C<scripts> more adds, each asked for twice and at rest since; pages that
processes share are counted once). Without root there are no sizes.

=item text(\@rows)

The rows as text.

=back

=cut
