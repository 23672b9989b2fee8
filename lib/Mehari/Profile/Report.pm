package Mehari::Profile::Report;

# The existing profiles, and the reports that nytprofhtml makes of them. The
# profiled program itself has written its profile, so this code runs with no
# more rights than that program had.

use Mehari::Perl;

use Config     ();
use File::Path qw(make_path remove_tree);

# The names of profiles, as in lib/Mehari/Profile.pm. We cannot load that module
# here, because it starts the profiler.
my $NAME = qr/\A[0-9]{8}-[0-9]{6}\.[0-9]+\.[0-9]+\.out(?:\.[0-9]+)*\z/;

# Each folder that may hold profiles: dir= of PerlProfile, and folders below it.
# httpd's users cannot list dir= itself, so the usual names are tried, too.
sub folders ($class, $dir) {
    my %seen;
    return grep { -d && -r && !$seen{$_}++ } $dir, "$dir/httpd",
        "$dir/pool-default", sort glob(quoted($dir) . '/{httpd,pool-*}');
}

sub quoted ($path) { return $path =~ s/([^\w\/])/\\$1/gr }

# The profiles in a folder, newest first: name, folder, size, at, method, uri,
# script, report (the folder of the pages) and made (true if the pages exist).
sub list ($class, $folder) {
    opendir my $handle, $folder or die "$folder cannot be read: $!\n";
    my @names = sort { $b cmp $a }
        map { /($NAME)/ ? $1 : () } readdir $handle;
    return map { entry($folder, $_) } @names;
}

sub entry ($folder, $name) {
    my ($method, $uri, $script) = about("$folder/$name");
    my ($y, $m, $d, $H, $M, $S) = $name =~ /\A(....)(..)(..)-(..)(..)(..)\./;
    my $report = "$folder/report/$name";
    return {
        name   => $name,
        folder => $folder,
        file   => "$folder/$name",
        size   => -s "$folder/$name",
        at     => "$y-$m-$d $H:$M:$S",
        method => $method,
        uri    => $uri,
        script => $script,
        report => $report,
        made   => -e "$report/index.html",
    };
}

# A process that the request has forked belongs to the same request.
sub about ($file) {
    my ($of) = $file =~ /\A(.*\.out)/s;
    open my $in, '<', "$of.txt" or return ('', '', '');
    my @lines = readline $in;
    chomp @lines;
    return map { $_ // '' } @lines[ 0 .. 2 ];
}

# Makes the report if it does not exist, and returns its first page. Other
# processes see the report only when it is complete.
sub make ($class, $entry) {
    my $page = "$entry->{report}/index.html";
    return $page if -e $page;
    my $new = "$entry->{report}.$$.new";
    make_path($new, { mode => 0700 });
    my $said
        = program('nytprofhtml', '--file', $entry->{file}, '--out', $new);
    if (!-e "$new/index.html") {
        remove_tree($new);
        die "$entry->{file} gives no report: "
            . ($said || 'it is not whole; did its request end?') . "\n";
    }
    rename $new, $entry->{report}
        or remove_tree($new);
    return $page;
}

# Merges all profiles of one script into one. Returns entries, by script.
sub merge ($class, $folder) {
    my %of;
    push @{ $of{ $_->{script} } }, $_ for $class->list($folder);
    return map { merged($folder, $_, @{ $of{$_} }) } sort keys %of;
}

sub merged ($folder, $script, @entries) {
    my $name = substr(($script || 'unknown') =~ s{[^\w.-]+}{_}gr, -80)
        . sprintf '-%08x', unpack '%32W*', $script;
    my $report = "$folder/report/$name";
    make_path("$folder/report", { mode => 0700 });
    remove_tree($report);
    my $said = program('nytprofmerge', '--out', "$report.out",
        map { $_->{file} } @entries);
    die "the profiles of $script cannot be merged: $said\n"
        if !-s "$report.out";
    return {
        %{ $entries[0] },
        name   => $name,
        file   => "$report.out",
        uri    => scalar(@entries) . ' requests',
        report => $report,
    };
}

# Runs one of NYTProf's programs. Returns its last line if it failed.
sub program ($name, @args) {
    my $path = find($name)
        // die "there is no $name; install Devel::NYTProf (Debian: "
        . "libdevel-nytprof-perl)\n";
    my $pid = open(my $out, '-|') // die "no process for $name: $!\n";
    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        open STDIN,  '<',  '/dev/null';
        { exec {$path} $path, @args }
        CORE::exit(127);
    }
    my @lines = readline $out;
    return '' if close $out;
    chomp @lines;
    return $lines[-1] // "$name failed";
}

sub find ($name) {
    my @bin = (
        (split /:/, $ENV{PATH} // ''),
        map { $_ || () } @Config::Config{qw(sitebin vendorbin installbin)}
    );
    my ($path) = grep { -x && !-d } map { "$_/$name" } @bin;
    return $path;
}

1;

__END__

=head1 NAME

Mehari::Profile::Report - lists profiles, and makes pages of them

=head1 SYNOPSIS

    for my $folder (Mehari::Profile::Report->folders($dir)) {
        for my $entry (Mehari::Profile::Report->list($folder)) {
            say Mehari::Profile::Report->make($entry);
        }
    }

=head1 DESCRIPTION

C<mehari profile> and C<mehari serve --profile> use this module. Both read the
files of profiled programs, never with more rights than those programs had.

=cut
