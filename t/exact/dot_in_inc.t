# base.pm puts hooks into @INC where "." is its last entry: it hides the current
# folder while it loads a class whose package is there. Modules that use base.pm
# are loaded ahead nevertheless, and a class in the current folder stays hidden.

use Mehari::Test qw(write_file);
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $lib = probe_directory() . '/lib';
my $now = probe_directory();
mkdir $lib or die $!;
write_file("$lib/Upper.pm", 'package Upper; sub up { "up" } 1;');
write_file("$lib/Lower.pm",
    'package Lower; sub low { $Upper::count } use base "Upper"; 1;');
write_file("$now/Below.pm", 'package Below; sub b { "b" } 1;');
write_file("$lib/Hides.pm",
    'package Hides; $Below::x = 1; eval q(use base "Below"; 1) or our $died = $@; 1;'
);

my %dot = (env => { PERL5LIB => $lib, PERL_USE_UNSAFE_INC => 1 });

my $show = 'print join(",", map { ref $_ || $_ } @INC[0, -1]),'
    . ' " $INC{q(Upper.pm)}\n";';
my @code = (
    [ 'a module', "require Lower; print Lower->up; $show", ['Lower'] ],
    [
        'base.pm asks',
        "require base; sub x { \$Upper::x } base->import('Upper');"
            . " print main->up; $show",
        ['Upper']
    ],
    [
        'a folder',
        "unshift \@INC, 'lib'; \$Upper::x = 1; require base;"
            . " base->import('Upper'); print main->up; $show",
        ['Upper']
    ],
    [
        'the current folder',
        "require Hides; print \$Hides::died =~ /not empty but/ ? 'hid' : 'no';"
            . " require Below; print Below->b; $show",
        ['Hides']
    ],
);

for my $case (@code) {
    my ($name, $code, $modules) = @$case;
    my $plain = probe($code, %dot);
    my $ahead = probe($code, %dot, preload => $modules);
    my @load  = $name =~ /folder/ ? () : @$modules;
    is $ahead->{out}, $plain->{out}, "$name: as without loading ahead";
    is_deeply [ grep { /^(?:Lower|Upper)\.pm/ } $ahead->{reloaded}->@* ], [],
        "$name: perl does not load it again"
        if @load;
    is_deeply $ahead->{refused}, [], "$name: it can be loaded ahead" if @load;
}

done_testing;
