# Modules that were loaded ahead: a script cannot tell. Each script runs with
# such modules and without, and must print the same.

use Mehari::Test;
use Mehari::Test::Hidden;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $dir = probe_directory();

my @written = (
    [
        'Plain.pm',
        'package Plain; our $x = "plain"; sub new { bless {} }'
            . ' sub x { $x } "value of Plain";'
    ],
    [
        'Deep.pm',
        'package Deep; use Plain; our @ISA = "Plain";'
            . ' sub deep { "deep " . $_[0]->x } 1;'
    ],
    [ 'Deeper.pm', 'package Deeper; use Deep; sub deeper { "deeper" } 1;' ],
    [ 'Deep/Part.pm', 'package Deep::Part; sub part { "part" } 1;' ],
    [
        'Two.pm',
        'package Two; sub two { 2 } package Two::Other;'
            . ' sub other { "other" } package Elsewhere; sub new { bless [] }'
            . ' sub where { "elsewhere" } 1;'
    ],
    [
        'Ring.pm',
        'package Ring; our @order; push @order, "Ring"; require Ring::Other;'
            . ' push @order, "Ring again"; END { print "end of Ring\n" }'
            . ' sub ring { "ring @order" } "value of Ring";'
    ],
    [
        'Ring/Other.pm',
        'package Ring::Other; require Ring; push @Ring::order, "Other";'
            . ' sub other { "other @Ring::order" }'
            . ' END { print "end of Other\n" } "value of Other";'
    ],
    [ 'Ends.pm', 'package Ends; END { print "end of Ends\n" } 1;' ],
    [
        'Tied.pm',
        'package Tied; sub TIEHASH { bless [] } sub TIEARRAY { bless [] }'
            . ' sub TIESCALAR { bless [] } sub FETCH { "made up" }'
            . ' sub FETCHSIZE { 3 } tie our %hash, "Tied";'
            . ' tie our @array, "Tied"; tie our $scalar, "Tied"; 1;'
    ],
    [
        'Mentions.pm',
        'package Mentions; sub all { no warnings; join ",", $Tied::hash{a},'
            . ' $Tied::array[0], $Tied::scalar } 1;'
    ],
    [ 'Names.pm', 'package Names; sub one { (caller 0)[3] . wantarray } 1;' ],
    [
        'NamesIt.pm',
        'package NamesIt; sub all { join ",", Names::one(1), Names::one() } 1;'
    ],
    [
        'LooksAtTied.pm',
        'package LooksAtTied; our @seen = ($Tied::hash{a} // "none",'
            . ' $Tied::array[0] // "none", scalar @Tied::array,'
            . ' $Tied::scalar // "none"); 1;'
    ],
    [
        'Fetches.pm',
        'package Fetches; require Tied; tie our $scalar, "Tied";'
            . ' our $seen = $scalar; 1;'
    ],
    [
        'LooksAtFetched.pm',
        'package LooksAtFetched; our $seen = $Fetches::scalar // "nothing"; 1;'
    ],
    [
        'Writes.pm',
        'package Writes; our $hash = {}; *Tied::hash = $hash;'
            . ' $Tied::scalar = "written"; 1;'
    ],
    [
        'Ties.pm',
        'package Ties; sub TIEARRAY { bless [] } sub FETCH { "of Ties" }'
            . ' tie @Tied::array, "Ties"; 1;'
    ],
    [
        'Localizes.pm',
        'package Localizes; our $there = do { local %Tied::hash;'
            . ' require Tied; tied %Tied::hash ? 1 : 0 }; 1;'
    ],
    [
        'EndsToo.pm',
        'package EndsToo; use Ends;' . ' END { print "end of EndsToo\n" } 1;'
    ],
    [
        'Optional.pm',
        'package Optional; our $has = eval { require Absent; 1 };'
            . ' sub has { $has ? "has" : "has not" } 1;'
    ],
    [ 'Environ.pm', 'package Environ; our $v = $ENV{COLOUR} // "none"; 1;' ],
    [ 'Evals.pm',   'package Evals; eval "1" for 1 .. 3; 1;' ],
    [ 'Tries.pm', 'package Tries; eval { die "tried\n" }; our $at = $@; 1;' ],
    [
        'Handler.pm',
        'package Handler; our $old; { local $SIG{__DIE__} = sub { 1 };'
            . ' eval { die } } $old = $SIG{__DIE__} ? "one" : "none"; 1;'
    ],
    [
        'Loaded.pm',
        'package Loaded; our $plain = $INC{"Plain.pm"} ? 1 : 0;' . ' 1;'
    ],
    [
        'Magic.pm',
        'package Magic; use overload q("") => sub { "text" },'
            . ' "+" => sub { 42 }; sub new { bless [] } 1;'
    ],
    [ 'Year.pm', 'package Year; our $year = (localtime)[5] + 1900; 1;' ],
    [
        'Exports.pm',
        'package Exports; use Exporter "import";'
            . ' our @EXPORT = qw(exported %table); our %table = (a => 1);'
            . ' our $VERSION = "1.5"; sub exported { "exported @_" } 1;' ],
    [
        'Imports.pm',
        'package Imports; use Exports "exported"; sub call { exported(1) } 1;'
    ],
    [
        'Constant.pm',
        'package Constant; use constant { ONE => 1 };'
            . ' use constant LIST => (1, 2); sub list { (LIST) } 1;'
    ],
    [
        'Lazy.pm',
        'package Lazy; our $AUTOLOAD; sub AUTOLOAD { $AUTOLOAD }'
            . ' sub DESTROY { } 1;'
    ],
    [
        'Replaces.pm',
        'package Replaces; require Exporter; no warnings;'
            . ' my $name = "Exporter::import"; *$name = sub { "mine" }; 1;'
    ],
    [ 'Fraction.pm', 'package Fraction; our $value = 1.5; 1;' ],
    [
        'SetsFraction.pm',
        'package SetsFraction; require Fraction; $Fraction::value = 2.5; 1;'
    ],
    [
        'Deep/Kind.pm',
        'package Deep::Kind; require Deep::Part; our @ISA = "Deep::Part";'
            . ' sub kind { $_[0]->part } 1;'
    ],
    [ 'file.pl', '$Lib::value = "of the library"; "returned";' ],
);
module(@$_) for @written;

