package Mehari::Profile;

# Runs Devel::NYTProf for one request at a time. src/module/profile loads this
# file before any other code, because NYTProf only sees code that is compiled
# after it.
#
# A client cannot choose the path of a profile: the folder comes from the
# configuration, and the name from the time, the process and a number.

# This file does not use Mehari::Perl: a pool loads it by its path, and a
# script's @INC has no folder of ours.
use v5.32;
use warnings;

# The name of a file of ours. A child of the request's process adds its process
# number to the name.
our $NAME = qr/\A[0-9]{8}-[0-9]{6}\.[0-9]+\.[0-9]+\.out(?:\.[0-9]+)*\z/;

my ($folder, $files, $bytes);
my $number = 0;
my $active;    # the process that has a profile under way

# NYTProf writes nothing before begin().
BEGIN {
    local $ENV{NYTPROF} = 'start=no:file=/dev/null';
    require Devel::NYTProf;
}

sub setup { ($folder, $files, $bytes) = @_; return }

# Restores the program's umask.
sub begin {
    my (@about) = @_;
    local ($@, $!, $_, $,, $\) = ('', 0);
    return if !defined $folder;
    my $mask = umask 077;
    eval { start(@about); 1 }
        or print STDERR "PerlProfile: $@";
    umask $mask;
    return;
}

sub start {
    my (@about) = @_;
    prune();
    my $file = join '.', stamp(), $$, ++$number, 'out';
    note("$folder/$file", @about);
    $active = $$;
    DB::enable_profile("$folder/$file");
    return;
}

sub finish {
    return if !$active || $active != $$;
    undef $active;
    DB::finish_profile();
    return;
}

sub stamp {
    my ($second, $minute, $hour, $day, $month, $year) = gmtime;
    return sprintf '%04d%02d%02d-%02d%02d%02d', $year + 1900, $month + 1,
        $day, $hour, $minute, $second;
}

# The profile's subject, for the list of profiles.
sub note {
    my ($file, @about) = @_;
    open my $out, '>', "$file.txt" or die "$file.txt: $!\n";
    print {$out} map { s/[^\x20-\x7e]/?/gr . "\n" } @about;
    close $out or die "$file.txt: $!\n";
    return;
}

# Removes the oldest profiles until there is room for one more.
sub prune {
    my @kept = sort { $a->[0] cmp $b->[0] } all($folder);
    my $sum  = 0;
    $sum += $_->[1] for @kept;
    while (@kept && (@kept >= $files || $sum > $bytes)) {
        my $oldest = shift @kept;
        $sum -= $oldest->[1];
        unlink "$folder/$oldest->[0]", "$folder/$oldest->[0].txt";
    }
    return;
}

# [name, size] of each profile. The name has passed a pattern, so it can be used
# under -T.
sub all {
    my ($dir) = @_;
    opendir my $handle, $dir or die "$dir: $!\n";
    my @names = map { /($NAME)/ ? $1 : () } readdir $handle;
    return map { [ $_, (-s "$dir/$_") // 0 ] } @names;
}

1;

__END__

=head1 NAME

Mehari::Profile - Devel::NYTProf for single requests

=head1 SYNOPSIS

    PerlProfile dir=/var/lib/mehari/profiles files=100 size=64M
    <Location "/shop">
        PerlProfile On
    </Location>

=head1 DESCRIPTION

The directive PerlProfile loads this module before all
other code of a process; F<docs/profiling.md> says what they do. Programs have
no need to call it.

Each request gets a file F<YYYYMMDD-HHMMSS.PID.NUMBER.out>, and one with
F<.txt> after that, of three lines: method, URI and script. A process that the
request's forks writes to a file with its own number after the name. When there
are too many, or they have become too large together, the oldest go.

=head1 FUNCTIONS

=over

=item setup($folder, $files, $bytes)

The folder of the files, their greatest number, and the greatest size of all of
them.

=item begin($method, $uri, $script)

=item finish()

Around a request.

=item all($folder)

C<[name, size]> of each profile that is there.

=back

=cut
