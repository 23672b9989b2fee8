# Modules that are not loaded ahead, because a script could tell, and the reason
# that the log gives for each.

use Mehari::Test;
use Mehari::Test::Hidden;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $dir = probe_directory();

my @written = (
    [
        'Keeps.pm',
        'package Keeps; my %kept; sub keep { $kept{ $_[0] } = 1 }'
            . ' sub kept { join " ", %kept } 1;'
    ],
    [ 'Kept.pm', 'package Kept; require Keeps; Keeps::keep("Kept"); 1;' ],
);
module(@$_) for @written;

my @refused = (
    'Time.pm'   => '$T::t = time;'             => 'asks for the time',
    'Prints.pm' => '$| = 1; print "x";'        => 'writes to STDOUT',
    'Says.pm'   => 'print STDERR "x";'         => 'writes to STDERR',
    'Warns.pm'  => 'warn "x";'                 => 'writes to STDERR',
    'Writes.pm' => "open F, '>', '$dir/new';"  => 'opens',
    'Signal.pm' => '$SIG{ALRM} = sub { };'     => 'handles a signal',
    'Hook.pm'   => '$SIG{__WARN__} = sub { };' => 'changes %SIG',
    'Global.pm' => 'BEGIN { *CORE::GLOBAL::time = sub { 1 } }' =>
        'replaces a function',
    'Universal.pm' => 'sub UNIVERSAL::mine { }' => 'leaves UNIVERSAL::mine',
    'Main.pm'      => 'sub main::mine { }'      => 'leaves main::mine',
    'Main2.pm'     => 'sub main::_mine { }'     => 'leaves main::_mine',
    'Variable.pm'  => '$main::mine = 1;'        => 'leaves main::mine',
    'Data.pm'      => "1;\n__DATA__\nx\n"       => 'leaves a file open',
    'Init.pm'      => 'INIT { }'                => 'has a CHECK or INIT',
    'Slash.pm'     => '$/ = "x";'               => 'changes a special',
    'Search.pm'    => 'use lib "/tmp";'         => 'changes @INC',
    'Variable2.pm' => '$ENV{X} = 1;'            => 'changes the variable X',
    'AllEnv.pm'    => 'my @k = keys %ENV;'      => 'looks at all of %ENV',
    'Random.pm'    => 'srand 1;'                => 'calls srand',
    'Selects.pm'   => 'select STDERR;'          => 'selects a file handle',
    'Switch.pm'    => '$^W = 1;'                => 'changes $^W',
    'Dies.pm'      => 'die "of itself\n";'      => 'of itself',
    'Syntax.pm'    => 'my $x = ;'               => 'syntax error',
    'False.pm'     => "0;\n"                    => 'False.pm did not return',
    'Exits.pm'     => 'require POSIX; POSIX::_exit(3);' => 'ends the process',
    'Kills.pm'     => 'kill 9, 0;'                      => 'sends a signal',
    'Crash.pm'     => 'unpack "p", pack "J", 16;'       => 'ends the process',
);

# In such a variable, the data of the two modules could not be told apart.
subtest 'what a module in sight keeps of another' => sub {
    for my $code ('', 'require Kept if $ENV{QUERY_STRING};') {
        my $seen
            = same(in_lib("use Keeps; $code print 'kept: ', Keeps::kept();"),
            named => [ paths_of('Kept.pm') ]);
        like $seen->{refused}[0] // '',
            qr/\AKept\.pm: changes a variable of Keeps::kee?p/,
            "a module that changes another's variable is not loaded ahead";
    }
};

subtest 'what is refused' => sub {
    while (my ($key, $code, $why) = splice @refused, 0, 3) {
        my ($name, $path) = module($key, "$code\n1;\n");
        $path = (module($key, $code))[1] if $key =~ /\A(?:Data|False)/;
        my $seen = same(in_lib("print 'ok';"),
            named => [ $key, $path, paths_of('Keeps.pm') ]);
        like $seen->{refused}[0] // '', qr/\A\Q$key: \E.*\Q$why\E/, $key;
        is scalar @{ $seen->{refused} }, 1, 'the next one is not';
    }
    ok !-e "$dir/new", 'a refused module has written nothing';
};

subtest 'for any script' => sub {
    my %cases = (
        Cwd0  => [ 'use Cwd; our $d = getcwd();', 'asks for the working' ],
        Name0 => [ 'our $n = $0;',                'looks at $0' ],
        File0 => [ '-e "relative";',              'looks into the working' ],
        Argv0 => [ 'our @a = @ARGV;',             'looks at @ARGV' ],
    );
    for my $name (sort keys %cases) {
        my ($code, $why)  = @{ $cases{$name} };
        my (undef, $path) = module("$name.pm", "package $name; $code 1;");
        my $seen = probe('1;', preload => [$path]);
        like $seen->{refused}[0] // '', qr/\Q$why\E/, "$name: by a path";
        $seen = probe('1;', named => [ "$name.pm", $path ]);
        isnt scalar @{ $seen->{refused} }, 0,
            "$name: a module of one script is refused too";
    }
    like probe('1;', preload => ['Absent::Module'])->{refused}[0],
        qr{\AAbsent/Module\.pm: Can't locate},
        'a missing module is refused with the words of perl';
};

subtest 'modules after `use English`' => sub {
    my (undef, $path)
        = module('Plainly.pm', 'package Plainly; our $x = "plain"; 1;');
    my $seen = probe(
        in_lib(
                  'use English qw(-no_match_vars); print $PROGRAM_NAME eq $0;'
                . ' require Plainly; print $Plainly::x, $PROGRAM_NAME eq $0;'
        ),
        named => [ 'Plainly.pm', $path ]
    );
    is_deeply $seen->{refused},  [], 'they are loaded ahead';
    is_deeply $seen->{reloaded}, [], 'and once';
    is $seen->{out}, '1plain1', 'the script cannot tell';
};

done_testing;
