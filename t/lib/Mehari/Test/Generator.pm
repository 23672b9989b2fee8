package Mehari::Test::Generator;

# Small Perl programs made by chance out of everything that keeps state. Their
# output depends on nothing else: no order of hashes, no addresses.

use Mehari::Perl;
use Exporter qw(import);
use Mehari::Test::Generator::Hard;

our @EXPORT = qw(generate);

our $depth;
my ($number, @subs, @functions);

# Makes a script, always the same for a seed; $library is the path of a file that
# the script may require. With { hard } the script does more to its process and its
# memory. Returns { text }, { library_text }, the text of that file, and { deadly },
# which is true if the script may be ended by something else than itself.
sub generate ($seed, $library, %option) {
    srand $seed;
    ($depth, $number) = (0, 0);
    @subs      = map { "s$_" } 0 .. 2 + int rand 3;
    @functions = ();
    my @parts = (
        pick('', 'use warnings;', 'use strict; use warnings;'),
        'use PerlIO::scalar; no strict "refs"; no warnings qw(closure once);',
        "our (\$g0, \$g1, \@ga, \%gh, \@subs, \@objects, \$zero, \$live, \$tied, \@alias, \$alias, \$weak, \$calls);",
        declarations(),
        definitions($library),
        statements(6 + int rand 10),
        ending(),
    );
    if ($option{hard}) {
        splice @parts, 5 + rand(@parts - 5), 0, hard_act() for 0 .. rand 4;
    }
    my $deadly = $option{hard} && is_deadly("@parts");
    return {
        deadly       => $deadly,
        text         => join("\n", @parts) . "\n" . data(),
        library_text => library(),
    };
}

sub pick       (@list) { return $list[ rand @list ] }
sub chance     ($of)   { return rand() < 1 / $of }
sub fresh_name ($stem) { return $stem . $number++ }

# ---- names and values ----------------------------------------------------

sub scalar_name () { return pick('$l0', '$l1', '$l2', '$g0', '$g1', '$P::v') }
sub global_name () { return pick('$g0', '$g1', '$P::v', '$main::late') }
sub array_name ()  { return pick('@a0', '@a1', '@ga',   '@P::list') }
sub hash_name ()   { return pick('%h0', '%gh', '%P::map') }

sub element ($name) {
    my ($sigil, $rest) = $name =~ /(.)(.*)/s;
    return $sigil eq '@'
        ? "\$$rest\[" . int(rand 4) . ']'
        : "\$$rest\{" . pick('a' .. 'd') . '}';
}

sub place () {
    return pick(
        scalar_name(), scalar_name(),
        element(array_name()),
        element(hash_name())
    );
}

sub value () {
    my $x = scalar_name();
    return pick(
        int(rand 9),
        qq("t$number"),
        "($x // 'u')",
        'scalar(' . array_name() . ')',
        "length($x // '')",
        "'" . 'x' x rand(5) . "'",
        "join('', " . array_name() . ')',
        'scalar(keys ' . hash_name() . ')',
        "($x // '') . '" . pick('a' .. 'e') . "'",
    );
}

sub call () {
    return '1' if $depth > 2;
    my $name = pick(@subs);
    return "$name(" . int(rand 3) . ')';
}

# ---- showing -------------------------------------------------------------