my $inc = 'print join(",", map { "$_=$INC{$_}" } sort keys %INC), "\n";';

subtest 'what is not asked for is not there' => sub {
    hidden(['Plain.pm'], $_)
        for (
        $inc,
        'print defined &Plain::new ? "there" : "not there"',
        'print Plain->can("new") ? "there" : "not there"',
        'print exists $main::{"Plain::"} ? "there" : "not there"',
        'no strict "refs"; print ${"Plain::x"} // "undef"',
        'print eval { Plain->new } // $@',
        'print eval("1 +") // $@',
        );
    hidden(['Plain.pm'], $_, again => 1)
        for (
        'sub Plain::new { "my own" } print Plain->new',
        'package Plain { sub new { "my own" } } print Plain->new',
        'package Plain { sub new { "my own" } } no warnings;'
        . ' require Plain; print ref Plain->new, Plain::x()',
        );
};

subtest 'what is asked for is there' => sub {
    hidden(['Plain.pm'], $_)
        for (
        "require Plain; print Plain->new->x; $inc",
        "use Plain; print ref Plain->new, \$Plain::x; $inc",
        'my $v = require Plain; print "$v ", require Plain',
        'my @v = require Plain; print "@v"',
        'BEGIN { require Plain } print new Plain->x',
        'require Plain; print "@{[ sort keys %Plain:: ]}"',
        'require Plain; no strict "refs"; print &{"Plain::x"}()',
        'my $f = "Plain.pm"; require $f; print Plain::x()',
        'eval { require Plain } or die; print Plain->can("new") ? 1 : 0',
        'eval "use Plain; 1" or die; print Plain->new->x',
        'delete $INC{"Plain.pm"}; print eval { require Plain }',
        'require Plain; delete $INC{"Plain.pm"}; no warnings;'
        . ' print require Plain',
        );
};

# Perl calls a package main::Plain if $main::Plain::z is its first mention.
subtest 'a package has the name by which it was first mentioned' => sub {
    my @keys = ('Plain.pm', 'Deep/Part.pm', 'Deep/Kind.pm');
    hidden(\@keys, $_, again => 1)
        for (
        'BEGIN { eval q{$main::Plain::z} } require Plain; print ref Plain->new',
        'BEGIN { eval q{$::Plain::z} } require Plain; print Plain->new->x',
        'BEGIN { eval q{$main::Deep::z} } require Deep::Kind;'
        . ' print Deep::Kind->kind, Deep::Kind->isa("Deep::Part")',
        'use subs "Deep::z"; require Deep::Kind; print Deep::Kind->kind',
        'use subs "Deep::Part::z"; require Deep::Kind; print Deep::Kind->kind',
        );
    hidden(\@keys, $_)
        for (
        'eval q{$Plain::z}; require Plain; print ref Plain->new',
        'eval q{$Deep::z}; require Deep::Kind; print Deep::Kind->kind',
        );
};

