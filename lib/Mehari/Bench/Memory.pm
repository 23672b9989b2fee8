package Mehari::Bench::Memory;

# The private memory of httpd's children after many Registry requests, and its
# growth.

use Mehari::Perl;

use Mehari::Bench::Figures qw(median);
use Mehari::Bench::Mode    qw(engine_label);
use Mehari::Bench::Process qw(private_kib);
use Mehari::Bench::Setup   qw(bench_dir);
use Mehari::Bench::Site    qw(start_site path_of);
use Mehari::Bench::Table   qw(whole);

my @SCRIPTS = qw(
    talk mail light heavy page form env words dates records
);

# Growth of one child below this is called flat. Perl gives freed pages back
# late, and a shared page becomes private when it is written to. $WARM is the
# number of requests after which a child has written to all pages that it will
# ever write to.
my $FLAT_KIB = 64;
my $WARM     = 5000;
my $SAMPLES  = 100;

# Options: client (ab), engines, workers, progress.
sub new ($class, %option) {
    return bless {%option}, $class;
}

sub setup (@names) {
    my @scripts = map { bench_dir() . "/scripts/$_.pl" } @names;
    return {
        name    => 'memory',
        script  => $scripts[0],
        scripts => \@scripts,
        copy    => 1,
        handler => undef,
        query   => '',
    };
}

# About $requests to ten scripts in turns, engine beside engine.
sub ten_scripts ($self, $requests) {
    my $setup = setup(@SCRIPTS);
    my $laps  = $requests >= 1000 ? 10 : 1;
    my $each  = int($requests / $laps / @SCRIPTS) || 1;
    my @rows  = $self->start($setup);
    for my $lap (1 .. $laps) {
        for my $script (@{ $setup->{scripts} }) {
            my $path = path_of($setup, 'registry', $script);
            $self->{progress}->("memory: lap $lap of $laps, $path");
            $self->send_to($_, $path, $each) for @rows;
        }
    }
    $self->finish($_) for @rows;
    return \@rows;
}

# $requests to one script, with samples on the way.
sub soak ($self, $requests) {
    my $setup   = setup('mail');
    my $path    = path_of($setup, 'registry');
    my $samples = $requests < $SAMPLES ? $requests : $SAMPLES;
    my $each    = int($requests / $samples);
    my @rows    = $self->start($setup);
    for my $sample (1 .. $samples) {
        $self->{progress}->("soak: part $sample of $samples");
        for my $row (@rows) {
            $self->send_to($row, $path, $each);
            my %sample = (
                requests    => $row->{requests},
                private_kib => total(memory_of($row->{httpd})),
            );
            push @{ $row->{samples} }, \%sample;
        }
    }
    for my $row (@rows) {
        judge($row);
        $self->finish($row);
    }
    return \@rows;
}

# Growth since the first 1 %, or since a child was warm where 1 % is less.
sub judge ($row) {
    my $children = () = $row->{httpd}->children;
    my $warm     = $row->{requests} / 100;
    $warm = $WARM                if $warm < $WARM;
    $warm = $row->{requests} / 2 if $warm > $row->{requests} / 2;
    my ($first) = grep { $_->{requests} >= $warm } @{ $row->{samples} };
    my $last = $row->{samples}[-1];
    $row->{warm} = $first;
    $row->{growth_kib}
        = ($last->{private_kib} - $first->{private_kib}) / ($children || 1);
    $row->{flat} = $row->{growth_kib} <= $FLAT_KIB ? \1 : \0;
    return;
}

sub start ($self, $setup) {
    my @rows;
    for my $engine (@{ $self->{engines} }) {
        my $httpd = start_site($setup, "$engine prefork", $self->{workers});
        my %row   = (
            engine    => $engine,
            httpd     => $httpd,
            requests  => 0,
            failed    => 0,
            start_kib => median(memory_of($httpd)),
        );
        push @rows, \%row;
    }
    return @rows;
}

sub send_to ($self, $row, $path, $count) {
    my $run = $self->{client}
        ->count($row->{httpd}->url($path), $self->{workers}, $count);
    $row->{requests} += $run->{completed};
    $row->{failed}   += $run->{failed} + $count - $run->{completed};
    return;
}

sub finish ($self, $row) {
    my $httpd = delete $row->{httpd};
    my @kib   = sort { $a <=> $b } memory_of($httpd);
    $row->{children_kib}        = \@kib;
    $row->{private_kib}         = median(@kib);
    @$row{qw(low_kib high_kib)} = @kib[ 0, -1 ];
    $row->{parent_kib}          = private_kib($httpd->pid);
    $httpd->stop;
    return;
}

sub memory_of ($httpd) {
    return map { private_kib($_) // () } $httpd->children;
}

sub total (@numbers) {
    my $sum = 0;
    $sum += $_ for @numbers;
    return $sum;
}

sub text ($report) {
    my $text = '';
    if (my $rows = $report->{memory}) {
        $text .= sprintf "memory: private KiB of a child, Registry, ten"
            . " scripts\n  %-10s %10s %10s %10s %10s %10s %8s\n",
            '', qw(requests start median lowest highest failed);
        $text .= sprintf "  %-10s %10s %10s %10s %10s %10s %8d\n",
            engine_label($_->{engine}),
            (map { whole($_) }
                @$_{qw(requests start_kib private_kib low_kib high_kib)}),
            $_->{failed}
            for @$rows;
    }
    if (my $rows = $report->{soak}) {
        $text
            .= "soak: one Registry script, private KiB of all children, warm"
            . " and at the end\n";
        $text .= soak_line($_) for @$rows;
    }
    return $text;
}

sub soak_line ($row) {
    my $last = $row->{samples}[-1];
    return
        sprintf "  %-10s %s after %s requests, %s after %s:"
        . " %+.0f KiB a child, %s; %d failed\n", engine_label($row->{engine}),
        map({ whole($_) } @{ $row->{warm} }{qw(private_kib requests)},
        @$last{qw(private_kib requests)}),
        $row->{growth_kib},
        ${ $row->{flat} } ? 'flat' : 'GROWS', $row->{failed};
}

1;

__END__

=head1 NAME

Mehari::Bench::Memory - private memory of httpd's children

=head1 METHODS

=over

=item new(client => $ab, engines => \@names, workers => $n, progress => $sub)

=item ten_scripts($requests), soak($requests)

Returns one hash for each engine: C<requests>, C<failed>, C<start_kib>,
C<private_kib> (median of the children), C<low_kib>, C<high_kib>,
C<children_kib>, C<parent_kib>; of a soak C<samples>, C<warm> (the sample to
compare with), C<growth_kib> of a child since then, and C<flat>.

=item text(\%report)

Both as text.

=back

=cut
