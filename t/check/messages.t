# Messages of mehari check that need situations which no small directory has:
# files that nobody can copy, perl-cgi that differs.

use Mehari::Test qw(write_file);
use File::Temp   qw(tempdir);
use Mehari::Check::Report;
use Mehari::Check::World;
use Mehari::Command::Check;
use Mehari::Serve::Site;

sub command (%is) {
    return bless { notes => [], also => [], %is }, 'Mehari::Command::Check';
}

# --- the copy -----------------------------------------------------------------

package Lost {
    sub not_copied   ($self) { return qw(one two three four) }
    sub is_mounted   ($self) { return 0 }
    sub names_itself ($self) { return 'one' }
}

my $dir     = tempdir(CLEANUP => 1);
my $command = command(
    world      => bless({}, 'Lost'),
    unconfined => 1,
    site       => Mehari::Serve::Site->new($dir)
);
$command->check_confined;
is_deeply $command->{notes},
    [
    'not copied: one; two; and 2 more [MH5102]',
    'not confined: one [MH5103]'
    ],
    'messages say what was not copied and not confined';

ok !eval {
    Mehari::Check::World::copy({}, "$dir/none", "$dir/no/place");
    1;
}, 'a directory that cannot be copied';
like $@, qr{\ACannot copy \Q$dir\E/none: .* \[MH5011\]\n\z},
    'the message names the directory';

# --- what differs -------------------------------------------------------------

package Findings {
    sub new       ($class)       { return bless {}, $class }
    sub not_asked ($self)        { return () }
    sub broken    ($self)        { return () }
    sub endless   ($self)        { return () }
    sub differing ($self, $mode) { return $mode eq 'perl-cgi' ? 'a.pl' : () }
}

package World {
    sub shown ($self, $name) { return $name }
}

my $difference = {
    part    => 'header',
    script  => 'a.pl',
    request => 'GET /a.pl',
    round   => 2,
    client  => 'A',
};
my $report = Mehari::Check::Report->new(
    findings => Findings->new,
    world    => bless({}, 'World'),
    notes    => [],
    rounds   => 1,
    requests => 1,
    sent     => 2,
);
is_deeply [ $report->notes ],
    ['a.pl: perl-cgi should never differ; please report it [MH5105]'],
    'perl-cgi that differs';
# No answer of mod_cgi shows it, because mod_cgi has no such object.
write_file("$dir/stale.pl",
          "#!/usr/bin/perl\nmy \$r = shift;\n\n"
        . "sub out { \$r->print('x') }\nout();\n");
write_file("$dir/good.pl", "our \$r = shift;\nsub f { \$r->args }\n");
my $kept = Mehari::Check::Report->new(
    findings =>
        bless({ scripts => [qw(stale.pl good.pl gone.pl)] }, 'Findings'),
    dir => $dir
);
is_deeply [ $kept->kept ],
    [     'stale.pl:4 `$r` is the object of a request, and sub out keeps it:'
        . ' later requests get 500, "called after the request ended"'
        . ' [MH4106]' ],
    'a script that keeps a request has a file and a line';
is_deeply [ $report->place($difference) ],
    [ 'MH5202', 'GET /a.pl, round 2, client A, a header' ],
    'a header that differs has a message and a place';
is_deeply [ $report->place({ part => 'file', name => 'f', line => 3 }) ],
    [ 'MH5204', 'the file f, line 2' ], 'a line of a file';
done_testing;
