# Messages of mehari check that need what no check of a small directory meets:
# a module that is older, files that nobody can copy, an exact tier that differs.

use v5.36;
use lib qw(lib t/lib);
use Test::More;
use File::Temp qw(tempdir);

use Mehari::Check::Report;
use Mehari::Check::World;
use Mehari::Command::Check;
use Mehari::Serve::Site;

sub command (%is) {
    return bless { notes => [], also => [], %is }, 'Mehari::Command::Check';
}

my $command = command(
    tiers => [
        { name => 'none', needs => 'NoSuchDirective on' },
        { name => 'exact' }
    ]
);
$command->find_tiers;
is_deeply [ map { $_->{name} } @{ $command->{tiers} } ], ['exact'],
    'a tier that the module does not have is left out';
is_deeply $command->{notes},
    [     'none is left out: this mod_mehari.so does not know'
        . ' "NoSuchDirective on" [MH5101]' ], 'which is told';
pop @{ $command->{tiers} };
$command->{tiers} = [ { name => 'none', needs => 'NoSuchDirective on' } ];
ok !eval { $command->find_tiers; 1 }, 'none is left';
like $@, qr/\Anone of the tiers .* \[MH5015\]\n\z/, 'it ends';

# --- the copy -----------------------------------------------------------------

package Lost {
    sub not_copied   ($self) { return qw(one two three four) }
    sub is_mounted   ($self) { return 0 }
    sub names_itself ($self) { return 'one' }
}

my $dir = tempdir(CLEANUP => 1);
$command = command(
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
    'what was not copied, and what is not confined';

ok !eval {
    Mehari::Check::World::copy({}, "$dir/none", "$dir/no/place");
    1;
}, 'a directory that cannot be copied';
like $@, qr{\ACannot copy \Q$dir\E/none: .* \[MH5011\]\n\z}, 'is named';

# --- what differs -------------------------------------------------------------

package Findings {
    sub new       ($class)       { return bless {}, $class }
    sub not_asked ($self)        { return () }
    sub broken    ($self)        { return () }
    sub differing ($self, $tier) { return $tier eq 'exact' ? 'a.pl' : () }
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
    findings       => Findings->new,
    world          => bless({}, 'World'),
    notes          => [],
    rounds         => 1,
    requests       => 1,
    sent           => 2,
    recommendation => { text => "x\n", differences => [$difference] },
);
is_deeply [ $report->notes ],
    ['a.pl: exact should never differ; please report it [MH5105]'],
    'an exact tier that differs';
like $report->recommendation,
    qr{: a\.pl GET /a\.pl, round 2, client A, a header \[MH5205\]\n\z},
    'a recommendation that does not hold';
is_deeply [ $report->place($difference) ],
    [ 'MH5202', 'GET /a.pl, round 2, client A, a header' ], 'a header';
is_deeply [ $report->place({ part => 'file', name => 'f', line => 3 }) ],
    [ 'MH5204', 'the file f, line 2' ], 'a line of a file';
done_testing;