# Perl's search for the file, and calls in the file, leave an error in $!.
# Perl deletes a symbol that is empty when it drops code with the name.
subtest 'a function that another module names' => sub {
    hidden([ 'Names.pm', 'NamesIt.pm' ],
        "$_ no strict 'refs'; print ' ', join ' ', sort keys %{'Names::'}")
        for (
        'require NamesIt; print eval { NamesIt::all() } // $@;',
        'require NamesIt; require Names; print NamesIt::all();',
        'require Names; require NamesIt; print NamesIt::all(), Names::one();'
        );
};

subtest 'tied variables at which another module looks' => sub {
    my $tied
        = ' print map { $_ ? 1 : 0 } tied %Tied::hash, tied @Tied::array,'
        . ' tied $Tied::scalar;';
    hidden([ 'Tied.pm', 'LooksAtTied.pm' ], $_)
        for (
        "require LooksAtTied; print \@LooksAtTied::seen; $tied",
        'require LooksAtTied; require Tied; print @LooksAtTied::seen,'
        . " \$Tied::hash{b}, \$Tied::array[1], \$Tied::scalar; $tied",
        );
    hidden([ 'Tied.pm', 'Fetches.pm', 'LooksAtFetched.pm' ], $_)
        for (
        'require LooksAtFetched; print $LooksAtFetched::seen;',
        'require LooksAtFetched; require Fetches; print $LooksAtFetched::seen,'
        . ' $Fetches::scalar, tied $Fetches::scalar ? 1 : 0;',
        );
};

subtest 'tied variables that another module changes' => sub {
    my @changes = (
        [ Writes    => 'tied %$Writes::hash ? 1 : 0, $Tied::scalar' ],
        [ Ties      => '$Tied::array[0]' ],
        [ Localizes => '$Localizes::there, tied %Tied::hash ? 1 : 0' ],
    );
    for (@changes) {
        my ($module, $seen) = @$_;
        hidden([ 'Tied.pm', "$module.pm" ], $_, again => 1)
            for (
            "require $module; print $seen;",
            "require $module; require Tied; print $seen;",
            "require Tied; print require $module, $seen;",
            );
    }
};

subtest 'what $! is' => sub {
    hidden(['Plain.pm'], $_)
        for (
        'require Plain; print $!+0, " $!\n"',
        '$! = 2; require Plain; print $!{ENOENT} ? 1 : 0, $!+0',
        '$! = 7; eval { require Plain }; print $!+0',
        );
    hidden([ 'Deep.pm', 'Plain.pm' ], 'require Deep; print $!+0');
};

subtest 'with what it needs' => sub {
    hidden([ 'Deep.pm', 'Plain.pm' ], $_)
        for (
        "use Deep; print Deep->new->deep, Deep->isa('Plain'); $inc",
        "use Plain; print Plain->can('deep') ? 1 : 0; $inc",
        'use Plain; print eval { Deep->new } // $@',
        'print eval { Deep->new } // $@; require Deep; print Deep->new->deep',
        'require Plain; require Deep; print Deep->new->deep',
        'our @ISA = "Deep"; require Deep; print main->deep',
        '@Mine::ISA = "Deep"; print Mine->can("new") ? 1 : 0; require Deep;'
        . ' print Mine->new->deep, Mine->can("x") ? 1 : 0',
        );
    hidden([ 'Deep.pm', 'Plain.pm' ], $_, again => 1)
        for (
          'require Plain; delete $main::{"Plain::"}; require Deep;'
        . ' print Deep->can("x") ? 1 : 0, eval { Plain->new } ? 1 : 0',
        'require Exports; delete $main::{"Exports::"};'
        . ' print eval { require Imports; Imports->call } // "none"',
        );
    hidden([ 'Imports.pm', 'Exports.pm' ], $_, again => 1)
        for (
          'require Exports; %Exports:: = (); print eval { require Imports;'
        . ' Imports->call } // "none"',
        'require Exports; delete $main::{"Exports::"};'
        . ' print eval { require Imports; Imports->call } // "none"',
        );
    hidden([ 'Deep.pm', 'Deeper.pm' ], $_)
        for (
          'sub named { $Deep::y } require Deeper; print Deep->new->deep;'
        . ' sub Other::other { "other" } push @{"Deep::ISA"}, "Other";'
        . ' print Deep->other',);
    hidden([ 'Deep.pm', 'Deep/Part.pm' ], $_)
        for (
        "use Deep; print Deep->deep, defined &Deep::Part::part ? 1 : 0; $inc",
        "use Deep::Part; print Deep::Part->part, defined &Deep::deep; $inc",
        'require Deep::Part; require Deep; print Deep->deep, Deep::Part->part',
        'require Deep; require Deep::Part; print Deep->deep, Deep::Part->part',
        );
    hidden([ 'Deep/Part.pm', 'Deep.pm' ], $_)
        for (
        'require Deep::Part; require Deep; print Deep->deep, Deep::Part->part',
        'require Deep; print Deep->deep, Deep::Part->can("part") ? 1 : 0',
        );
};

