package Mehari::Bench::Setup;

# A set-up: one page, as a script and as a handler, and how many clients ask
# for it at a time.

use v5.36;
use Cwd            qw(abs_path);
use Exporter       qw(import);
use File::Basename qw(basename dirname);

our @EXPORT_OK = qw(setups setup_of_script bench_dir built_file);

# Lines of a page that say which mode made it. They may differ between modes.
my $NAMES_MODE = '^(?:GATEWAY_INTERFACE|MOD_PERL): ?.*$';

# name, what it is, concurrency, script, handler, query, does the handler need
# PerlOptions +GlobalRequest (CGI.pm does; perl-script has it anyway).
my @SETUPS = (
    [
        'talk', q(the talk's hello: a minimal page with CGI.pm),
        8, 'talk.pl', 'Talk', '', 1,
    ],
    [
        'mail', q(the mail's hello: the same page without CGI.pm),
        8, 'mail.pl', 'Mail', '',
    ],
    [
        'light', q(the book's light set: one word),
        15, 'light.pl', 'Light', ''
    ],
    [
        'heavy', q(the book's heavy set: 10,001 logarithms and one word),
        15, 'heavy.pl', 'Heavy', '',
    ],
    [
        'page', q(the DTrace article's page: 34,637 bytes in 1,003 prints),
        64,     'page.pl', 'Page', '',
    ],
    [
        'form', q(a CGI.pm page: parameters, a form, escaping),
        8, 'form.pl', 'Form', '?name=A%26B;size=3;colour=red;colour=blue', 1,
    ],
);

sub setups () {
    my $dir = bench_dir();
    return map {
        {
            name        => $_->[0],
            title       => $_->[1],
            concurrency => $_->[2],
            script      => "$dir/scripts/$_->[3]",
            copy        => 1,
            handler     => "Mehari::Workload::$_->[4]",
            query       => $_->[5],
            global      => $_->[6],
            ignore      => $NAMES_MODE,
        }
    } @SETUPS;
}

# What `mehari bench script.pl` measures. There is no handler that does the
# same, so the handler modes are left out.
sub setup_of_script ($file, $ignore = undef) {
    -f $file or die "$file is not a file that could be measured.\n";
    my $path = abs_path($file);
    $path !~ /["\\\n]/
        or die "$path: httpd cannot be given a path with such characters.\n";
    my $pattern = join '|', $NAMES_MODE, $ignore // ();
    return {
        name        => basename($path),
        title       => $path,
        concurrency => 8,
        script      => $path,
        copy        => 0,
        handler     => undef,
        query       => '',
        ignore      => $pattern,
    };
}

# bench/ of the source tree, or where it was installed.
sub bench_dir () {
    my $lib = dirname(dirname(dirname(abs_path(__FILE__))));
    for my $dir (dirname($lib) . '/bench', "$lib/bench") {
        return $dir if -d "$dir/scripts";
    }
    die "The workloads of mehari bench are missing: there is no"
        . " bench/scripts beside $lib.\n";
}

# A shared object that the build makes of bench/*.c, or undef.
sub built_file ($name) {
    my $bench = bench_dir();
    for my $dir ($ENV{MEHARI_BENCH_MODULES} // (),
        dirname($bench) . '/build/bench', $bench)
    {
        return abs_path("$dir/$name") if -f "$dir/$name";
    }
    return undef;
}

1;

__END__

=head1 NAME

Mehari::Bench::Setup - the pages that mehari bench measures

=head1 FUNCTIONS

=over

=item setups

All set-ups in the order in which they are measured, each a hash: C<name>,
C<title>, C<concurrency>, C<script> (a file), C<copy> (true: the script may be
copied to where httpd's user can read it), C<handler> (a module or undef),
C<query>, C<ignore> (a pattern of lines that may differ between modes).

=item setup_of_script($file, $ignore)

The same for one script of the user's.

=item bench_dir, built_file($name)

Where the workloads are, and what the build made of F<bench/*.c> (undef when
it was not built; C<$ENV{MEHARI_BENCH_MODULES}> is looked at first).

=back

=cut
