# Files of data that were compiled ahead: a script cannot tell. Each script is
# run with its files compiled ahead and without, and must say the same. A file
# that could tell, or be told, is read by perl: { kept } and { used } say
# whether it was compiled ahead, and whether that was run.

use v5.36;
use Test::More;
use File::Path qw(make_path);
use Mehari::Test;
use Mehari::Test::Ahead;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $dir = probe_directory();
make_path("$dir/one", "$dir/two");

# The variables that the script shares with the file: FILE is its path.
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

# The scripts' use of it.
my $load = 'print require "FILE"; print " $! [$@]\n"; state();';

# name, the file, the script, kept, used.
my @cases = (
    [ 'a table', $data, $load,          1, 1 ],
    [ 'twice',   $data, "$load; $load", 1, 1 ],
    [
        'again, after delete',
        $data, "$load \@list = (); %table = (); delete \$INC{'FILE'}; $load",
        1,     1
    ],
    [
        '%INC', $data, "$load; print map { \"\$_=\$INC{\$_}\\n\" } 'FILE';",
        1,      1
    ],
    [ 'not asked for', $data, 'state();', 1, 0, 1 ],
    [ 'do', $data, 'print do "FILE"; state();', 1, 0 ],
    [
        'in a function',
        $data,
        'sub f { my @x = (1, require "FILE", 2); print "@x\n" } f(3); state();',
        1,
        1
    ],
    [ 'in an eval',     $data, "print eval { $load; 5 };",  1, 1 ],
    [ 'in eval STRING', $data, "print eval q{ $load; 5 };", 1, 1 ],
    [
        'in sort', $data,
        'print sort { require "FILE"; $a <=> $b } 2, 1; state();',
        1, 0
    ],
    [
        'in a tie',
        $data,
        'sub T::FETCH { require "FILE" } tie my $t, "T"; sub T::TIESCALAR {'
            . ' bless [] } print "$t\n"; state();',
        1,
        0
    ],
    [ 'in another package', $data, "package Other; $load", 1, 0 ],
    [ 'with -w',            $data, "\$^W = 1; $load",      1, 0 ],
    [
        'with names', $data,
        'print "@{[ sort grep { !/::\z/ } keys %main:: ]}";' . $load,
        1, 1
    ],
    [ 'with $_', $data, "\$_ = 5; $load; print \$_;",         1, 1 ],
    [ 'with $!', $data, "\$! = 17; $load; print \$!+0;",      1, 1 ],
    [ 'with $@', $data, "eval { die 5 }; $load; print \$@;",  1, 1 ],
    [ 'with $1', $data, "'ab' =~ /(b)/; $load; print \$1;",   1, 1 ],
    [ 'with $/', $data, "local \$/; local \$, = '-'; $load;", 1, 1 ],
    [
        'with handlers',
        $data,
        "\$SIG{__WARN__} = sub { print 'warned' }; \$SIG{__DIE__} ="
            . " sub { print 'died' }; $load",
        1,
        1
    ],
    [ 'with sub x',    $data, "sub one { 7 } sub qw { 5 } $load", 1, 1 ],
    [ 'with a value',  $data, "\$name = 'before'; $load",         1, 1 ],
    [ 'with elements', $data, "\@list = (1, 2, 3); $load",        1, 0 ],
    [ 'with keys',     $data, "%table = (four => 4); $load",      1, 0 ],
    [
        'with an object',
        $data,
        'sub O::DESTROY { print "gone in ", join(" ", (caller 1)[3, 1]), "\n" }'
            . " \$name = bless [], 'O'; $load",
        1,
        0
    ],
    [
        'tied',
        $data,
        'sub T::TIESCALAR { bless [] } sub T::STORE { print "set $_[1]\n" }'
            . ' sub T::FETCH { "fetched" } tie $name, "T";'
            . $load,
        1,
        0
    ],
    [
        'tied hash', $data,
        'require Tie::Hash; tie %table, "Tie::StdHash";' . $load,
        1, 0
    ],
    [ 'an alias', $data, "*name = \\my \$mine; $load; print \$mine", 1, 1 ],
    [ 'another glob', $data, "*list = *other; $load; print *list",   1, 1 ],
    [
        'deleted names',
        $data, "delete \$main::{list}; $load; print scalar \@{\"list\"}",
        1,     0
    ],
    [ 'local', $data, "{ local \$name = 1; $load } state();", 1, 1 ],
    [
        'read-only',
        $data,
        'Internals::SvREADONLY($name, 1); eval { require "FILE" }; print $@,'
            . ' exists $INC{"FILE"} ? "there $INC{q(FILE)}" : "not there";',
        1,
        1
    ],
    [
        'keyword', $data,
        'require feature; local $^H{feature_say} = 1; ' . $load,
        1, 1
    ],
    [
        '%INC is tied', $data,
        'require Tie::Hash; tie %INC, "Tie::StdHash";' . $load,
        1, 0
    ],
    [
        'a hook in @INC',
        $data,
        "unshift \@INC, sub { print \"asked for \$_[1]\\n\"; () };"
            . ' print require "one.data" if 0;'
            . $load,
        1,
        0
    ],
    [ 'symbols', $data, "BEGIN { SHOW } show(); $load show();", 1, 1 ],

    # Files that do not fit.
    [ 'false',        '$name = 1; 0;',          $load, 1, 1 ],
    [ 'no statement', '',                       $load, 1, 1 ],
    [ 'empty list',   '@list = ();',            $load, 1, 1 ],
    [ 'odd',          '%table = (1, 2, 3); 1;', $load, 1, 1 ],
    [
        'odd, warned of',
        '%table = (1, 2, 3); 1;',
        "BEGIN { \$^W = 1; \$SIG{__WARN__} = sub { print \"(\@_)\" } } $load",
        1,
        1
    ],
    [ 'END',  "\$name = 1;\n1;\n__END__\nmore text\n",    $load, 1, 1 ],
    [ 'DATA', "\$name = 1;\n1;\n__DATA__\nmore text\n",   $load, 0, 0 ],
    [ 'POD',  "\$name = 1;\n\n=pod\n\nx\n\n=cut\n\n1;\n", $load, 1, 1 ],
    [ 'CRLF', "\$name = 'a\r\nb';\r\n1;\r\n",             $load, 1, 1 ],
    [ 'BOM',  "\xef\xbb\xbf\$name = 'a\xc3\xa4';\n1;\n",  $load, 1, 1 ],
    [
        'UTF-16',
        join(
            '', map { "\0$_" } "\xfe\xff" =~ s/.*//r, '$name = 5;1;' =~ /./g
        ) =~ s/\A\0/\xfe\xff\0/r,
        "eval { $load 1 } or print \$@;",
        0, 0
    ],
    [ 'bytes', "\$name = '\xe4';\n%table = (\xe4 => 1);\n1;\n", $load, 0, 0 ],
    [ 'use utf8',      "use utf8; \$name = '\xc3\xa4'; 1;",     $load, 0, 0 ],
    [ 'here document', "\$name = <<'X';\ntext\nX\n1;\n",        $load, 1, 1 ],
    [ '__FILE__', '$name = __FILE__; $other = __LINE__; 1;',    $load, 1, 1 ],
    [ '#line',    "#line 7 \"other\"\n\$name = __FILE__;\n1;",  $load, 1, 1 ],
    [
        'nested',
        '%table = (a => [1, { b => 2 }]); 1;',
        'require "FILE"; print $table{a}[1]{b}',
        1, 1
    ],
    [
        'a choice',
        '@list = (1, $name eq "b" ? "x" : "y", $name ne "" ? 2 : 3);',
        "\$name = 'b'; $load",
        1, 1
    ],
    [
        'reference',
        '$name = \@list; @list = (1, 2); 1;',
        'require "FILE"; print @$name',
        1, 1
    ],
    [
        'a new name',
        '$new = 5; 1;',
        'BEGIN { SHOW } show(); require "FILE";' . ' print ${"new"}; show();',
        1,
        1
    ],
    [
        'a name made meanwhile',
        '@new = (5); 1;',
        '${"new"} = 1; require "FILE"; print ${"new"}, @{"new"};',
        1, 0
    ],
    [
        'a new name in eval',
        '@new = (5); 1;',
        'require "FILE"; print eval q{"@new $new"};',
        1, 1
    ],
    [
        'a new name listed',
        '@new = (5); $more = 7; 1;',
        'print grep { /^(?:new|more)$/ } sort keys %main::; require "FILE";'
            . ' print grep { /^(?:new|more)$/ } sort keys %main::;'
            . ' delete $main::{new}; print @{"new"}; ',
        1,
        1
    ],
    [
        'a new name twice',
        '@new = (1, 2); @list = @new; 1;',
        'require "FILE"; print "@list"; push @list, 5; print "@{q(new)}"',
        1, 1
    ],
    [
        'a new kind',
        '%name = (1, 2); 1;',
        'BEGIN { SHOW } show();'
            . ' print *{"name"}{HASH} ? 1 : 0; require "FILE"; print %{"name"};',
        1,
        1
    ],
    [ 'interpolated', '$name = "me@example"; 1;', $load,               0, 0 ],
    [ 'words',      '$name = word; 1;', "sub word { 'called' } $load", 0, 0 ],
    [ 'a constant', '$name = PI; 1;',   "use constant PI => 3; $load", 0, 0 ],
    [ 'a call',     '$name = f(1); 1;', "sub f { 8 } $load",           0, 0 ],
    [ 'a method',   '$name = X->f; 1;', "sub X::f { 8 } $load",        0, 0 ],
    [ 'a call with &', '$name = &f; 1;',          "sub f { 8 } $load", 0, 0 ],
    [ 'BEGIN',    'BEGIN { print "ahead\n" } 1;', $load,               0, 0 ],
    [ 'use',      'use strict; 1;',               $load,               0, 0 ],
    [ 'sub',      'sub g { 5 } 1;',               "$load; print g();", 0, 0 ],
    [ 'declared', 'sub h; 1;',                    "sub h { 4 } $load", 0, 0 ],
    [ 'package',  'package Other; $x = 1; 1;',    $load,               0, 0 ],
    [ 'my',       'my $x = 1; 1;',                $load,               0, 0 ],
    [ 'local',    'local $name = 1; 1;',          $load,               0, 0 ],
    [ 'return',   'return 5;',                    $load,               0, 0 ],
    [
        'die', "\$name = 1;\ndie 'in it';", "eval { $load }; print \$@;", 0,
        0
    ],
    [ 'syntax',  "\$name = ;\n1;",  "eval { $load }; print \$@;", 0, 0 ],
    [ 'pattern', '$name = /x/; 1;', $load,                        0, 0 ],
    [ 'code in a pattern', '/(?{ print "ran" })/; 1;', $load,     0, 0 ],
    [
        'a property',
        '/\p{IsMine}/; 1;',
        "sub IsMine { print 'ran'; '' } $load",
        0, 0
    ],
    [
        'a name of another alphabet',
        "\xef\xbb\xbf\$n\xc3\xa4me = 1; 1;",
        $load, 0, 0
    ],
    [ 'command',   '$name = `echo`; 1;',    $load,                     0, 0 ],
    [ 'glob',      '@list = </*.none>; 1;', $load,                     0, 0 ],
    [ 'read',      '@list = <STDIN>; 1;',   $load,                     0, 0 ],
    [ 'file test', '$name = -e "/"; 1;',    $load,                     0, 0 ],
    [ 'symbolic',  '$$name = 1; 1;',        "\$name = 'other'; $load", 0, 0 ],
    [ 'a glob',    '*name = \5; 1;',        $load,                     0, 0 ],
    [
        'charnames',
        '$name = "\N{GREEK SMALL LETTER ALPHA}"; 1;',
        "binmode STDOUT, ':utf8'; $load",
        0, 0
    ],
    [ 'format', "format STDOUT =\n@<<\n\$name\n.\n1;", $load, 0, 0 ],
    [
        'magic',
        '$, = "-"; $| = 1; 1;',
        '$, = undef; $| = 0; require "FILE"; print 1, 2;',
        0, 0
    ],
    [ '$_',   '$_ = "set"; 1;',      "$load; print \$_",              1, 1 ],
    [ '%ENV', '%ENV = (A => 1); 1;', 'require "FILE"; print %ENV;',   0, 0 ],
    [ '@INC', '@INC = ("/x"); 1;',   'require "FILE"; print @INC;',   1, 0 ],
    [ '%SIG', '%SIG = (); 1;', 'require "FILE"; print %SIG ? 1 : 0;', 0, 0 ],
    [
        '@ISA',
        '@ISA = ("X"); 1;',
        'BEGIN { @ISA = () } require "FILE";'
            . ' sub X::f { 6 } print main->f;',
        0,
        0
    ],
);

my $show = show_symbols();
my @run;
for my $case (@cases) {
    my ($name, $text, $code, @expected) = @$case;
    my $file = sprintf '%s/%03d.data', $dir, scalar @run;
    write_file($file, $text);
    push @run, [ $name, $file, $code, @expected ];
}

# A file is kept when a change would give it another date.
sleep 3;

for my $case (@run) {
    my ($name, $file, $code, $kept, $used) = @$case;
    my $script = ($head . $code) =~ s/FILE/$file/gr =~ s/SHOW/$show/r;
    my @pair   = ($file, $file);
    my $seen   = probe($script, site => 1, learned => \@pair);
    my $what   = ($kept ? 'kept' : 'not kept') . ($used ? ', used' : '');
    is_deeply [ scalar $seen->{kept}->@*, scalar $seen->{used}->@* ],
        [ $kept, $used ], "$name: $what";
    ahead_alike($script, $name, lesson => \@pair, site => 1);
}

done_testing;