# The order of modules in the list shows which one the script asked for: that
# one was complete last.
subtest 'modules that need each other' => sub {
    my @ring  = ('Ring/Other.pm', 'Ring.pm');
    my @other = reverse @ring;
    hidden(\@ring, $_, once => 1)
        for (
        "print require Ring, Ring->ring; $inc",
        'use Ring; print Ring::Other->other; print require Ring::Other;',
        "print Ring->can('ring') || Ring::Other->can('other') ? 1 : 0; $inc",
        );
    hidden(\@other, $_, once => 1)
        for (
        "print require Ring::Other, Ring::Other->other; $inc",
        'use Ring::Other; print Ring->ring; print require Ring;',
        );
    hidden(\@ring,  'print require Ring::Other, Ring->ring', again => 1);
    hidden(\@other, 'print require Ring, Ring->ring',        again => 1);
};

subtest 'its packages' => sub {
    hidden(['Two.pm'], $_)
        for (
        'use Two; print Two->two, Two::Other->other, Elsewhere->new->where',
        'print Elsewhere->can("new") ? 1 : 0; require Two;'
        . ' print Elsewhere->new->where',
        );
    hidden(['Magic.pm'],
        'use Magic; my $m = Magic->new; print "$m", $m + 1, ref $m');
    hidden(['Constant.pm'],
        'use Constant; print Constant::ONE, Constant->list, Constant->ONE');
    hidden(['Lazy.pm'], 'use Lazy; print Lazy->anything, Lazy::function()');
};

subtest 'what changes another module' => sub {
    hidden(['Replaces.pm'], $_, again => 1)
        for (
          'require Exporter; print Exporter->import; require Replaces;'
        . ' print Exporter->import',
        'require Replaces; print Exporter->import',
        'require Exporter; print Exporter->import // "none"',
        );
    hidden([ 'Fraction.pm', 'SetsFraction.pm' ], $_, again => 1)
        for (
        'require Fraction; print $Fraction::value',
        'require SetsFraction; print $Fraction::value',
        );
};

subtest 'tied variables that another module mentions' => sub {
    my @modules = ('Tied.pm', 'Mentions.pm');
    hidden(\@modules, $_)
        for (
        'use Mentions; BEGIN { print Mentions::all() }',
        'use Mentions; print tied %Tied::hash ? 1 : 0,'
        . ' scalar @Tied::array, $Tied::scalar // "undef"',
        'use Mentions; require Tied; print Mentions::all()',
        'use Tied; use Mentions; print Mentions::all()',
        );
};

subtest 'import and version' => sub {
    hidden(['Exports.pm'], $_)
        for (
        'use Exports; print exported(1), $table{a}',
        'use Exports 1.2; print exported(1)',
        'use Exports 1.2 qw(exported); print exported(2)',
        'print eval "use Exports 2; 1" // $@',
        'use Exports (); print defined &exported ? 1 : 0',
        'use autouse Exports => qw(exported); print exported(3)',
        'print Exports->VERSION // "undef"; require Exports;'
        . ' print Exports->VERSION',
        );
};

subtest 'a handle whose class gets a destructor' => sub {
    module('Reads.pm', 'package Reads; sub line { <FILE> } 1;');
    my $destructor
        = 'no warnings; sub IO::Handle::DESTROY { print "gone\n" }';
    hidden(['Reads.pm'], $_)
        for ("$destructor print qq(page\n)", "use Reads; $destructor");
    hidden(['Reads.pm'], "$destructor require Reads; print qq(page\n)",
        again => 1);
};

