# A site's modules, and its hooks in @INC, are not run ahead, not even in a
# trial. A trial of the modules here would show in the log, because they ask for
# the time. They are only compiled, unless the pool names them.

use Mehari::Test qw(write_file);
use Text::Abbrev ();
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $lib = probe_directory() . '/lib';
mkdir $lib or die $!;
for my $name (qw(Clock Exporter)) {
    write_file("$lib/$name.pm", "package $name; our \$t = time; 1;\n");
}

my @clock = (site => 1, files => [ 'Clock.pm', "$lib/Clock.pm" ]);
is_deeply probe('1;', @clock)->{refused},
    ['Clock.pm: has changed just now'],
    'a module that may still change waits';
sleep 3;
my $asked = probe('1;', @clock);
is_deeply [ $asked->@{qw(refused kept told)} ], [ [], ['Clock.pm'], [] ],
    'then it is compiled ahead';

# Names of modules in the list. The site has files of the same names.
my %site = (site => 1, env => { PERL5LIB => $lib });
my $listed
    = write_file("$lib/modules.list", "Clock # a remark\n\nText::Abbrev\n");
my $nested = probe('1;', %site, listed => $listed);
is scalar @{ $nested->{refused} }, 1, 'a module of the site is left out';
like $nested->{refused}[0],
    qr{\AText/Abbrev\.pm: loads Exporter\.pm, which is not perl's own at \N+\z},
    'one of perl that would load one of the site is refused';
like probe('1;', %site, preload => ['Clock'])->{refused}[0],
    qr/\AClock\.pm: asks for the time/, 'the pool may name it';

# Perl calls a hook in @INC for each file, and a tied @INC at each look.
for my $hook (
    [ 'code',            'unshift @INC, sub { my $t = time; () };' ],
    [ 'code at the end', 'push @INC, sub { my $t = time; () };' ],
    [
        'an object that makes text of itself',
        'package Hook { use overload q("") => sub { "/" . time };'
            . ' sub Hook::INC { () } } unshift @INC, bless [], "Hook";'
    ],
    [
        'a tied array',
        'package Hook { require Tie::Array; our @ISA = "Tie::StdArray";'
            . ' sub FETCHSIZE { my $t = time; @{ $_[0] } } }'
            . 'my @inc = @INC; tie @INC, "Hook"; @INC = @inc;'
    ],
    [
        'a tied element',
        'package Hook { require Tie::Scalar; our @ISA = "Tie::StdScalar";'
            . ' sub FETCH { my $t = time; ${ $_[0] } } }'
            . 'my $lib = $INC[0]; tie $INC[0], "Hook"; $INC[0] = $lib;'
    ],
    )
{
    my ($name, $code) = @$hook;
    my $seen = probe("BEGIN { $code } 1;", @clock);
    is_deeply [ $seen->@{qw(refused kept)} ], [ [], [] ],
        "nothing is tried while \@INC asks the site's code: $name";
}

# If a script adds a hook later, it gets no module that was loaded ahead.
my $later = probe(
    'push @INC, sub { print "asked for $_[1]\n"; () } if @ARGV;'
        . 'require Text::Abbrev; print "done\n";',
    site    => 1,
    args    => ['word'],
    preload => ['Text::Abbrev']
);
is $later->{out}, "done\n", 'a script that adds a hook goes on';
ok scalar(grep { $_ eq 'Text/Abbrev.pm' } @{ $later->{reloaded} }),
    'perl searches again where there is a hook';

done_testing;
