# A site's files that were compiled ahead: a script cannot tell. Each script is
# run with its files compiled ahead and without, and must print the same. perl
# reads the files in which a difference could be seen. { kept } says whether a
# file was compiled ahead, { used } whether the compiled file was run.

use Mehari::Test;
use Config;
use File::Path qw(make_path);
use Mehari::Test::Ahead;
use Mehari::Test::Hidden;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $dir = probe_directory();
make_path("$dir/one", "$dir/two");

# Variables that the script shares with the file. FILE stands for the file's
# path.
my $head = <<'END';
use vars qw(%table @list $name $other);
sub state {
    print join ' | ', "@list", (map { "$_=$table{$_}" } sort keys %table),
        map { $_ // 'undef' } $name, $other;
    print "\n";
}
END

my $data = <<'END';
# A table.
@list = ('x', "y\n", qw(z), 1.5, undef);
%table = (one => 1, 'two', "2", three => 'the third');
$name = "name";
$other = "$name/other";
'returned';
END

# The lines with which scripts use the table.
my $load = 'print require "FILE"; print " $! [$@]\n"; state();';

# Scripts that load the table: a list has [name, script] rows, for which the
# file is alike compiled ahead or not.
my %of_table = (
    used => [
        [ 'a table', $load ],
        [ 'twice',   "$load; $load" ],
        [
            'again, after delete',
            "$load \@list = (); %table = (); delete \$INC{'FILE'}; $load"
        ],
        [ '%INC', "$load; print map { \"\$_=\$INC{\$_}\\n\" } 'FILE';" ],
        [
            'in a function',
            'sub f { my @x = (1, require "FILE", 2); print "@x\n" } f(3); state();'
        ],
        [ 'in an eval',     "print eval { $load; 5 };" ],
        [ 'in eval STRING', "print eval q{ $load; 5 };" ],
        [
            'with names',
            'print "@{[ sort grep { !/::\z/ } keys %main:: ]}";' . $load
        ],
        [ 'with $_', "\$_ = 5; $load; print \$_;" ],
        [ 'with $!', "\$! = 17; $load; print \$!+0;" ],
        [ 'with $@', "eval { die 5 }; $load; print \$@;" ],
        [ 'with $1', "'ab' =~ /(b)/; $load; print \$1;" ],
        [ 'with $/', "local \$/; local \$, = '-'; $load;" ],
        [
            'with handlers',
            "\$SIG{__WARN__} = sub { print 'warned' }; \$SIG{__DIE__} ="
                . " sub { print 'died' }; $load"
        ],
        [ 'with sub x',   "sub one { 7 } sub qw { 5 } $load" ],
        [ 'with a value', "\$name = 'before'; $load" ],
        [ 'an alias',     "*name = \\my \$mine; $load; print \$mine" ],
        [ 'another glob', "*list = *other; $load; print *list" ],
        [ 'local',        "{ local \$name = 1; $load } state();" ],
        [
            'read-only',
            'Internals::SvREADONLY($name, 1); eval { require "FILE" }; print $@,'
                . ' exists $INC{"FILE"} ? "there $INC{q(FILE)}" : "not there";'
        ],
        [
            'keyword',
            'require feature; local $^H{feature_say} = 1; ' . $load
        ],
        [ 'symbols', "BEGIN { SHOW } show(); $load show();" ],
        [
            'in sort',
            'print sort { require "FILE"; $a <=> $b } 2, 1; state();'
        ],
        [ 'with elements', "\@list = (1, 2, 3); $load" ],
        [ 'with keys',     "%table = (four => 4); $load" ],
        [
            'with an object',
            'sub O::DESTROY { print "gone in ", join(" ", (caller 1)[3, 1]), "\n" }'
                . " \$name = bless [], 'O'; $load"
        ],
        [
            'tied',
            'sub T::TIESCALAR { bless [] } sub T::STORE { print "set $_[1]\n" }'
                . ' sub T::FETCH { "fetched" } tie $name, "T";'
                . $load
        ],
        [
            'tied hash',
            'require Tie::Hash; tie %table, "Tie::StdHash";' . $load
        ],
    ],
    kept => [
        [ 'not asked for', 'state();' ],
        [ 'do',            'print do "FILE"; state();' ],
        [
            'in a tie',
            'sub T::FETCH { require "FILE" } tie my $t, "T"; sub T::TIESCALAR {'
                . ' bless [] } print "$t\n"; state();'
        ],
        [ 'in another package', "package Other; $load" ],
        [ 'with -w',            "\$^W = 1; $load" ],
        [
            'deleted names',
            "delete \$main::{list}; $load; print scalar \@{\"list\"}"
        ],
        [
            '%INC is tied',
            'require Tie::Hash; tie %INC, "Tie::StdHash";' . $load
        ],
        [
            'a hook in @INC',
            "unshift \@INC, sub { print \"asked for \$_[1]\\n\"; () };"
                . ' print require "one.data" if 0;'
                . $load
        ],
    ],
);

# Other files. name, the file, the script ($load).
my %of_file = (
    merged => [
        [
            'a name made meanwhile',
            '@new = (5); 1;',
            '${"new"} = 1; require "FILE"; print ${"new"}, @{"new"};'
        ],
    ],
    kept => [ [ 'use utf8', "use utf8; \$name = '\xc3\xa4'; 1;" ], ],
    used => [
        [ 'BEGIN',        'BEGIN { print "at the load\n" } 1;' ],
        [ 'false',        '$name = 1; 0;' ],
        [ 'no statement', '' ],
        [ 'empty list',   '@list = ();' ],
        [ 'odd',          '%table = (1, 2, 3); 1;' ],
        [
            'odd, warned of',
            '%table = (1, 2, 3); 1;',
            "BEGIN { \$^W = 1; \$SIG{__WARN__} = sub { print \"(\@_)\" } } $load"
        ],
        [
            'declared names',
            'package Mine; use Fcntl; sub f { defined &O_DEFER } 1;',
            "use Fcntl qw(:flock); $load print eval { Fcntl::O_DEFER() } // \$@;"
        ],
        [ 'END',           "\$name = 1;\n1;\n__END__\nmore text\n" ],
        [ 'POD',           "\$name = 1;\n\n=pod\n\nx\n\n=cut\n\n1;\n" ],
        [ 'CRLF',          "\$name = 'a\r\nb';\r\n1;\r\n" ],
        [ 'BOM',           "\xef\xbb\xbf\$name = 'a\xc3\xa4';\n1;\n" ],
        [ 'here document', "\$name = <<'X';\ntext\nX\n1;\n" ],
        [ '__FILE__',      '$name = __FILE__; $other = __LINE__; 1;' ],
        [ '#line',         "#line 7 \"other\"\n\$name = __FILE__;\n1;" ],
        [
            'nested',
            '%table = (a => [1, { b => 2 }]); 1;',
            'require "FILE"; print $table{a}[1]{b}'
        ],
        [
            'a choice',
            '@list = (1, $name eq "b" ? "x" : "y", $name ne "" ? 2 : 3);',
            "\$name = 'b'; $load"
        ],
        [
            'reference',
            '$name = \@list; @list = (1, 2); 1;',
            'require "FILE"; print @$name'
        ],
        [
            'a new name',
            '$new = 5; 1;',
            'BEGIN { SHOW } show(); require "FILE";'
                . ' print ${"new"}; show();'
        ],
        [
            'a new name in eval',
            '@new = (5); 1;',
            'require "FILE"; print eval q{"@new $new"};'
        ],
        [
            'a new name listed',
            '@new = (5); $more = 7; 1;',
            'print grep { /^(?:new|more)$/ } sort keys %main::; require "FILE";'
                . ' print grep { /^(?:new|more)$/ } sort keys %main::;'
                . ' delete $main::{new}; print @{"new"}; '
        ],
        [
            'a new name twice',
            '@new = (1, 2); @list = @new; 1;',
            'require "FILE"; print "@list"; push @list, 5; print "@{q(new)}"'
        ],
        [
            'a new kind',
            '%name = (1, 2); 1;',
            'BEGIN { SHOW } show();'
                . ' print *{"name"}{HASH} ? 1 : 0; require "FILE"; print %{"name"};'
        ],
        [ '$_',   '$_ = "set"; 1;',    "$load; print \$_" ],
        [ '@INC', '@INC = ("/x"); 1;', 'require "FILE"; print @INC;' ],
        [ 'interpolated', '$name = "me@example"; 1;' ],
        [ 'words',        '$name = word; 1;', "sub word { 'called' } $load" ],
        [ 'a constant',   '$name = PI; 1;',   "use constant PI => 3; $load" ],
        [ 'a call',       '$name = f(1); 1;', "sub f { 8 } $load" ],
        [ 'a method',     '$name = X->f; 1;', "sub X::f { 8 } $load" ],
        [ 'a call with &', '$name = &f; 1;',  "sub f { 8 } $load" ],
        [ 'use',           'use strict; 1;' ],
        [ 'sub',           'sub g { 5 } 1;', "$load; print g();" ],
        [ 'declared',      'sub h; 1;',      "sub h { 4 } $load" ],
        [ 'package',       'package Other; $x = 1; 1;' ],
        [ 'my',            'my $x = 1; 1;' ],
        [ 'local',         'local $name = 1; 1;' ],
        [ 'return',        'return 5;' ],
        [ 'die', "\$name = 1;\ndie 'in it';", "eval { $load }; print \$@;" ],
        [ 'pattern',           '$name = /x/; 1;' ],
        [ 'code in a pattern', '/(?{ print "ran" })/; 1;' ],
        [ 'command',           '$name = `echo`; 1;' ],
        [ 'read',              '@list = <STDIN>; 1;' ],
        [ 'file test',         '$name = -e "/"; 1;' ],
        [ 'symbolic',          '$$name = 1; 1;', "\$name = 'other'; $load" ],
        [ 'a glob',            '*name = \5; 1;' ],
        [ 'format',            "format STDOUT =\n@<<\n\$name\n.\n1;" ],
        [
            'magic',
            '$, = "-"; $| = 1; 1;',
            '$, = undef; $| = 0; require "FILE"; print 1, 2;'
        ],
        [ '%ENV', '%ENV = (A => 1); 1;', 'require "FILE"; print %ENV;' ],
        [ '%SIG', '%SIG = (); 1;', 'require "FILE"; print %SIG ? 1 : 0;' ],
        [
            '@ISA',
            '@ISA = ("X"); 1;',
            'BEGIN { @ISA = () } require "FILE";'
                . ' sub X::f { 6 } print main->f;'
        ],
    ],
    read => [
        [ 'glob', '@list = </*.none>; 1;' ],
        [ 'DATA', "\$name = 1;\n1;\n__DATA__\nmore text\n" ],
        [
            'UTF-16',
            join('',
                map { "\0$_" } "\xfe\xff" =~ s/.*//r,
                '$name = 5;1;' =~ /./g) =~ s/\A\0/\xfe\xff\0/r,
            "eval { $load 1 } or print \$@;"
        ],
        [ 'bytes',  "\$name = '\xe4';\n%table = (\xe4 => 1);\n1;\n" ],
        [ 'syntax', "\$name = ;\n1;", "eval { $load }; print \$@;" ],
        [
            'a property',
            '/\p{IsMine}/; 1;',
            "sub IsMine { print 'ran'; '' } $load"
        ],
        [ 'a name of another alphabet', "\xef\xbb\xbf\$n\xc3\xa4me = 1; 1;" ],
        [
            'charnames',
            '$name = "\N{GREEK SMALL LETTER ALPHA}"; 1;',
            "binmode STDOUT, ':utf8'; $load"
        ],
    ],
);

# The files that are compiled ahead, and those of them that are run.
my %EXPECTED = (used => [ 1, 1 ], kept => [ 1, 0 ], read => [ 0, 0 ]);

# A perl without threads does not tell where code uses a name.
$EXPECTED{merged} = $EXPECTED{ $Config{useithreads} ? 'used' : 'kept' };

# name, the file, the script, how.
my @cases;
for my $how (sort keys %EXPECTED) {
    push @cases,
        map { [ $_->[0], $data, $_->[1], $how ] } @{ $of_table{$how} // [] };
    push @cases,
        map { [ @$_[ 0, 1 ], $_->[2] // $load, $how ] } @{ $of_file{$how} };
}

my $show = show_symbols();
my @run;
for my $case (@cases) {
    my ($name, $text, @script) = @$case;
    my $file = sprintf '%s/%03d.data', $dir, scalar @run;
    write_file($file, $text);
    push @run, [ $name, $file, @script ];
}

# A file is kept only once a change would give it another date.
sleep 3;

sub alike_when_kept ($case, @switches) {
    my ($name, $file, $code, $how) = @$case;
    my $script = ($head . $code) =~ s/FILE/$file/gr =~ s/SHOW/$show/r;
    my @pair   = ($file, $file);
    my %option = (site => 1, switches => \@switches);
    my $seen   = probe($script, %option, files => \@pair);
    is_deeply [ scalar $seen->{kept}->@*, scalar $seen->{used}->@* ],
        $EXPECTED{$how}, "$name: $how @switches";
    ahead_alike(
        $script, "$name @switches", %option,
        pairs => \@pair,
        files => 1
    );
    return;
}

for my $case (@run) {
    alike_when_kept($case);
    alike_when_kept($case, '-T');
}

# The reason is in the log if the file is asked for by `do` as well.
my %reason = (
    'my $x; BEGIN { $x = 1 } 1;' =>
        'has a BEGIN block of its own, and the block has variables of the file',
    'my $v; sub f { $v } use lib "lib"; 1;' =>
        'changes @INC, and the file has functions with its variables up to there',
    'sub { 1;'                       => 'Missing right curly',
    'use warnings; my $x; my $x; 1;' => 'is compiled with a warning',
);
my @texts   = sort keys %reason;
my @refused = map { "$dir/refused-$_.pl" } 0 .. $#texts;
write_file($refused[$_], $texts[$_]) for 0 .. $#texts;
sleep 3;
for my $n (0 .. $#texts) {
    for my $way (qw(r v s l)) {
        my @pair = ($refused[$n], $refused[$n]);
        my $seen = probe(
            'use warnings; 1;',
            site  => 1,
            way   => $way,
            files => \@pair
        );
        like $seen->{refused}[0], qr/\A\Q$pair[0]: $reason{$texts[$n]}\E/,
            "$texts[$n] asked for by $way";
    }
}

# Perl makes the package overload for Carp, and a file has a name in it. Values of
# the script, made later, must not be taken for that package.
my @holder = map { "$dir/holder-$_.pl" } 1, 2;
write_file($holder[0],
    'use Scalar::Util qw(blessed); sub text { overload::StrVal($_[0]) } 1;');
write_file($holder[1],
    'use Carp qw(croak); use Storable qw(dclone); sub copy { dclone($_[0]) } 1;'
);

# Many files are tried together. Some are not good, one has a name of another,
# and some use a module that nobody else uses.
my @many = map { "$dir/many-$_.pl" } 1 .. 30;
my %odd  = (
    4  => 'use warnings; my $x; my $x;',
    13 => 'sub { ',
    14 => 'use Text::Wrap qw(wrap); sub wrapped { wrap("", " ", "14") }',
    22 => 'sub name3 { "other 3" }',
    23 =>
        'use Text::Abbrev; sub abbreviated { scalar keys %{ abbrev("ab") } }',
    30 => 'BEGIN { $main::{name1} } {',
);
write_file($many[ $_ - 1 ],
    "our \$sum += $_; sub name$_ { 'file $_' } " . ($odd{$_} // '') . ' 1;')
    for 1 .. 30;
sleep 3;
my $holders = same(
    "my \$now = time; our \@n = map { \$_ + 0 } 1 .. 50_000; require '$holder[1]';"
        . ' our @m = map { $_ + 1 } @n; print copy([$m[-1]])->[0];',
    name =>
        'a file that is not loaded has a name in a package that perl made',
    files  => [ map { $_ => $_ } @holder ],
    site   => 1,
    listed => modules_list(),
);
is_deeply $holders->{kept}, \@holder, 'both files are kept';
my $seen = same(
    "our \$sum = 0; eval { require \$_ } or print \$@ for qw(@many);"
        . ' print $sum, wrapped(), abbreviated(), map { "name$_"->() } 1 .. 12;',
    name   => 'thirty files, some of which are not good',
    files  => [ map { $_ => $_ } @many ],
    site   => 1,
    listed => modules_list(),
);
is_deeply [ map { /^.*many-(\d+)/ } sort $seen->{refused}->@* ],
    [ 13, 30, 4 ], 'those that are not good are not kept';
is_deeply [ sort { $a <=> $b } map { /many-(\d+)/ } $seen->{used}->@* ],
    [ grep { !/^(?:4|13|22|30)$/ } 1 .. 30 ], 'the others are used';

# Under -T perl refuses a name that comes from outside, and a name that a
# tainted value has chosen.
for my $require (
    'require(substr("$file$0", 0, length $file))',
    'require($0 ? $file : $file)',
    'my $at = $0; require $file',
    )
{
    my $file   = $run[0][1];
    my $script = "$head my \$file = '$file'; print eval { $require },"
        . ' "[$@]"; state();';
    ahead_alike(
        $script, "$require -T",
        pairs    => [ $file, $file ],
        files    => 1,
        site     => 1,
        switches => ['-T']
    );
}

done_testing;
