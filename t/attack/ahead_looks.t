# Modules that are loaded ahead, of which the load looks at %INC, at @INC, or at
# what it is about to change itself: each answer is the same as when perl loads
# them, whatever the script has done before. And it is not by loading them again
# each time that this is so.

use Mehari::Perl;
use Config;
use Test::More;
use File::Path qw(make_path);
use Mehari::Test;
use Mehari::Test::Ahead;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $lib  = probe_directory() . '/site';
my $show = show_symbols();

# A file of a module; its code returns true, unless it says so itself.
sub module ($name, $code) {
    my $key = $name =~ s{::}{/}gr . '.pm';
    make_path("$lib/$key" =~ s{/[^/]+\z}{}r);
    $code .= ' 1;' if $code =~ /[}]\s*\z/;
    write_file("$lib/$key", "package $name; $code\n");
    return ($key, "$lib/$key");
}

# The modules of these that perl has loaded itself.
sub reloaded_of ($list, @keys) {
    my %wanted = map { $_ => 1 } @keys;
    return join ' ', grep { $wanted{$_} } @$list;
}

sub alike ($name, $state, $after, $lesson, @when) {
    my $load = $state =~ s/LOAD/require $name/gr;
    my $code = "$show use lib '$lib'; my \$q = \$ENV{X};\n"
        . "$load\n$after\nprint qq(\\nend \$@\\n); show();\n";
    return ahead_alike(
        $code, "$name: $state",
        lesson => $lesson,
        @when ? (when => \@when) : ()
    );
}

# --- %INC and @INC ----------------------------------------------------------

my %looks = (
    Key     => 'my $t = $INC{"Text/Wrap.pm"} ? 1 : 0;',
    Exists  => 'my $t = exists $INC{"Text/Wrap.pm"} ? 1 : 0;',
    Lexical => 'my $k = "Text/Wrap.pm"; my $t = $INC{$k} // "no";',
    Global  => 'our $k = "Text/Wrap.pm"; my $t = $INC{$k} // "no";',
    Made  => 'my @k = qw(Text Wrap); my $t = $INC{"$k[0]/$k[1].pm"} // "no";',
    Asked => 'my @k = qw(Text Wrap); my $t = exists $INC{"$k[0]/$k[1].pm"};',
    Deleted =>
        'my $t = delete $INC{"Text/Wrap.pm"}; $INC{"Text/Wrap.pm"} = $t'
        . ' if $t;',
    Slice    => 'my ($t) = @INC{"Text/Wrap.pm"};',
    Keys     => 'my $t = grep { /Wrap/ } keys %INC;',
    Copy     => 'my %c = %INC; my $t = $c{"Text/Wrap.pm"} // "no";',
    Ref      => 'my $i = \%INC; my $t = $i->{"Text/Wrap.pm"} // "no";',
    Alias    => '*i = \%INC; our %i; my $t = $i{"Text/Wrap.pm"} // "no";',
    Glob     => '*j = *INC; our %j; my $t = $j{"Text/Wrap.pm"} // "no";',
    Handle   => 'my $t = *INC{HASH}{"Text/Wrap.pm"} // "no";',
    Symbolic => 'no strict "refs"; my $t = ${"main::INC"}{"Text/Wrap.pm"};',
    Name => 'no strict "refs"; my $n = "INC"; my $t = ${$n}{"Text/Wrap.pm"};',
    Stash  => 'my $t = *{ $main::{INC} }{HASH}{"Text/Wrap.pm"} // "no";',
    Local  => 'my $t = do { local $INC{"Text/Wrap.pm"}; scalar keys %INC };',
    Each   => 'my $t = 0; while (my ($k) = each %INC) { $t++ if $k =~ /Wr/ }',
    Count  => 'my $t = %INC ? scalar(%INC) : 0;',
    Scalar => 'my $t = $INC // "undef";',
    Eval   => 'my $t = eval q($INC{"Text/Wrap.pm"}) // "no";',
    First  => 'my $t = $INC[0];',
    Last   => 'my $t = $INC[-1];',
    Number => 'my $t = @INC;',
    Index  => 'my $i = 1; my $t = $INC[$i];',
    Joined => 'my $t = "@INC";',
    Walked => 'my $t = ""; for (@INC) { $t .= length }',
    Held   => 'my $r = \@INC; my $t = $r->[0];',
    Without =>
        'my $t = eval { local @INC = @INC; pop @INC if $INC[-1] eq ".";'
        . ' require Site::Absent; 1 } ? "there" : "absent";',
);

