package Mehari::Bench::Execs;

# The number of programs that a request starts. bench/exec_log.c counts them, in
# separate httpds whose speed is not measured.

use Mehari::Perl;
use Exporter    qw(import);
use File::Temp  qw(tempdir);
use Time::HiRes qw(sleep);

use Mehari::Bench::Check qw(fetch);
use Mehari::Bench::Mode  qw(mode_of);
use Mehari::Bench::Setup qw(built_file);
use Mehari::Bench::Site  qw(start_site path_of write_floor);

our @EXPORT_OK = qw(count_execs);

my $REQUESTS = 10;

# mod_cgi gives a script only variables that the configuration names.
my $CONFIG = "PassEnv LD_PRELOAD MEHARI_EXEC_LOG\n";

# Fills in `execs` (per request) and `exec_table` ("WHO WHAT" => count) of each
# cell. Without the library both stay undefined.
sub count_execs ($setup, $cells, $floor_body) {
    my $library = built_file('exec_log.so') // return;
    my $dir     = tempdir('mehari-execs-XXXXXX', TMPDIR => 1, CLEANUP => 1);
    chmod 0755, $dir;
    my @counted = grep { is_counted(mode_of($_->{mode})) } @$cells;
    for my $server (servers_of(@counted)) {
        my $log = new_log("$dir/" . $server =~ tr/ /-/r);
        my %env = (LD_PRELOAD => preload($library), MEHARI_EXEC_LOG => $log);
        my $site
            = start_site($setup, $server, 1, env => \%env, config => $CONFIG);
        write_floor($site, $floor_body);
        for my $cell (grep { $_->{server} eq $server } @counted) {
            count_cell($cell, $site->url(path_of($setup, $cell->{mode})),
                $log);
        }
        $site->stop;
    }
    return;
}

sub is_counted ($mode) { return !$mode->{peer} && !$mode->{uncounted} }

# A module that is built with a sanitizer needs the sanitizer's library first.
sub preload ($library) {
    return join ':', $ENV{MEHARI_PRELOAD} // (), $library;
}

sub servers_of (@cells) {
    my %seen;
    return grep { !$seen{$_}++ } map { $_->{server} } @cells;
}

# httpd's user writes to it.
sub new_log ($file) {
    open my $out, '>', $file or die "Cannot write $file: $!.\n";
    close $out;
    chmod 0666, $file;
    return $file;
}

# The first requests do not count, because they compile the script, and modules
# that it loads may start programs once.
sub count_cell ($cell, $url, $log) {
    fetch($url) for 1 .. 2;
    my $before = settled_lines($log);
    fetch($url) for 1 .. $REQUESTS;
    my @new = splice @{ settled_lines($log) }, scalar @$before;
    my %table;
    $table{$_}++ for @new;
    $cell->{execs}      = @new / $REQUESTS;
    $cell->{exec_table} = \%table;
    return;
}

# A script may start programs after its page has been sent.
sub settled_lines ($log) {
    my $lines = read_lines($log);
    for (1 .. 20) {
        sleep 0.03;
        my $again = read_lines($log);
        return $again if @$again == @$lines;
        $lines = $again;
    }
    return $lines;
}

sub read_lines ($log) {
    open my $in, '<', $log or die "Cannot read $log: $!.\n";
    chomp(my @lines = <$in>);
    return \@lines;
}

1;

__END__

=head1 NAME

Mehari::Bench::Execs - programs executed per request

=head1 FUNCTIONS

=over

=item count_execs(\%setup, \@cells, $floor_body)

Starts an httpd for each server with F<exec_log.so> in LD_PRELOAD, sends ten
requests to each cell, and fills in C<execs> and C<exec_table>. perl-cgi and the
peers are not counted.

=back

=cut
