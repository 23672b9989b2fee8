# Modules of a site are not run ahead, not even in a trial: a trial of those
# here would say that they ask for the time.

use v5.36;
use Test::More;
use Text::Abbrev ();
use Mehari::Test qw(write_file);
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $lib = probe_directory() . '/lib';
mkdir $lib or die $!;
for my $name (qw(Clock Exporter)) {
    write_file("$lib/$name.pm", "package $name; our \$t = time; 1;\n");
}

my $asked
    = probe('1;', site => 1, unshared => [ 'Clock.pm', "$lib/Clock.pm" ]);
is_deeply $asked->{refused},
    ["Clock.pm: is not perl's own: name it in the pool's preload"],
    'a module that the script loads is refused';

my $nested = probe(
    "use lib '$lib';",
    site    => 1,
    learned => [ 'Text/Abbrev.pm', $INC{'Text/Abbrev.pm'} ]
);
like join("\n", @{ $nested->{refused} }),
    qr{\AText/Abbrev\.pm: loads Exporter\.pm, which is not perl's own at \N+\z},
    'so is one of perl that would load one of the site';

done_testing;