my @before = (
    'LOAD;',
    'require Text::Wrap; LOAD;',
    '$INC{"Text/Wrap.pm"} = "faked"; LOAD;',
    '{ local $INC{"Text/Wrap.pm"} = "faked"; LOAD }',
    '$INC{"Other/Thing.pm"} = 1; LOAD;',
    'delete $INC{"strict.pm"}; LOAD;',
    'unshift @INC, "/nowhere"; LOAD;',
    'push @INC, "."; LOAD;',
    'shift @INC; unshift @INC, "SITE"; LOAD;',
    '{ local @INC = ("SITE", "/nowhere", @INC); LOAD }',
    'our $INC = "a scalar"; LOAD;',
    '{ my %old = %INC; local *INC = { %old, "Text/Wrap.pm" => 5 }; LOAD }',
    'unshift @INC, sub { undef }; LOAD;',
    'package Tied { sub TIEHASH { bless {} } sub FETCH { "t$_[1]" }'
        . ' sub EXISTS { $_[1] =~ /Wrap/ } sub FIRSTKEY { "x" } sub NEXTKEY { }'
        . ' sub STORE { } sub DELETE { "d" } }'
        . ' { local *INC; local @INC = ("SITE"); tie %INC, "Tied"; eval { LOAD };'
        . ' untie %INC }',
);

for my $name (sort keys %looks) {
    my @lesson
        = module("Site::$name",
        "use strict; $looks{$name} sub t { \$t // 'undef' }");
    for my $state (@before) {
        my $done = $state =~ s/SITE/$lib/gr;
        my ($reloaded)
            = alike("Site::$name", $done, "print Site::$name\::t();",
            \@lesson, 'learned');
        next
            if $state ne 'LOAD;'
            || $name
            =~ /\A(?:Scalar|Alias|Glob|Handle|Stash|Eval|Name|Symbolic)\z/;
        is reloaded_of($reloaded, $lesson[0]), '',
            "a reload of Site::$name is shown";
    }
}

# One key does not count for another.
{
    my @lesson = module('Site::Key', "$looks{Key} sub t { \$t }");
    for my $state (
        '$INC{"Other.pm"} = 1; LOAD;',
        'require Text::Abbrev; LOAD;',
        'push @INC, "/nowhere"; LOAD;'
        )
    {
        my ($reloaded) = alike('Site::Key', $state, 'print Site::Key::t();',
            \@lesson, 'learned');
        is reloaded_of($reloaded, $lesson[0]), '', "$state does not matter";
    }
}

# --- what has others loaded, and is looked at half-way ----------------------

my @round = (
    module(
        'Site::Round',
        'our $x = 1; our @seen; require Site::Round::Half; our $y = 2;'
            . ' sub late { 3 } sub t { "$x$y@seen" . Site::Round::Half::t() }'
    ),
    module(
        'Site::Round::Half',
        'require Site::Round; push @Site::Round::seen, "half";'
            . ' my $t = join "", $Site::Round::x // "u", $Site::Round::y // "u",'
            . ' defined &Site::Round::late ? 1 : 0, Site::Round->can("t") ? 1 : 0;'
            . ' sub t { $t }'
    ),
);
my @sets = (
    module(
        'Site::Sets',
        'use constant A => 1; require Site::Sets::Table;'
            . ' sub t { join ",", A, sort keys %table } our %table;'
    ),
    module(
        'Site::Sets::Table',
        'our @list = (1, 2); %Site::Sets::table = map { $_ => 1 } @list;'
            . ' sub t { "@list" }'
    ),
);
my @uses = (
    module(
        'Site::Uses',
        'use Site::Used; our $v = Site::Used::make();' . ' sub t { $v }'
    ),
    module('Site::Used', 'our $n = 5; sub import { } sub make { $n++ }'),
);

