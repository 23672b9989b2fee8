# A script's writes stay in the copy, even by an absolute path or in another
# named directory. If writes could leave the copy, the command refuses to run.

use Mehari::Test;
use Mehari::Check::Mount;
use Mehari::Test::Check;
use Mehari::Test::Serve;

my $HEAD = qq(print "Content-Type: text/plain\\n\\n";\n);

# A script that counts in a file.
sub counter ($file) {
    return <<~"PERL";
        #!/usr/bin/perl
        open my \$file, '+<', '$file' or die "$file: \$!";
        my \$count = <\$file>;
        seek \$file, 0, 0;
        print {\$file} ++\$count, "\\n";
        $HEAD
        print "counted \$count\\n";
        PERL
}

my $dir  = Mehari::Test::Check::site('data/count' => [ 0666, "5\n" ]);
my $data = Mehari::Test::Check::site('count'      => [ 0666, "7\n" ]);
Mehari::Test::Serve::write_file("$dir/inside.pl",
    counter("$dir/data/count"), 0755);
my $before = Mehari::Test::Check::snapshot($dir);

sub body_of ($report, $script, $mode) {
    return $report->{script}{$script}{modes}{$mode}{differences};
}

SKIP: {
    my $copy = Mehari::Test::Serve::public_dir();
    skip 'there are no mount namespaces', 12
        if !Mehari::Check::Mount::works("$copy", "$dir");

    my ($report, $status)
        = Mehari::Test::Check::report('--mode', 'registry', "$dir");
    is $status, 0, 'an absolute path: every mode starts with the same file';
    is body_of($report, 'inside.pl', 'registry'), 0,
        'an absolute path: registry agrees with mod_cgi';
    is $report->{script}{'inside.pl'}{status}, 200,
        'a script with an absolute path is answered from the copy';
    is_deeply Mehari::Test::Check::snapshot($dir), $before,
        'the original directory is not written';

    # One process counts, so that only the last file of a run shows it.
    Mehari::Test::Serve::write_file("$dir/outside.pl",
        counter("$data/count"), 0755);
    my $other = Mehari::Test::Check::snapshot($data);
    ($report, $status)
        = Mehari::Test::Check::report('--also', "$data", '--mode',
        'registry', "$dir");
    is $status, 0, 'mehari check of another directory exits with 0';
    is body_of($report, 'outside.pl', 'registry'), 0,
        'the script in another directory agrees';
    is_deeply Mehari::Test::Check::snapshot($data), $other,
        'another directory is not written';
    unlink "$dir/outside.pl";
    $before = Mehari::Test::Check::snapshot($dir);
}

# --- without a mount namespace ------------------------------------------------

{
    my $bin = Mehari::Test::Serve::public_dir();
    Mehari::Test::Serve::write_file("$bin/unshare", "#!/bin/sh\nexit 1\n",
        0755);
    local $ENV{PATH} = "$bin:$ENV{PATH}";

    my ($status, $out, $err)
        = Mehari::Test::Check::check('--also', "$data", "$dir");
    is $status, 1, 'mehari check refuses --also';
    like $err, qr/\Amehari: --also needs a mount namespace.* \[MH5013\]\n\z/,
        '--also: the message says why';

    ($status, $out, $err) = Mehari::Test::Check::check("$dir");
    is $status, 1, 'files that name the original are refused';
    like $err,
        qr/\Amehari: .*: inside\.pl \(--unconfined goes on\) \[MH5014\]\n\z/,
        'the message names the file that names the original';
    is_deeply Mehari::Test::Check::snapshot($dir), $before,
        'the original directory stays untouched';

    Mehari::Test::Serve::write_file("$dir/inside.pl",
        counter('data/count'), 0755);
    $before = Mehari::Test::Check::snapshot($dir);
    (my $report, $status)
        = Mehari::Test::Check::report('--mode', 'perl-cgi', "$dir");
    is $status, 0, 'mehari check of relative paths exits with 0';
    is $report->{script}{'inside.pl'}{status}, 200,
        'a script with a relative path is answered from the copy';
    is_deeply Mehari::Test::Check::snapshot($dir), $before,
        'the scripts have written into the copy only';
}

done_testing;
