package Mehari::Registry::Surroundings;

# A script's surroundings while it runs, which are put back afterwards: its DATA
# handle, the libraries it requires, the directory.

use Mehari::Perl;
use Cwd      ();
use Exporter qw(import);

our @EXPORT_OK = qw(
    home_dir note_startup hide_required forget_required open_data close_data
);

# Keys of %INC that are not modules, in process $startup_pid; and the number of
# keys at the last search of %INC.
my ($startup_pid, %startup_inc) = (0);
my $inc_count = -1;

my ($home_dir, $home_pid) = ('/', 0);

# As in CGI, DATA is a file of its own in every run: it can be rewound,
# locked, given a layer or closed without the next request noticing.
sub open_data ($entry) {
    my ($glob, $offset, $layer) = @{ $entry->{data} };
    open *$glob, '<' . $layer, $entry->{file} or return;
    seek *$glob, $offset, 0;
    return;
}

# Closes DATA. The script may have closed or replaced it already.
sub close_data ($entry) {
    no warnings;
    close *{ $entry->{data}[0] };
    return;
}

# Files that were loaded before the first request, for all scripts.
sub note_startup () {
    return if $startup_pid == $$;
    %startup_inc = map { $_ => 1 } grep { !/\.pm\z/ } keys %INC;
    $startup_pid = $$;
    return;
}

sub required_since_startup () {
    return grep { !/\.pm\z/ && !$startup_inc{$_} } keys %INC;
}

# A library that another script has required is missing for this one, because
# its subs are in the other's package. %INC has hundreds of keys, so it is
# searched only when it has grown.
sub hide_required () {
    return {} if $inc_count == keys %INC;
    my %hidden;
    my @names = required_since_startup();
    @hidden{@names} = delete @INC{@names};
    $inc_count = keys %INC;
    return \%hidden;
}

sub forget_required ($hidden) {
    if ($inc_count != keys %INC) {
        delete @INC{ required_since_startup() };
        $inc_count = keys %INC;
    }
    @INC{ keys %$hidden } = values %$hidden if %$hidden;
    return;
}

# The process's working directory, noted once per process before a script can
# leave it: httpd goes to "/" between reading its configuration and forking.
sub home_dir () {
    ($home_dir, $home_pid) = (Cwd::getcwd(), $$) if $home_pid != $$;
    return $home_dir;
}

1;