my %groups = (
    'Site::Round' => [
        \@round,
        'LOAD;',
        'require Site::Round::Half; LOAD;',
        'LOAD; require Site::Round::Half; print Site::Round::Half::t();',
        'require Site::Round::Half; print Site::Round::Half::t();'
            . ' print defined &Site::Round::late ? 1 : 0; LOAD;',
        '$Site::Round::x = 7; LOAD;',
        'sub Site::Round::late { 9 } LOAD;',
        '$Site::Round::y = 7; LOAD; print $Site::Round::y;',
        '@Site::Round::seen = ("set"); LOAD;',
        '$INC{"Site/Round/Half.pm"} = 1; eval { LOAD }; sub Site::Round::Half::t'
            . ' { "faked" }',
        '$INC{"Site/Round.pm"} = 1; require Site::Round::Half;'
            . ' delete $INC{"Site/Round.pm"}; LOAD;',
        'eval { require Site::Round::Absent }; LOAD;',
        'do "SITE/Site/Round/Half.pm"; LOAD;',
    ],
    'Site::Sets' => [
        \@sets,
        'LOAD;',
        'require Site::Sets::Table; LOAD;',
        'require Site::Sets::Table; print sort keys %Site::Sets::table; LOAD;',
        '%Site::Sets::table = (mine => 1); LOAD;',
        '@Site::Sets::Table::list = (7); LOAD;',
        'require constant; LOAD;',
        'use constant B => 2; LOAD; print B;',
        'require constant; no warnings; my $o = \&constant::import;'
            . ' *constant::import = sub { print "mine"; goto &$o }; LOAD;',
        'sub constant::more { 1 } LOAD; print constant->can("more") ? 1 : 0;',
        '$constant::VERSION = 5; eval { LOAD }; print $constant::VERSION;',
        'LOAD; no warnings; *Site::Sets::A = sub { 8 }; print Site::Sets::A();',
    ],
    'Site::Uses' => [
        \@uses,
        'LOAD;',
        'require Site::Used; LOAD;',
        'require Site::Used; Site::Used::make(); LOAD;',
        'require Site::Used; no warnings; *Site::Used::make = sub { "my" };'
            . ' LOAD;',
        'require Site::Used; LOAD; no warnings; *Site::Used::make = sub { 6 };'
            . ' delete $INC{"Site/Uses.pm"}; LOAD;',
        '$Site::Used::n = 50; LOAD; print $Site::Used::n;',
        '@Site::Used::ISA = "Site::Parent"; sub Site::Parent::import { print'
            . ' "parent" } LOAD;',
        'sub UNIVERSAL::import { print "all" } LOAD;',
        'no warnings; *UNIVERSAL::can = sub { print "can"; 1 }; LOAD;',
        'no warnings; *UNIVERSAL::isa = sub { print "isa"; 1 }; LOAD;',
        'undef &UNIVERSAL::isa; LOAD; print defined &UNIVERSAL::isa ? 1 : 0;',
    ],
);
for my $name (sort keys %groups) {
    my ($lesson, @states) = $groups{$name}->@*;
    my @keys = grep { /pm\z/ && !m{\A/} } @$lesson;
    for my $lesson ($lesson, [ @$lesson[ 2, 3, 0, 1 ] ]) {
        for my $state (@states) {
            my @reloaded = alike(
                $name,
                $state =~ s/SITE/$lib/gr,
                "print $name\::t();", $lesson
            );
            next if $lesson || $state ne 'LOAD;';
            is reloaded_of($_, @keys), '', "a reload of $name is shown"
                for @reloaded;
        }
    }
}

# --- perl's own -------------------------------------------------------------

