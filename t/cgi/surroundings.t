# Surroundings of a script: what the kernel and perl tell about the process and
# about a program that it starts, row by row as under mod_cgi (prefork) and
# mod_cgid (event, worker), however the process was made. Each row that differs
# is one of docs/differences.md.

use Mehari::Test;
use Mehari::Test::Rollback;
use Mehari::Test::Surroundings;

# Rows, as the first column of the table in docs/differences.md names them, and
# the place of the difference: the MPM, the page, the circumstances.
my @DIFFERS = (
    {
        name => 'descriptors 0 and 1',
        rows => qr/\Adescriptor [01]\z/,
        mpm  => qr/event|worker/,
    },
    {
        name => 'descriptor 2',
        rows => qr/\Adescriptor 2\z/,
        mpm  => qr/event|worker/,
    },
    {
        name => 'descriptor 2 of `exec cmd`',
        rows => qr/\Adescriptor 2\z/,
        page => qr/cmd/,
    },
    {
        name => 'descriptors that httpd inherited when it was started',
        rows => qr/\Adescriptor 9\z/,
        when => qr/unusual/,
    },
    { name => 'limit of data', rows => qr/\Alimit Max data size\z/ },
    {
        name => 'program of the process',
        rows => qr/\Aprogram\z/,
        page => qr/\A(?:un)?shared|\Acgi/,
    },
    {
        name => 'process group and session',
        rows => qr/\A(?:group|session)\z/
    },
    {
        name => 'controlling terminal',
        rows => qr/\Ahas a terminal\z/,
        when => qr/unusual/,
    },
    {
        name => 'blocked signals',
        rows => qr/\Astatus SigBlk\z/,
        when => qr/unusual/,
    },
    {
        name => 'ignored signals after a restart of httpd',
        rows => qr/\A(?:%SIG (?:PIPE|XFSZ)|status SigIgn)\z/,
        mpm  => qr/event|worker/,
        when => qr/restart/,
    },
    {
        name => 'points of the OOM killer',
        rows => qr/\Aoom_score_adj\z/,
    },
    {
        name => 'signals that leave a core file',
        when => qr/unusual/,
        rows => qr/\Astatus SigCgt\z/,
    },
    {
        name => 'signal at the end of the parent',
        rows => qr/\Aprctl death_signal\z/,
    },
);

my %met;    # name of a difference => it was seen

sub may_differ ($row, %at) {
    $row =~ s/\Aprogram: //;
    for my $differs (@DIFFERS) {
        next if $row !~ $differs->{rows};
        next
            if grep { $at{$_} !~ ($differs->{$_} // qr//) } qw(mpm page when);
        return $met{ $differs->{name} } = 1;
    }
    return 0;
}

sub differences ($got, $want, %at) {
    my @wrong;
    for my $row (sort keys %{ { %$got, %$want } }) {
        my ($g, $w) = map { $_->{$row} // '(no such row)' } $got, $want;
        next if $g eq $w || may_differ($row, %at);
        push @wrong, "$row\n    expected $w\n    got      $g\n";
    }
    return @wrong;
}

my %ignored;    # by the script: MPM => circumstances => set of signals

sub compare ($mpm, $when, @ways) {
    my %option = (mpm => $mpm, map { ($_ => 1) } split ' ', $when);
    my $want   = surroundings(%option, handler => 'cgi-script');
    for my $way (@ways) {
        my $got
            = surroundings(%option, handler => 'perl-cgi', restore => $way);
        $ignored{$mpm}{$when} = $got->{'executed.pl'}[0]{'status SigIgn'};
        for my $page (pages()) {
            my $tables = $got->{$page};
            # The httpd for comparison does not have our module.
            for my $table (@$tables) {
                s/ mehari\/[\d.]+//g for values %$table;
            }
            cmp_ok keys %{ $tables->[0] }, '>', 200, "$mpm $page has a table";
            my @wrong = map {
                differences(
                    $_, $want->{$page}[0],
                    mpm  => $mpm,
                    page => $page,
                    when => $when
                )
            } @$tables;
            is join('', @wrong), '', "$mpm, restore=$way, $page $when";
        }
    }
    return;
}

my %works = map  { $_ => 1 } rollback_missing() ? () : trackers();
my @ways  = grep { $works{$_} } qw(uffd soft-dirty compare);
compare('prefork', '', @ways, 'fork');
compare('event',   '', @ways, 'fork');
compare('worker',  '', $ways[0] // 'fork');
for my $mpm (qw(prefork event)) {
    compare($mpm, $_, $ways[0] // 'fork') for qw(restart unusual);
}

is $ignored{event}{restart}, $ignored{event}{''},
    'a restart changes no disposition';

# The manual has exactly these differences.
my ($section)
    = read_file(source_root() . '/docs/differences.md')
    =~ /^### The process of a script\n(.*?)(?=^#|\z)/ms;
my @documented = ($section // '') =~ /^\| (?!of a process|---)(.*?) \|/mg;
is_deeply [ sort @documented ], [ sort map { $_->{name} } @DIFFERS ],
    'docs/differences.md has each difference';
is_deeply [ sort keys %met ], [ sort map { $_->{name} } @DIFFERS ],
    'each variable of the surroundings is seen';

done_testing;
