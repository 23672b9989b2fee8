package Mehari::Test::Check;

# Runs `mehari check` on a directory, and looks at the directory before and after.

use Mehari::Perl;
use File::Find qw(find);
use JSON::PP   qw(decode_json);
use Test::More ();

use Mehari::Test::Serve;

# A directory that scripts may write to, whoever they run as.
sub site (%files) {
    my $dir = Mehari::Test::Serve::site(%files);
    find(sub { chmod 0777, $_ if -d }, "$dir");
    return $dir;
}

# Returns the exit status, standard output, standard error without the lines of
# progress, and these lines. The command may leave no files behind.
sub check (@args) {
    my $logs = File::Temp->newdir;
    my $tmp  = Mehari::Test::Serve::public_dir();
    my $pid  = Mehari::Test::Serve::spawn($logs, $tmp, 'check', @args);
    waitpid $pid, 0;
    my $status = $? >> 8;
    Test::More::is_deeply([ glob "$tmp/*" ], [], 'nothing is left behind');
    my ($out, $err)
        = map { Mehari::Test::Serve::read_file("$logs/$_") } qw(out err);
    my $progress = '';
    $progress .= $1
        while $err
        =~ s/^(mehari: (?:copying |[\w-]+: (?:starting|request )).*\n)//m;
    return ($status, $out, $err, $progress);
}

# The report, with the scripts and their modes under their names.
sub report (@args) {
    my ($status, $out, $err) = check('--json', @args);
    Test::More::is($err, '', 'nothing is complained about');
    my $report = decode_json($out);
    $report->{script}
        = { map { $_->{script} => $_ } @{ $report->{scripts} } };
    return ($report, $status);
}

# Names, modes, times and contents.
sub snapshot ($dir) {
    my %seen;
    find(
        {
            no_chdir => 1,
            wanted   => sub {
                my @stat = lstat;
                $seen{$_}
                    = join ' ', @stat[ 2, 3, 4, 5, 9 ],
                    -l _   ? readlink
                    : -f _ ? Mehari::Test::Serve::read_file($_)
                    :        '';
            },
        },
        "$dir"
    );
    return \%seen;
}

1;
