package Mehari::Test::Profile;

# The profiles of a server: each is read as nytprofhtml reads it.

use Mehari::Perl;
use Exporter    qw(import);
use Test::More  ();
use Time::HiRes qw(sleep time);

use Mehari::Test;

our @EXPORT = qw(needs_nytprof profiles profile_of calls_of lines_of);

my $PATIENCE = 30;

sub needs_nytprof () {
    return if eval { require Devel::NYTProf::Data; 1 };
    Test::More::plan(skip_all => 'Devel::NYTProf is not installed');
}

# Returns the profiles in the folder of httpd, or of a pool, oldest first.
sub profiles ($h, $who) {
    my $folder = $h->root . "/profiles/$who";
    my @files  = sort grep { !m{\.txt\z} } glob "$folder/*.out*";
    return @files;
}

# Returns the data of a profile, or undef while it is being written.
sub read_profile ($file) {
    my $data = eval {
        local $SIG{__WARN__} = sub (@) { };
        Devel::NYTProf::Data->new({ filename => $file, quiet => 1 });
    } // return undef;
    return $data->attributes->{complete} ? $data : undef;
}

# Waits for a whole profile whose text has this URI as its second line; returns the
# newest.
sub profile_of ($h, $who, $uri) {
    my $end = time + $PATIENCE;
    while (time < $end) {
        for my $file (reverse profiles($h, $who)) {
            next if !-e "$file.txt";
            my (undef, $line) = split /\n/, read_file("$file.txt");
            next if ($line // '') ne $uri;
            my $data = read_profile($file);
            return $data if $data;
        }
        sleep 0.05;
    }
    return undef;
}

# Return the number of calls of a sub, and the times of the lines of a file.
sub calls_of ($data, $name) {
    my $sub = $data->subname_subinfo_map->{$name} // return 0;
    return $sub->calls;
}

sub lines_of ($data, $file) {
    my $info  = $data->fileinfo_of($file, 1) // return {};
    my $times = $info->line_time_data;
    return { map { $_ => $times->[$_] } grep { $times->[$_] } 0 .. $#$times };
}

1;