subtest 'END blocks' => sub {
    hidden(['Ends.pm'], $_)
        for (
        'print "no\n"',
        'require Ends; END { print "of the script\n" }',
        'END { print "of the script\n" } require Ends',
        );
    hidden([ 'EndsToo.pm', 'Ends.pm' ], $_)
        for (
        'require Ends',
        'require EndsToo',
        'require Ends; require EndsToo',
        );
};

subtest 'the search' => sub {
    module('Plain.pm',  'package Plain; sub x { "the other" } 1;', 'other');
    module('Absent.pm', 'package Absent; 1;',                      'absent');
    hidden(['Plain.pm'], $_, again => 1)
        for (
        "use lib '$dir/other'; use Plain; print Plain->x, \$INC{'Plain.pm'}",
        "unshift \@INC, '$dir/other'; require Plain; print Plain->x",
        "push \@INC, '$dir/other'; require Plain; print Plain->x",
        '@INC = "/nonexistent"; print eval { require Plain } // $@',
        'unshift @INC, sub { my $c = "package Plain; sub x { 8 } 1";'
        . ' $_[1] eq "Plain.pm" && \$c }; require Plain; print Plain->x',
        "require '$dir/lib/Plain.pm'; print Plain->x",
        "do '$dir/lib/Plain.pm'; print Plain->x; require Plain; print 2",
        'do "Plain.pm"; print Plain->x; print require Plain',
        );
    hidden(['Optional.pm'], $_, again => 1)
        for (
        'use Optional; print Optional->has',
        "use lib '$dir/absent'; use Optional; print Optional->has",
        );
};

subtest 'what it saw when it was loaded' => sub {
    for my $env ({}, { COLOUR => 'red' }) {
        hidden(['Environ.pm'], 'use Environ; print $Environ::v', env => $env);
    }
    hidden(['Environ.pm'],
        '$ENV{COLOUR} = "blue"; require Environ;' . ' print $Environ::v',
        again => 1);
    hidden(
        ['Environ.pm'], 'print "$ENV{COLOUR}\n"; require Environ;'
            . ' print $Environ::v',
        again   => 1,
        env     => { COLOUR => 'red' },
        request => { COLOUR => 'green' }
    );
    hidden([ 'Plain.pm', 'Loaded.pm' ],
        'require Loaded; print $Loaded::plain');
    hidden(['Year.pm'], 'use Year; print $Year::year');
};

subtest 'what else could tell' => sub {
    hidden(['Evals.pm'], $_)
        for ('eval "die"; print $@', 'require Evals; eval "die"; print $@',);
    hidden(['Plain.pm'], 'use warnings; my $n; $n++; $once = 1; print "x"');
    hidden(['Plain.pm'],
        'open my $f, "<", $0; print fileno $f; print "$!" || "no error"');
    hidden(
        ['Plain.pm'],
        'BEGIN { *CORE::GLOBAL::die = sub { print "mine" } } use Plain;'
            . ' print Plain->x',
        again => 1
    );
    hidden(['Plain.pm'],
        'print eval { require Plain } ? $@ : "no"; print $@');
};

# The script's handlers see errors in an eval of the module.
subtest 'with handlers of the script' => sub {
    my $set = '$SIG{__DIE__} = sub { print "died @_" };'
        . ' $SIG{__WARN__} = sub { print "warned @_" };';
    hidden(
        [ 'Plain.pm', 'Deep.pm' ],
        "$set require Deep; print Deep->deep",
        once => 1
    );
    hidden([ 'Plain.pm', 'Deep.pm' ],
        "BEGIN { $set } use Deep; print Deep->deep");
    hidden([$_],
        "$set require $_; print 1" =~ s/require (\w+)\.pm/require $1/r,
        again => 1)
        for qw(Tries.pm Optional.pm Handler.pm);
    my $seen
        = same(
        in_lib("BEGIN { $set } require Imports; print Imports::call()"),
        named => [ paths_of(qw(Imports.pm Exports.pm)) ]);
    is_deeply $seen->{reloaded}, [],
        'a module that looks for a handler is not reloaded';
    hidden(['Tries.pm'],   'require Tries; print $Tries::at',      once => 1);
    hidden(['Handler.pm'], 'require Handler; print $Handler::old', once => 1);
};

