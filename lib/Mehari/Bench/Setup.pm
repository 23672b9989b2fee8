package Mehari::Bench::Setup;

# A set-up: one page, as a script and as a handler, and how many clients ask
# for it at a time. A suite: some set-ups, each in some modes.

use Mehari::Perl;
use Cwd            qw(abs_path);
use Exporter       qw(import);
use File::Basename qw(basename dirname);

use Mehari::Bench::Guide qw(guide_setups);
use Mehari::Bench::Mode  qw(peer_names);
use Mehari::Explain::Site;

our @EXPORT_OK = qw(
    suite_names suite setups setup_of_script bench_dir built_file corpus_dir
);

# Lines of a page that say which mode made it. They may differ between modes.
my $NAMES_MODE = '^(?:GATEWAY_INTERFACE|MOD_PERL): ?.*$';

# name, what it is, concurrency, script, handler, query, and whether the handler
# needs PerlOptions +GlobalRequest, as CGI.pm does (perl-script has it anyway).
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

# Other servers that run hello: bench/peers.
my %PEER = (mail => 'hello');

# Programs of Debian's, fetched by packaging/corpus: name, title, the program,
# the rest of the URL, a pattern of lines with times, and requests that come
# first and make data to show. The pattern of a GET finds text in its page,
# which is added to the form of the next POST.
my @PROGRAMS = (
    [
        'awstats',
        q(awstats: the page of a month),
        'awstats.pl',
        '?config=corpus&output=main&month=10&year=2026&framename=mainright',
        'Last Update|Reported period',
        [ [ GET => '?config=corpus&update=1' ] ],
    ],
    [
        'usemod',
        q(UseMod: a page of a wiki),
        'wiki.pl',
        '?HomePage',
        'Last edited|randkey',
        [
            [ GET => '?action=edit&id=HomePage', 'oldtime" value="(\d+)"' ],
            [
                POST => '',
                'title=HomePage&text=Hello+WikiWord%0A*+one%0A*+two&Save=Save'
                    . '&oldconflict=&summary=first&oldtime='
            ],
        ],
    ],
    [
        'cvsweb',      q(cvsweb: the revisions of a file),
        'cvsweb',      '/proj/src/main.c',
        '\bago\b|UTC', [],
    ],
);

# The environment of programs. A comparison needs the same order of hash keys
# each time. One program looks for modules in its working directory.
my %PROGRAM_ENV = (
    PERL_USE_UNSAFE_INC => 1,
    PERL_HASH_SEED      => 0,
    PERL_PERTURB_KEYS   => 0,
    TZ                  => 'UTC',
);

my @EMBEDDED = qw(cgi perl-cgi perlrun registry perlscript modperl floor);
my @EVENT    = qw(
    cgid perl-cgi-event perlrunevent registryevent perlscriptevent
    modperlevent
);
my @CGI = qw(cgi perl-cgi perlrun floor cgid perl-cgi-event);

# The modes that are compared with other ways to keep Perl in memory.
my @STAYING = qw(registryevent modperlevent psgievent);

# name => the set-ups, and the modes in which each is measured.
my %SUITE = (
    classic    => [ [ map { $_->[0] } @SETUPS ], [ @EMBEDDED, @EVENT ] ],
    'perl-cgi' => [ [ qw(mail form), map { $_->[0] } @PROGRAMS ], \@CGI ],
    peers      => [
        ['mail'],
        [
            qw(registry modperl floor static cgid perl-cgi-event),
            @STAYING, qw(floorevent staticevent),
            peer_names()
        ]
    ],
    psgi => [
        ['mail'],
        [
            qw(psgi floor psgievent psgihttpd floorevent
                uwsgi starman uwsgihttp starmanhttp)
        ]
    ],
);

sub suite_names () {
    return (qw(classic perl-cgi peers psgi guide),
        map { $_->{name} } setups());
}

# The set-ups of a suite, or the one set-up that has this name.
sub suite ($name) {
    return guide_setups(bench_dir()) if $name eq 'guide';
    my ($names, $modes) = @{ $SUITE{$name} // [ [$name], undef ] };
    my %setup = map { $_->{name} => $_ } setups();
    return map {
        { %{ $setup{$_} }, modes => $modes // $setup{$_}{modes} }
    } @$names;
}

sub setups () {
    my $dir = bench_dir();
    return (
        (map { workload($dir, @$_) } @SETUPS),
        (map { program(@$_) } @PROGRAMS),
        guide_setups($dir)
    );
}

sub workload ($dir, $name, $title, $concurrency, $script, $handler, $query,
    $global = 0)
{
    return {
        name        => $name,
        title       => $title,
        concurrency => $concurrency,
        script      => "$dir/scripts/$script",
        copy        => 1,
        handler     => "Mehari::Workload::$handler",
        query       => $query,
        global      => $global,
        peer        => $PEER{$name},
        ignore      => $NAMES_MODE,
        modes       => [ @EMBEDDED, @EVENT ],
    };
}

sub program ($name, $title, $script, $query, $ignore, $before) {
    return {
        name        => $name,
        title       => $title,
        concurrency => 8,
        script      => $script,
        program     => $name,
        before      => $before,
        env         => \%PROGRAM_ENV,
        handler     => undef,
        query       => $query,
        ignore      => $ignore,
        modes       => \@CGI,
    };
}

# The set-up of `mehari bench script.pl`. There is no handler that does the
# same, so the handler modes are left out.
sub setup_of_script ($file, $ignore = undef) {
    -f $file or die "there is no file $file.\n";
    Mehari::Explain::Site::may_be_script($file)
        or die
        "$file is not a Perl script: it has no #! line, and does not end"
        . " in .pl or .cgi.\n";
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
        learns      => 1,
        modes       => [ @EMBEDDED, @EVENT ],
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

# The folder in which packaging/corpus unpacked the programs, or undef.
sub corpus_dir () {
    my $dir = $ENV{MEHARI_CORPUS} // dirname(bench_dir()) . '/build-corpus';
    return -d "$dir/awstats" ? abs_path($dir) : undef;
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
C<query>, C<ignore> (a pattern of lines that may differ between modes),
C<learns> (true: what changes by itself may differ, too), C<modes> (in which it
is measured unless others are asked for), C<peer> (the name of the same page in
F<bench/peers>). A fetched program also has C<program>, C<before> (requests that
make what it shows), C<env>.

=item suite_names, suite($name)

Names of suites and of set-ups; the set-ups that a name stands for.

=item setup_of_script($file, $ignore)

The same for one script of the user's.

=item bench_dir, built_file($name), corpus_dir

The folder of the workloads, the file that the build made of F<bench/*.c> (undef
when it was not built; C<$ENV{MEHARI_BENCH_MODULES}> is looked at first), and
the folder of the programs (undef when they were not fetched;
C<$ENV{MEHARI_CORPUS}> is looked at first).

=back

=cut
