# The variables of perl's own, for example $2, $; and %SIG, are made when code first
# mentions them. A script that lists package main sees the names that it
# mentions, and those that its modules mention. Modules that were loaded ahead
# change neither this list nor the values.

use Mehari::Test;
use Mehari::Test::Hidden;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my @written = (
    [
        'Pairs.pm',
        'package Pairs; my %h; sub set { $h{ $_[0], $_[1] } = $_[2] }'
            . ' sub get { $h{ $_[0], $_[1] } } sub keys { keys %h } 1;'
    ],
    [
        'Lists.pm',
        'package Lists; sub text { my @list = @_; "@list" }'
            . ' sub last_two { "12" =~ /(.)(.)/; "$2$1" }'
            . ' sub number { $!{ENOENT}; $! = 2; "$!" }'
            . ' sub is_missing { $! = 2; $!{ENOENT} } 1;'
    ],
    [
        'Named.pm',
        'package Named; *error = *!; sub error { "$error" }'
            . ' sub same { \\$error == \\$! } 1;'
    ],
    [
        'Signals.pm',
        'package Signals; sub hook { $SIG{USR1} = $_[0] }'
            . ' sub hooked { $SIG{USR1} } 1;'
    ],
    [
        'Third.pm',
        'package Third; sub text { my @list = @_; "<@list>" } sub all {'
            . ' join "", map { $SIG{$_} // "" } sort keys %SIG } 1;'
    ],
    [
        'Main.pm',
        'sub Foreign::call { main::late(@_) } package Foreign;'
            . ' sub anonymous { sub { 1 } } 1;'
    ],
    [ 'First.pm', 'use Third; package First; sub f { "@_" } 1;' ],
);
module(@$_) for @written;
my @all = map { $_->[0] } @written;
my $names
    = 'sub names { join " ", map { s/([^ -~])/sprintf "^%x", ord $1/er }'
    . ' sort grep { !/::\z/ } keys %main:: }';

subtest 'names come with their modules' => sub {
    hidden(\@all, "$names $_", once => 1)
        for (
        'print names()',
        'require Pairs; print names()',
        'require Lists; print names(); require Third; print names()',
        'require Third; print names(); require Lists; print names()',
        'require Main; print names(); require Signals; print names()',
        'require First; print names(); require Pairs; print names()',
        'BEGIN { print names() } require Signals; print names()',
        'BEGIN { require Third; print names() } require Pairs; print names()',
        );
};

subtest 'the script mentions a name before or after its module' => sub {
    hidden(\@all, "$names $_")
        for (
          'require Pairs; eval q{$; = "-"}; Pairs::set(1, 2, 3);'
        . ' print names(), Pairs::keys()',
        'eval q{my %x; $x{1,2} = 1;}; require Pairs; eval q{$; = "-"};'
        . ' Pairs::set(1, 2, 3); print names(), Pairs::keys()',
        'eval q{my @x = (1, 2); "@x"}; require Lists; eval q{$" = "-"};'
        . ' print names(), Lists::text(1, 2); require Third;'
        . ' print Third::text(3, 4)',
        'require Lists; eval q{local $" = "+"; print Lists::text(1, 2)};'
        . ' print Lists::text(1, 2)',
        'eval q{local $" = " "; require Lists; $" = "+";'
        . ' print Lists::text(1, 2)}; print Lists::text(1, 2)',
        'eval q{$SIG{USR1} = sub { print "one" }}; require Signals;'
        . ' kill USR1 => $$; Signals::hook(sub { print "two" });'
        . ' kill USR1 => $$; eval q{$SIG{USR1}->()}',
        'require Signals; Signals::hook(sub { print "a" }); kill USR1 => $$;'
        . ' eval q{print ref $SIG{USR1}; $SIG{USR1} = "IGNORE"};'
        . ' print Signals::hooked(); require Third; print Third::all()',
        '"ab" =~ /(.)(.)/; eval q{print $2, $1}; require Lists; print $1;'
        . ' print Lists::last_two(); eval q{print $2, $&}',
        'eval q{$! = 13}; require Lists; print Lists::number(), $! + 0',
        'eval q{"$!"}; require Lists; print Lists::is_missing(), names()',
        'eval q{sub late { "late(@_)" }}; require Main;'
        . ' print Foreign::call(1, 2), Foreign::anonymous()->()',
        'require Main; eval q{sub late { "late(@_)" }};'
        . ' print Foreign::call(1, 2)',
        'print names(); eval q{sub late ($$) { "$_[1]" }}; require Main;'
        . ' print Foreign::call(1, 2), names()',
        'my $r = eval q{\$;}; require Pairs; $$r = "-"; Pairs::set(1, 2, 3);'
        . ' print Pairs::keys()',
        'eval q{$! = 2}; require Lists; require Named; $! = 13;'
        . ' print Lists::is_missing(), Named::error(), Named::same(), $! + 0',
        'eval q{$! = 2}; require Named; require Lists; $! = 13;'
        . ' print Named::error(), Lists::is_missing(), Named::same(), names()',
        'require Named; eval q{$! = 2}; require Lists;'
        . ' print Named::error(), Lists::is_missing(), Named::same(), names()',
        '*main::old = *{"main::;"}; require Pairs; our $old = "-";'
        . ' Pairs::set(1, 2, 3); print Pairs::keys(), names()',
        );
};

subtest 'a hidden module has another name for the variable' => sub {
    hidden(\@all, "$names $_", once => 1)
        for (
        'eval q{"$!"}; require Lists; print Lists::is_missing(), names()',
        'eval q{"$!"}; require Third; require Lists; print names()',
        );
};

subtest 'no warning of names that are used once' => sub {
    hidden(['Main.pm'], $_, switches => ['-w'])
        for (
        'require Main; $main::once = 1; print defined &Foreign::call',
        'BEGIN { require Main } $main::once = 1; print "here"',
        );
};

done_testing;