my %own = (
    'Encode' => 'print length Encode::encode("utf-8", "ab"),'
        . ' join ",", map { "$_=$Encode::Config::ExtModule{$_}" } grep { /1$/ }'
        . ' sort keys %Encode::Config::ExtModule;'
        . ' print join ",", sort(Encode->encodings(":all"));',
    'Storable' => 'print Storable::dclone([ 1, [2] ])->[1][0];'
        . ' print eval { Storable::thaw("x"); 1 } ? 1 : $@;',
    'HTML::Entities' => 'print HTML::Entities::encode("<\x{e4}>"),'
        . ' HTML::Entities::decode("&auml;");',
);
my @states = (
    'LOAD;',
    'use Encode; LOAD;',
    'use Encode qw(encode decode_utf8 :fallbacks); LOAD; print FB_CROAK;',
    'require Encode::Alias; LOAD;',
    'require Encode::Config; $Encode::Config::ExtModule{mine} = "Mine"; LOAD;',
    'require Encode::Encoding; LOAD;',
    '%Encode::ExtModule = (a1 => "b"); LOAD;',
    '$Encode::Config::ExtModule{x1} = "y"; LOAD;',
    'require Storable; $Storable::canonical = 1; LOAD; print $Storable::canonical;',
    '$Storable::canonical = 1; LOAD; print $Storable::canonical;',
    'sub Storable::logcroak { print "my croak"; die "mine\n" } LOAD;',
    '$INC{"Log/Agent.pm"} = 1; eval { LOAD }; print $@;',
    'local $SIG{__DIE__} = sub { print "handler: $_[0]" }; LOAD;',
    'use CGI::Carp qw(fatalsToBrowser); LOAD;',
    'use CGI qw(:standard); print escapeHTML("<"); LOAD;',
    'push @INC, "."; LOAD;',
    'use lib "/nowhere"; LOAD;',
    '{ local @INC = reverse @INC; LOAD }',
    '@INC = grep { !/SITE/ } @INC; LOAD;',
    '$INC{"Fcntl.pm"} = 1; eval { LOAD }; print $@;',
    '$INC{"Encode/Alias.pm"} = 1; eval { LOAD }; print $@;',
    'no warnings; require Exporter; *Exporter::import = sub { print "mine" };'
        . ' eval { LOAD }; print $@;',
    'require XSLoader; no warnings; my $o = \&XSLoader::load; *XSLoader::load ='
        . ' sub { print "load $_[0]"; goto &$o }; LOAD;',
    'require constant; no warnings; my $o = \&constant::import;'
        . ' *constant::import = sub { print "c"; goto &$o }; LOAD;',
    '$ENV{PERL_ENCODE_DEBUG} = 1; LOAD; print Encode::DEBUG();',
    'no warnings; *UNIVERSAL::isa = sub { print "isa"; 1 }; eval { LOAD };',
    'sub UNIVERSAL::log_it { 1 } LOAD;',
);
# A perl without threads does not tell enough of what a load has changed.
for my $name (sort keys %own) {
    for my $state (@states) {
        my @reloaded
            = alike($name, $state =~ s/SITE/$lib/gr, $own{$name}, undef);
        next if $state ne 'LOAD;' || !$Config{useithreads};
        is "$reloaded[1]->@*", '', "$name: perl loads nothing again";
    }
}

# --- what a load leaves -----------------------------------------------------