# Shows the kind of a reference, and not its address, which differs from perl to
# perl.
my $safe        = q(map { ref || ($_ // 'undef') });
my $show_scalar = sub ($name) { qq("$number:", $safe $name) };
my $show_array  = sub ($name) { qq("$number:", scalar($name), $safe $name) };
my $show_hash   = sub ($name) {
    my $of = $name =~ s/\A%/\$/r;
    return qq("$number:", map { "\$_=" . (ref $of\{\$_} || $of\{\$_} // 'u') }
        sort keys $name);
};

sub show () {
    $number++;
    my $what = pick(
        $show_scalar->(scalar_name()), $show_scalar->(place()),
        $show_array->(array_name()),   $show_hash->(hash_name()),
        $show_scalar->(call()),
    );
    return "print STDOUT join('|', $what), \"\\n\";";
}

# ---- declarations --------------------------------------------------------

sub declarations () {
    my @list = ('$zero = 0;');
    for my $name ('$l0', '$l1', '$l2') {
        push @list,
            chance(2) ? "my $name = " . int(rand 9) . ';' : "my $name;";
    }
    push @list, 'my (@a0, @a1, %h0);' if chance(2);
    push @list, 'my @a0 = (1, 2); my @a1; my %h0 = (a => 1);'
        if "@list" !~ /a0/;
    push @list,
        'BEGIN { $l0 = "begin"; push @a0, 7; $h0{d} = [1]; $h0{d} = 4 }'
        if chance(3);
    push @list, 'BEGIN { $g0 = 5; @ga = (1, 2, 3); %gh = (a => 1, b => 2) }'
        if chance(3);
    push @list,
        'BEGIN { $P::v = \"text"; $P::v = "pv"; push @P::list, \@ga, 2;'
        . ' shift @P::list }'
        if chance(4);
    push @list,
        'BEGIN { my $n = 0; *next_id = sub { return $l0 . $n++ } }'
        . 'print STDOUT next_id(), next_id(), "\n";'
        if chance(3);
    push @list,
        'BEGIN { $g1 = "begun"; $g1 =~ /g/g; '
        . 'open FH, "<", $0; $| = 1; $ENV{FUZZ} = "b" }'
        if chance(6);
    push @list,
        'BEGIN { $SIG{__WARN__} = sub { print STDOUT "begun $_[0]" } }'
        if chance(6);
    push @list,
        'use constant LIST => [1, 2]; push @{ +LIST }, 3;'
        . 'print STDOUT "list @{ +LIST }\n";'
        if chance(5);
    push @list, classes();
    push @list, 'use utf8;' if chance(9);
    return @list;
}

sub classes () {
    my $loud
        = chance(2)
        ? 'print STDOUT "gone $_[0]{n}\n" if ${^GLOBAL_PHASE} eq "RUN";'
        : '';
    return
          'sub Obj::new { $live++; return bless { n => $_[1] }, $_[0] }'
        . "sub Obj::DESTROY { $loud \$live--; "
        . 'print STDOUT "all gone\n" if !$live }'
        . 'sub Obj::n { return $_[0]{n}++ } sub Tied::TIESCALAR { bless [] }'
        . 'sub TiedArray::TIEARRAY { bless [] } sub TiedArray::FETCH { 7 }'
        . 'sub TiedArray::FETCHSIZE { 2 } sub TiedArray::STORE { }'
        . 'sub TiedArray::STORESIZE { } sub TiedArray::EXTEND { }'
        . 'sub TiedArray::PUSH { } sub TiedArray::CLEAR { }'
        . 'sub TiedArray::SHIFT { 1 } sub TiedArray::POP { 2 }'
        . 'sub TiedArray::SPLICE { 3 } sub TiedArray::DELETE { 4 }'
        . 'sub TiedArray::EXISTS { 1 }'
        . 'sub Tied::FETCH { return "f" . $_[0][0]++ } sub Tied::STORE { }';
}

sub definitions ($library) {
    my @list = map { definition($_) } @subs;
    push @list, "require '$library';"            if chance(4);
    push @list, "BEGIN { require '$library' }"   if chance(6);
    push @list, 'print STDOUT lib_next(), "\n";' if "@list" =~ /require/;
    push @list, 'format STDOUT =' . "\n@<<< @>>>\n\$l0, \$g0\n.\nwrite;"
        if chance(8);
    return @list;
}

sub definition ($name) {
    local $depth = $depth + 1;
    my @body = ('my ($n) = @_;');
    push @body, 'our $deep; local $deep = ($deep // 0) + 1;'
        . 'return 0 if $deep > 3;';
    push @body,
        'use feature "state"; state $count = 10; $count++;'
        . 'state @seen; push @seen, $n; $g1 = "$count@seen";'
        if chance(3);
    push @body, 'my $static if $zero; no warnings; $static++; $l1 = $static;'
        if chance(6);
    push @body, statements(1 + int rand 3);
    push @body,
          'sub inner'
        . $name
        . ' { return $l0 . ($n // "") }'
        . "\$l2 = inner$name();"
        if chance(4);
    push @body, 'my sub lexical { return $l1 . $n . $_[0] } $g0 = lexical(1);'
        if chance(5);
    push @body,
        pick(
        'return $l0;',
        'return $n;',
        "return \$l1 . 'r';",
        'return @_;',
        '$n',
        'wantarray ? 1 : 0'
        );
    return "sub $name {\n" . join("\n", @body) . "\n}";
}

# ---- statements ----------------------------------------------------------

sub statements ($count) {
    return
        map { chance(2) ? (statement(), show()) : statement() } 1 .. $count;
}

sub block () {
    local $depth = $depth + 1;
    return
        '{ '
        . join(' ', $depth > 3 ? show() : statements(1 + int rand 2)) . ' }';
}

my @simple = (
    sub { place() . ' = ' . value() . ';' },
    sub { place() . ' .= ' . value() . ';' },
    sub { '{ no warnings; ' . place() . '++; }' },
    sub { 'push ' . array_name() . ', ' . value() . ';' },
    sub { pick('shift ', 'pop ') . array_name() . ';' },
    sub { 'delete ' . element(hash_name()) . ';' },
    sub { array_name() . ' = (' . value() . ', ' . value() . ');' },
    sub { hash_name() . ' = (a => ' . value() . ');' },
    sub { 'undef ' . pick(scalar_name(), array_name(), hash_name()) . ';' },
    sub { 'local ' . global_name() . ' = ' . value() . ';' },
    sub { 'local $gh{' . pick('a' .. 'd') . '} = ' . value() . ';' },
    sub { call() . ';' },
    # The result is not assigned at once: perl frees what is on its stack when
    # a call empties it.
    sub { '{ my $got = ' . call() . '; ' . place() . ' = $got; }' },
    \&show,
    \&show,
);

my @stateful = (
    sub { 'push @subs, sub { ' . statement() . ' return $l0 };' },
    sub { '{ my $own = 1; push @subs, sub { return $own++ . ($l1 // "") } }' }
    ,
    # A statement may call the sub that it is in. Endless recursion is seen in
    # perl's warning about it, which a closed STDERR swallows.
    sub {
        'if (($calls // 0) < 3) { local $calls = ($calls // 0) + 1;'
            . ' print STDOUT map { (ref || ($_ // "u")) . "\n" }'
            . ' map { scalar $_->() } splice @{[ @subs ]}, 0, 2; }';
    },
    sub { "eval '" . quoted(show()) . "';" },
    sub {
        "eval '"
            . quoted('$l0 .= "e"; sub ' . dynamic() . ' { $l0 . "d" }')
            . "';";
    },
    sub {
        @functions
            ? 'print STDOUT ' . pick(@functions) . '(), "\n";'
            : show();
    },
    sub {
        'eval '
            . block()
            . '; print STDOUT "error ", ref $@ || $@, "\n" if $@;';
    },
    sub { 'eval { die "inside\n" }; print STDOUT "got $@";' },
    sub { 'eval { die { code => 5 } }; print STDOUT "code $@->{code}\n";' },
    sub { 'if (' . value() . ') ' . block() . ' else ' . block() },
    sub { 'for my $i (1 .. 2) ' . block() },
    sub { 'for (' . array_name() . ') { $_ .= "f"; last if length($_) > 9 }' }
    ,
    sub { '*' . pick(@subs) . ' = sub { return "replaced" . ($l1 // "") };' },
    sub {
        '*alias = \\' . pick(array_name(), scalar_name(), hash_name()) . ';';
    },
    sub { 'push @alias, 1; $alias .= "a"; print STDOUT "@alias $alias\n";' },
    sub { 'push @objects, Obj->new(' . value() . ');' },
    sub { '{ my $o = Obj->new("scoped"); print STDOUT $o->n, "\n"; }' },
    sub { place() . ' = Obj->new("in place") ? 1 : 0;' },
    sub { '$P::object = { deep => [ Obj->new("deep") ] };' },
    sub { 'bless \\' . pick('%gh', '@ga') . ', "Plain";' },
    sub {
        'print STDOUT ref(\\' . pick('%gh', '@ga', '$g0', '%h0') . '), "\n";';
    },
    sub {
        'tie '
            . pick('$tied', '$l2')
            . ', "Tied"; print STDOUT "tied $tied\n";';
    },
    sub { 'print STDOUT tied($tied) ? "tie" : "no tie", "\n";' },
    sub {
        pick(
            '$, = "-";',
            '$\\ = "!\n";',
            '$" = ":";',
            '$; = "x";',
            '$| = 1;',
            '$/ = undef;'
        );
    },
    sub { 'print STDOUT 1, 2; print STDOUT "@ga\n";' },
    sub { '$SIG{__WARN__} = sub { print STDOUT "warned $_[0]" };' },
    sub {
        '$SIG{__DIE__} = sub { print STDOUT "dying ", ref $_[0] || $_[0] };';
    },
    sub { 'warn "warning ' . $number++ . '\n";' },
    sub { 'warn "here";' },
    sub {
        '"abc" =~ /('
            . pick('a' .. 'd')
            . ')/ and print STDOUT "match $1\n";';
    },
    sub { 'print STDOUT defined $1 ? "cap $1\n" : "no cap\n";' },
    sub {
        'for my $p ("a", "b") { print STDOUT "abc" =~ /($p)/o ? "$1\n" : "none\n" }';
    },
    sub { 'for (1 .. 2) { print STDOUT "once\n" if "x" =~ m?x? }' },
    sub { '$g0 = "aXbX"; $g0 =~ /X/g; print STDOUT pos($g0), "\n";' },
    sub { 'print STDOUT defined pos($g0) ? "pos\n" : "no pos\n";' },
    sub { 'each %gh; keys %h0; print STDOUT scalar(keys %gh), "\n";' },
    sub {
        'my $c'
            . $number
            . ' = 0; $c'
            . $number
            . '++ while each %gh; print STDOUT $c'
            . $number++
            . ', "\n";';
    },
    sub {
        'open FH, "<", $0; my $first'
            . $number++
            . ' = <FH>; print STDOUT "line $.\n";';
    },
    sub { 'print STDOUT defined fileno(FH) ? "open\n" : "closed\n";' },
    sub { 'print STDOUT scalar(<FH>) // "eof\n";' },
    sub {
        'open my $fh'
            . $number
            . ', "<", $0; push @ga, $fh'
            . $number++
            . ' ? "fh" : "";';
    },
    sub { 'print STDOUT "data ", scalar(<DATA>) // "none\n";' },
    sub {
        'print STDOUT defined &'
            . pick(@subs, 'dyn', 'lib_next')
            . ' ? "def\n" : "undef\n";';
    },
    sub {
        'print STDOUT exists $main::{'
            . pick('late', 'dyn', 'alias', 'FH')
            . '} ? "sym\n" : "no sym\n";';
    },
    sub {
        '${"sym" . '
            . int(rand 3)
            . '} .= "s"; print STDOUT ${"sym1"} // "u", "\n";';
    },
    sub {
        'push @P::ISA, "Obj"; print STDOUT P->can("n") ? "can\n" : "cannot\n";';
    },
    sub { 'print STDOUT P->can("n") ? "can\n" : "cannot\n";' },
    sub {
        'eval q{package Dyn; our $v++; sub m { $v } print STDOUT Dyn->m, "\n"};';
    },
    sub {
        'my @sorted'
            . $number
            . ' = sort { $b cmp $a } map { $_ // "" } @ga; print STDOUT "@sorted'
            . $number++ . '\n";';
    },
    sub {
        'print STDOUT join(",", map { $_ == 2 .. $_ == 3 ? "in" : "out" } 1 .. 4), "\n";';
    },
    sub {
        'print STDOUT(($g0 // "") eq "5" .. ($l0 // "") eq "x" ? "flip\n" : "flop\n");';
    },
    sub { 'srand 3; print STDOUT int(rand 100), "\n";' },
    sub { 'select STDERR; select STDOUT;' },
    sub { 'select STDERR;' },
    sub { 'local $_ = "topic"; print STDOUT "$_\n";' },
    sub { '$_ = "left";' },
    sub { 'print STDOUT $_ // "no topic", "\n";' },
    sub { 'umask 0; chdir "/"; print STDOUT -e "etc" ? "root\n" : "home\n";' }
    ,
    sub { 'printf STDOUT "%o %s\n", umask, -e "etc" ? "root" : "home";' },
    sub {
        'push @INC, "x"; print STDOUT scalar(grep { $_ eq "x" } @INC), "\n";';
    },
    sub { 'push @ARGV, "w"; print STDOUT "@ARGV\n";' },
    sub {
        'my @c'
            . $number
            . ' = caller; print STDOUT scalar(@c'
            . $number++
            . '), "\n";';
    },
    sub {
        'END { print STDOUT "end ", $l0 // "u", $? ? " failed\n" : " fine\n"; $g0 = "ended" }';
    },
    sub { 'eval q{END { print STDOUT "late end\n" }};' },
    sub {
        '@{ $gh{list} = [] } = (1, 2); push @{ $gh{list} }, 3; $gh{list} = "@{ $gh{list} }";';
    },
    sub { '$P::tree{a}{b}{c}++; print STDOUT $P::tree{a}{b}{c}, "\n";' },
    sub {
        'use feature "state"; for (1 .. 2) { state $s = 4; print STDOUT $s++, "\n" }';
    },
    sub { 'undef &' . pick(@subs) . ';' },
    sub { 'delete $main::{' . pick('g1', 'late', 'ga') . '};' },
    sub {
        '$! = 0; require Text::ParseWords; $! = 0; print STDOUT join("+", Text::ParseWords::shellwords("a b")), "\n";';
    },
    sub {
        'require Text::Tabs; $! = 0; Text::Tabs->import; print STDOUT $Text::Tabs::tabstop, "\n"; $Text::Tabs::tabstop = 3;';
    },
    sub { 'print STDOUT defined &main::expand ? "expand\n" : "none\n";' },
    sub { 'close STDERR;' },
    sub { 'open STDERR, ">&", STDOUT;' },
    sub { 'binmode STDOUT, ":utf8"; print STDOUT chr(228), "\n";' },
    sub { 'print STDOUT chr(228), "\n";' },
    sub { 'substr(' . scalar_name() . ' //= "abc", 0, 1) = "S";' },
    sub { 'vec(' . scalar_name() . ' = "", 1, 8) = 65;' },
    sub { 'splice @ga, 0, 1, "spliced", 2; print STDOUT "@ga\n";' },
    sub {
        'delete local $gh{a}; print STDOUT join(",", sort keys %gh), "\n";';
    },
    sub { '@gh{qw(a b)} = @ga[0, 1]; my ($f' . $number++ . ') = %gh;' },
    sub {
        my $mem = '$mem' . $number++;
        "open my $mem, '>>', \\\$g0; print {$mem} 'm'; close $mem; \$! = 0;";
    },
    sub {
        'open MEM, "<", \"l1\nl2\n"; $! = 0; print STDOUT scalar(<MEM>), $.;';
    },
    sub { 'print STDOUT defined $. ? "line\n" : "no line\n";' },
    sub { 'tie @ga, "TiedArray"; push @ga, 1; print STDOUT "@ga\n";' },
    sub { 'untie @ga; print STDOUT tied(@ga) ? "tied\n" : "untied\n";' },
    sub {
        'use Scalar::Util (); Scalar::Util::weaken($weak = $P::strong //= [1]);'
            . 'print STDOUT ref $weak || "weak gone", "\n";';
    },
    sub { 'undef $P::strong; print STDOUT defined $weak ? 1 : 0, "\n";' },
    sub {
        'sub by_number { ($a // 0) <=> ($b // 0) } '
            . 'print STDOUT join(",", sort by_number 3, 1, 2), "\n";';
    },
    sub { 'print STDOUT defined $main::a ? "a\n" : "no a\n";' },
    sub {
        'sub jump { goto &'
            . pick(@subs)
            . ' } print STDOUT ref jump(1), "\n";';
    },
    sub {
        'use feature "current_sub"; print STDOUT sub { $_[0] ? $_[0] + '
            . '__SUB__->($_[0] - 1) : $zero }->(4), "\n";';
    },
    sub { '$SIG{ALRM} = sub { }; alarm 100;' },
    sub { 'print STDOUT alarm(0) > 0 ? "armed\n" : "free\n";' },
    sub { '$SIG{' . pick('INT', 'USR1', 'HUP') . '} = "IGNORE";' },
    sub {
        'print STDOUT join(",", grep { defined $SIG{$_} } sort keys %SIG), '
            . 'scalar(keys %SIG), "\n"; $! = 0;';
    },
    sub { '$ENV{FUZZ} .= "e" if !exists $ENV{OTHER};' },
    sub { '*CORE::GLOBAL::hex = sub { "hexed" };' },
    sub { 'print STDOUT eval q{hex "10"}, "\n";' },
    sub { '$^A = "left"; formline "@<<", 1; print STDOUT "$^A\n";' },
    sub { '$0 = "renamed"; print STDOUT "$0\n";' },
    sub { 'print STDOUT $0 =~ /renamed/ ? "renamed\n" : "named\n";' },
    sub { '$^W = 1; print STDOUT $^W, "\n";' },
    sub { 'seek DATA, 0, 0; print STDOUT length scalar <DATA>, "\n";' },
    sub { 'close DATA; close STDIN;' },
    sub { 'print STDOUT tell(DATA) > 0 ? "open\n" : "not open\n";' },
    sub { 'opendir DIR, "/"; readdir DIR; print STDOUT telldir DIR ? 1 : 0;' }
    ,
    sub { 'local *' . pick(@subs) . ' = sub { "localized" };' },
    sub { 'no warnings; eval q{sub ' . pick(@subs) . ' { "again" }};' },
    sub { '*{"P::made"} = sub { $l1 }; print STDOUT P->made // "u", "\n";' },
    sub { '@P::ISA = (); print STDOUT P->can("n") ? "can\n" : "cannot\n";' },
    sub { 'undef *' . pick('P::map', 'P::list') . ';' },
    sub { 'reset "g"; print STDOUT $g0 // "reset", "\n";' },
    sub { 'lc($l0 // "") eq "x" and last for 1; study $g0;' },
    sub { 'my $lv = \substr($g0 = "lvalue", 1, 2); $$lv = "X"; $g1 = $g0;' },
    sub { 'push @{ $P::deep{x}{y} }, { k => [ @ga ] };' },
    sub { 'print STDOUT scalar @{ $P::deep{x}{y} || [] }, "\n";' },
    sub {
        'Internals::SvREADONLY($g1, 1); eval { $g1 = 5 }; '
            . 'print STDOUT $@ ? "read-only\n" : "written\n"; '
            . 'Internals::SvREADONLY($g1, 0);';
    },
    sub {
        'use POSIX (); POSIX::sigprocmask(POSIX::SIG_BLOCK(), '
            . 'POSIX::SigSet->new(POSIX::SIGUSR2()));';
    },
    sub {
        'use POSIX (); my $m = POSIX::SigSet->new; POSIX::sigprocmask('
            . 'POSIX::SIG_BLOCK(), POSIX::SigSet->new, $m); '
            . 'print STDOUT $m->ismember(POSIX::SIGUSR2()), "\n";';
    },
    sub {
        my $pid = '$pid' . $number++;
        "my $pid = fork; exit 3 if !$pid; waitpid $pid, 0;"
            . ' print STDOUT $? >> 8, "\n";';
    },
);

my @ends = (
    sub { 'exit ' . int(rand 5) . ';' },
    sub { 'die "fatal\n";' },
    sub { 'die ref $l0 || $l0;' },
    sub { 'eval { exit 2 }; print STDOUT "never\n";' },
    sub { pick(@subs) . '(7); ' . 'exit 1;' },
);

sub statement () {
    my $from = chance(2) && $depth < 3 ? \@stateful : \@simple;
    return pick(@ends)->() if chance(60);
    return pick(@$from)->();
}

sub dynamic () {
    my $name = fresh_name('dyn');
    push @functions, $name;
    return $name;
}

sub quoted ($text) { return $text =~ s/([\\'])/\\$1/gr }

# ---- the end -------------------------------------------------------------

sub ending () {
    return (
        show(),
        show(),
        show(),
        'print STDOUT map { (ref || ($_ // "u")) . "\n" }'
            . ' map { scalar $_->() } @subs;',
        'print STDOUT "live ", $live // 0, "\n";',
        chance(4) ? pick(@ends)->() : (),
    );
}

sub library () {
    return <<'EOF_LIBRARY';
package Library;
our $loaded++;
my $n = 0;
my %kept = (a => 1);
our @list = (1, 2);
sub main::lib_next { push @list, ++$n; $kept{$n}++; return "$loaded $n @list " . keys %kept }
$main::g0 .= 'lib';
1;
EOF_LIBRARY
}

sub data () { return "__DATA__\none\ntwo\nthree\n" }

1;