subtest 'perl loads modules itself' => sub {
    my @preload = qw(
        PerlIO::scalar PerlIO::encoding Errno File::Glob Tie::Hash::NamedCapture
        IO::File attributes utf8 Carp
    );
    same("print join ',', sort keys %INC; $_", preload => \@preload)
        for (
        'open my $f, "<", \"text\n"; print <$f>, join ",", sort keys %INC',
        'open my $f, "<:encoding(latin1)", $0; print scalar <$f>',
        'print $!{ENOENT} ? 1 : 0, join ",", sort keys %INC',
        'my @f = glob "/etc/pass*"; print "@f", join ",", sort keys %INC',
        '"x" =~ /(?<a>x)/; print $+{a}, join ",", sort keys %INC',
        'STDOUT->autoflush(1); print join ",", sort keys %INC',
        'sub x :lvalue { my $y } print join ",", sort keys %INC',
        'print lc "\x{c4}", "\x{3a3}" =~ /\x{3c3}/i, join ",", sort keys %INC',
        );
};

subtest 'names in main' => sub {
    hidden(['Plain.pm'],
        'print "@{[ sort grep { !/::\z/ } keys %main:: ]}"; require Plain;');
};

subtest 'modules of perl' => sub {
    my @modules = qw(
        POSIX Data::Dumper Storable Encode List::Util IO::File IO::Socket::INET
        File::Temp File::Spec Time::Local Time::HiRes JSON::PP MIME::Base64
        Digest::MD5 Text::ParseWords Getopt::Long Math::BigInt Socket
        Unicode::Normalize
    );
    my $seen = same(<<~'END', preload => \@modules);
        use strict; use warnings;
        use POSIX qw(floor strftime); use Data::Dumper; use Storable 'dclone';
        use Encode qw(encode decode); use List::Util qw(sum first);
        use IO::File; use File::Temp qw(tempfile); use Time::Local;
        use JSON::PP; use MIME::Base64; use Digest::MD5 'md5_hex';
        use Math::BigInt; use Socket; use Unicode::Normalize;
        $Data::Dumper::Sortkeys = 1;
        print floor(3.7), Dumper(dclone({ a => [ 1, 2 ] })), sum(1 .. 4);
        print length encode('UTF-8', "\x{263a}"), timegm(0, 0, 0, 1, 0, 70);
        print encode_json({ a => 1 }), encode_base64('x'), md5_hex('x'), "\n";
        print Math::BigInt->new('123456789012345678901234567890')->bmul(2);
        my ($fh, $name) = tempfile(UNLINK => 1); print {$fh} "x"; close $fh;
        print -s $name, inet_ntoa(INADDR_LOOPBACK), length NFD("\x{c4}");
        my $f = IO::File->new($0); print scalar <$f>;
        print join(',', map { "$_=$INC{$_}" } sort keys %INC), "\n";
        END
    is_deeply refused($seen), [], 'no module of perl is refused';
    is_deeply [ grep { exists $seen->{loaded}{ s{::}{/}gr . '.pm' } }
            @modules ], [], 'no module of perl is loaded again';
};

subtest 'switches' => sub {
    same(
        'use Plain; my $x; print "a$x", Plain->x, "\n";',
        switches => [ "-I$dir/lib", $_ ],
        preload  => ['Plain']
    ) for qw(-w -T -t -W -X);
};

subtest 'what perl loads itself' => sub {
    module('Dies.pm', "die 'of itself';\n");
    my $seen = probe(
        in_lib(
                  q{use Plain; require Deep; require './lib/file.pl';}
                . ' eval { require Absent }; eval { require Dies };'
                . ' do "./lib/Two.pm"; require Ends if 0;'
                . ' sub { require Ends }->()'
        )
    );
    my %loaded = %{ $seen->{loaded} };
    is_deeply \%loaded,
        {
        'Deep.pm'       => "$dir/lib/Deep.pm",
        './lib/file.pl' => './lib/file.pl',
        './lib/Two.pm'  => './lib/Two.pm',
        'Ends.pm'       => "$dir/lib/Ends.pm",
        },
        'modules that were loaded at run time';
    $seen = probe(in_lib("require Deep; print 'ok'"),
        named => [ paths_of('Deep.pm', 'Plain.pm') ]);
    is_deeply $seen->{loaded}, {}, 'none when all were there';
};

done_testing;