my %left = (
    Autoflush  => '$| = 1; 1;',
    Flusherr   => '{ my $o = select STDERR; $| = 1; select $o } 1;',
    Layer      => 'binmode STDOUT, ":utf8"; 1;',
    Open       => 'use open qw(:std :utf8); 1;',
    Fds        => '$^F = 10; 1;',
    Status     => '$? = 5; 1;',
    Data       => "while (<DATA>) { } 1;\n__DATA__\na\nb\n",
    DataClosed => "while (<DATA>) { } close DATA; 1;\n__DATA__\na\nb\n",
    DataHalf   => "my \$l = <DATA>; 1;\n__DATA__\na\nb\n",
    File       => 'open my $f, "<", __FILE__; my $l = <$f>; 1;',
    FileKept   => 'our $l; open our $f, "<", __FILE__; $l = <$f>; 1;',
    Accum      => '$^A = "x"; 1;',
    Format     => '$~ = "OTHER"; 1;',
    List       => '$" = "-"; 1;',
    Subscript  => '$; = "-"; 1;',
    Keyp       => 'keys %ENV; my ($k) = each %ENV; 1;',
    Topic      => '$_ = 5; 1;',
    Match      => '"abc" =~ /(b)/; 1;',
    Errno      => '$! = 7; 1;',
    EvalErr    => 'eval { die "x\n" }; 1;',
    Locale     => 'use locale; my $x = lc "A"; 1;',
    Debug      => '$^P = 0; 1;',
    Warn       => '$^W = 1; 1;',
    Bless      => 'bless *STDOUT{IO}, "Other"; 1;',
    Stdout     => 'open our $o, ">&=", \*STDOUT; 1;',
    Umask      => 'umask 027; 1;',
    Argv       => 'push @ARGV, 1; 1;',
    Env        => '$ENV{SITE_LEFT} = 1; 1;',
    EnvLocal   => '{ local $ENV{PATH} = 1; } 1;',
    Zero       => '$0 = "other"; 1;',
    Time       => '$^T = 5; 1;',
    Sub        => 'sub main::left_sub { 1 } 1;',
    Var        => '$main::left_var = 1; 1;',
    Univ       => 'sub UNIVERSAL::left { 1 } 1;',
    Core       => 'BEGIN { *CORE::GLOBAL::hex = sub { 5 } } 1;',
    Inc        => '$INC{"Left/Fake.pm"} = __FILE__; 1;',
    IncNumber  => '$INC{"Left/Fake.pm"} = 1; 1;',
    IncGone    => 'delete $INC{"strict.pm"}; 1;',
    IncChanged => '$INC{"strict.pm"} = "changed"; 1;',
    IncList    => 'push @INC, "/left"; 1;',
    End        => 'END { print "end $.\n" } 1;',
    Random     => 'srand 5; 1;',
    Sig        => '$SIG{USR1} = "IGNORE"; 1;',
    Alarm      => 'alarm 50; 1;',
    Input      => '$/ = ","; 1;',
    Unicode    => '${^UTF8LOCALE} = 1; 1;',
    Pos        => 'our $p = "aab"; $p =~ /a/g; 1;',
    Study      => 'our @l = sort { $a <=> $b } 3, 1; 1;',
    AB         => '($a, $b) = (1, 2); 1;',
    ABmain     => '($main::a, $main::b) = (1, 2); 1;',
    Reset      => 'our $r = 5; reset "r"; 1;',
    Stash      => '$Other::Package::x = 5; 1;',
    Isa        => 'push @Other::Class::ISA, "Site::Isa"; sub o { 1 } 1;',
    Tie        =>
        'tie our %h, "Site::Tie"; sub TIEHASH { bless {} } sub FETCH { 5 } 1;',
    Overload => 'use overload q("") => sub { "o" }; our $o = bless []; 1;',
    Vec      => 'our $v = v1.2.3; 1;',
    Value    => '"a value";',
    List2    => '(1, 2, 3);',
    Undef    => 'our $u; undef $u; 1;',
    Hints    => 'BEGIN { $^H{site} = 1; $^H |= 0x2 } 1;',
    Feature  => 'use feature "say"; 1;',
    Hint2    => 'sub import { $^H{site} = 5 } 1;',
    Fmt      => "format LEFT =\n@<<\n\$x\n.\n1;",
    Atexit   => 'our $obj = bless []; sub DESTROY { print "destroyed\n" } 1;',
    Lock     => 'Internals::SvREADONLY(our $ro = 1, 1); 1;',
    Weak     =>
        'use Scalar::Util "weaken"; our $s = [1]; our $w = $s; weaken $w; 1;',
    Opened    => 'our @s = stat "/"; 1;',
    StatCache => '-e "/"; 1;',
    Stat2     => '-d "/nonexistent"; 1;',
    Warns     => 'warn "w\n"; 1;',
    Deprec    => 'my $x = undef; my $y = "a" . ($x // ""); 1;',
    Prints    => 'print "p"; 1;',
    Sysw      => 'syswrite STDOUT, "x"; 1;',
    Debugger  => 'sub DB::sub; 1;',
    Mro       => 'use mro "c3"; our @ISA; 1;',
    Attr      => 'sub MODIFY_CODE_ATTRIBUTES { () } sub x : Foo { 1 } 1;',
    Utf       => 'use utf8; our $u = "ä"; 1;',
    Regexp    => 'our $re = qr/(a)(?{ 1 })/; "a" =~ $re; 1;',
    Glob      => 'our @g = glob("/et*"); 1;',
    Sprintf   => 'our $x = sprintf "%vd", "1.2"; 1;',
    Dir       => 'opendir our $d, "/"; 1;',
);
my $look = <<'END';
{ no strict; no warnings;
print join("|", map { $_ // "u" } "$|", do { my $o = select STDERR; my $x = $|; select $o; $x }, join(",", PerlIO::get_layers(STDOUT)),
 $^F, $?, $., $^A, $~, $", $;, $_, $1, $!+0, $@, $^P, $^W, ref *STDOUT{IO}, umask, "@ARGV", $ENV{SITE_LEFT}, $0, defined &left_sub, $left_var,
 main->can("left"), eval('hex "10"'), $INC{"Left/Fake.pm"}, join(",",@INC), $INC{"strict.pm"}, $SIG{USR1}, $/, $a, $b, $Other::Package::x, "@Other::Class::ISA", ${^GLOBAL_PHASE}, -e _, (stat _)[1], alarm(0) ? 1 : 0), "\n";
eval { die "here" }; print $@; print eval { warn "there"; 1 };
{ local $. = $.; print eof() ? 1 : 0; }
my $n = 0; $n++ while each %INC; print $n == keys %INC ? "all" : "part", "\n";
print tell, "\n"; }
END

for my $name (sort keys %left) {
    my @lesson = module("Site::$name", $left{$name});
    ahead_alike(
        "use lib '$lib'; use strict; my \$q = \$ENV{X};"
            . " open my \$in, '<', \$0; my \$line = <\$in>;\n"
            . "print require Site::$name;\n$look print qq(end\\n);",
        "leaves: $name",
        lesson => \@lesson,
        when   => ['learned']
    );
}

done_testing;
