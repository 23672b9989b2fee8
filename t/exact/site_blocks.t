# A site's files with BEGIN blocks of their own: mehari compiles them ahead, and
# runs the blocks where a script loads the files. A script cannot tell.

use Mehari::Test;
use Mehari::Test::Rollback;
use Mehari::Test::SiteFiles;

plan skip_all => rollback_missing() if rollback_missing();

# The files see the number of the request.
my $HEAD = "\$main::q = \$q;\n";

my $FRAMES = 'join "|", map { my @c = caller $_;'
    . ' join ",", map { $_ // "u" } @c[ 0 .. 8 ] } 0 .. 12';

# The blocks change nothing that the rest of their file depends on.
my %kept = (
    search => {
        script => <<~'PERL',
            require './search.lib.pl';
            print join(',', map { /\A\// ? 'abs' : $_ } @INC[ 0, 1, -2, -1 ]),
                ' ', looked(), ' ', more(), "\n";
            PERL
        'search.lib' => <<~'PERL',
            BEGIN { push @INC, 'lib'; };
            use lib './other';
            use Site::More;
            sub looked { "looked: @_" . join ',', sort grep { /Site|lib\.pl/ } keys %INC }
            1;
            PERL
        'lib/Site/More.pm' => <<~'PERL',
            package Site::More;
            use Exporter 'import';
            our @EXPORT = ('more');
            sub more { "more $main::q" }
            1;
            PERL
    },
    configured => {
        script => <<~'PERL',
            our %cfg = (locale => 0, name => "n$q");
            require './configured.lib.pl';
            print Site::Conf::name(), ' ', uc 'i', ' ', $INC{'locale.pm'} // 'u', "\n";
            PERL
        'configured.lib' => <<~'PERL',
            package Site::Conf;
            use strict;
            use warnings;
            BEGIN {
                if ($main::cfg{locale}) {
                    require locale;
                    import locale ();
                }
            }
            our $conf = { name => $main::cfg{name} };
            sub name { return "$conf->{name} " . lc 'LOW' }
            1;
            PERL
    },
    class => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::Class;
            Site::Class->import('plus');
            print plus(2), ' ', Site::Class->new->hello, " @Site::Class::ISA $Site::Class::VERSION\n";
            print join(',', sort keys %Site::Class::), ' ', Site::Class->can('alias')->(3), "\n";
            require mro;
            print mro::get_pkg_gen('Site::Class'), ' ', join(',', @{ mro::get_linear_isa('Site::Class') }), "\n";
            PERL
        'lib/Site/Base.pm' =>
            'package Site::Base; sub new { bless {}, shift } sub hello { "hello from " . ref shift } 1;',
        'lib/Site/Class.pm' => <<~'PERL',
            package Site::Class;
            use strict;
            BEGIN {
                require Exporter;
                require Site::Base;
                our @ISA = ('Site::Base', 'Exporter');
                our @EXPORT_OK = ('plus');
                our $VERSION = '1.' . (1 + 1);
                no strict 'refs';
                *{"Site::Class::$_"} = sub { "alias $_[0] $VERSION" } for qw(alias);
            }
            our $count = 5;
            sub plus { return $_[0] + $count }
            1;
            PERL
    },
    frames => {
        script => <<~'PERL',
            sub outer { require './frames.lib.pl' }
            my $r = outer();
            print "$_\n" for @main::seen, $r;
            PERL
        'frames.lib' => <<~"PERL",
            package Site::Frames;
            BEGIN {
                push \@main::seen, (defined \$^S ? \$^S : 'u') . ' ' . $FRAMES;
                push \@main::seen, __FILE__ . __LINE__ . __PACKAGE__;
                sub { push \@main::seen, $FRAMES }->(1);
                eval { push \@main::seen, $FRAMES; die "in eval\\n" };
                push \@main::seen, \$\@;
                eval "push \\\@main::seen, $FRAMES; 1" or die;
            }
            BEGIN { push \@main::seen, 'second' } BEGIN { push \@main::seen, 'third' }
            push \@main::seen, $FRAMES;
            'end';
            PERL
    },
    dies => {
        script => <<~'PERL',
            $main::die = $q % 2;
            for my $n (1, 2) {
                my $ok = eval { require './dies.lib.pl' };
                print $ok // 'u', ' ', $@, exists $INC{'./dies.lib.pl'}
                    ? $INC{'./dies.lib.pl'} // 'undef' : 'none', "\n";
            }
            print defined &after_it ? 'after' : 'not after', "\n";
            PERL
        'dies.lib' => <<~'PERL',
            use strict;

            BEGIN {
                die "no such thing: $main::q" if $main::die;
            }
            sub after_it { 1 }
            'loaded';
            PERL
    },
    closures => {
        script => <<~'PERL',
            require './closures.lib.pl';
            print next_one(), next_one(), next_one(), " @Site::List\n";
            PERL
        'closures.lib' => <<~'PERL',
            BEGIN {
                my $n = $main::q;
                *main::next_one = sub { $n++ };
                local $main::x = 5;
                @Site::List = map { $_ * $main::x } 1 .. 3;
                return if $n > 2;
                push @Site::List, 'small';
            }
            1;
            PERL
    },
    again => {
        script => <<~'PERL',
            my $first = do './again.lib.pl';
            print "$first $Site::Again::count @Site::Again::order\n";
            PERL
        'again.lib' => <<~'PERL',
            package Site::Again;
            push @order, 'run';
            BEGIN { $count++; push @order, 'one' }
            use strict;
            our (@order, $count);
            BEGIN { $count++; push @order, 'two' }
            { package Site::Again::Other; BEGIN { push @Site::Again::order, __PACKAGE__ } }
            "$count";
            PERL
    },
);

$kept{loads} = {
    script => <<~'PERL',
        my $r = do './loads.lib.pl';
        print "$r ", join(',', sort grep { /lib\.pl/ } keys %INC), ' ',
            Site::Loads::tell(), " @main::order\n";
        PERL
    'loads.lib' => <<~'PERL',
        package Site::Loads;
        use vars qw($told);
        BEGIN {
            local $_ = 'local';
            require './loaded.lib.pl';
            Site::Loaded->import('tell');
            $told = wantarray() // 'u';
            push @main::order, "block $told $_";
        }
        push @main::order, 'file';
        'done';
        PERL
    'loaded.lib' => <<~'PERL',
        package Site::Loaded;
        BEGIN { push @main::order, 'loaded block' }
        push @main::order, 'loaded';
        sub import { no strict 'refs'; *{ caller . "::$_[1]" } = sub { "told $main::q" } }
        1;
        PERL
};
$kept{exits} = {
    script => <<~'PERL',
        END { print "end\n" }
        require './exits.lib.pl';
        print "not ended\n";
        PERL
    'exits.lib' => <<~'PERL',
        BEGIN { print "block $main::q\n"; exit 0 if $main::q % 2 }
        print "file\n";
        1;
        PERL
};
$kept{second} = {
    script => <<~'PERL',
        for my $n (1 .. 3) {
            eval { require './second.lib.pl'; 1 } or print "$n: $@";
            print "$n: @main::order\n";
        }
        print join(',', map { $_ // 'u' } @INC{ grep { /second/ } keys %INC }), "\n";
        PERL
    'second.lib' => <<~'PERL',
        package Site::Second;
        our %set = (a => 1);
        BEGIN { push @main::order, 'first' }
        BEGIN { push @main::order, 'second'; die "once\n" if $main::q == 3; die "twice\n" if $main::q == 4 }
        push @main::order, 'file', %set;
        1;
        PERL
};

# A `use` that cannot run ahead, because its module is not compiled ahead, or
# imports by code of its own.
$kept{imports} = {
    script => <<~'PERL',
        use lib 'lib';
        require Site::Importing;
        print Site::Importing::all(), "\n", join(',', sort keys %Site::Importing::),
            ' ', join(',', sort grep { /Site/ } keys %INC), "\n";
        PERL
    'lib/Site/Importer.pm' => <<~'PERL',
        package Site::Importer;
        our %seen;
        sub import {
            my ($class, @names) = @_;
            my @from = caller;
            $seen{"$from[0] $from[2]"}++;
            no strict 'refs';
            for my $name (@names) { *{"$from[0]::$name"} = sub { "$name(@_)$main::q" } }
        }
        1;
        PERL
    'lib/Site/Importing.pm' => <<~'PERL',
        package Site::Importing;
        use strict;
        use warnings;
        use Site::Importer qw(one two);
        use Site::Importer;
        use List::Util qw(first);
        our @list = (one(1), two(2));
        sub all { join ',', @list, one(), (first { $_ > 1 } 1, 2, 3), map { "$_ $Site::Importer::seen{$_}" } sort keys %Site::Importer::seen }
        1;
        PERL
};

# The block changes the rest of its file for each second request, and perl reads
# that; the block runs once.
my %changing = (
    word => {
        script => <<~'PERL',
            require './word.lib.pl';
            print "$main::count ", plus(4, 5), ' ', join(',', sort grep { /plus|word/ } keys %main::), "\n";
            PERL
        'word.lib' => <<~'PERL',
            package main;
            BEGIN {
                $main::count++;
                *main::word = $main::q % 2 ? sub ($) { "one $_[0]" } : sub { "all @_" };
            }
            sub plus { my @l = (7, word(@_), 8); "@l" }
            1;
            PERL
    },
    hints => {
        script => <<~'PERL',
            $SIG{__WARN__} = sub { print "warned: @_" };
            require './hints.lib.pl';
            print "$main::count ", join('|', map { Site::Hints->$_ } qw(inner outer warns said)), "\n";
            PERL
        'hints.lib' => <<~'PERL',
            package Site::Hints;
            {
                BEGIN { $main::count++ }
                BEGIN {
                    if ($main::q % 2) {
                        require strict; strict->import;
                        require warnings; warnings->import('uninitialized');
                        require feature; feature->import('say');
                        $^H{'Site::Hints/x'} = "x$main::q";
                    }
                }
                sub inner { my $n = 'Site::Hints::v'; eval { $$n = 1 }; $@ }
                sub warns { my $u; my $x = "a$u"; ((caller 0)[10] || {})->{'Site::Hints/x'} // 'u' }
                sub said { say STDOUT 'said' if 0; hints() }
                sub hints { ((caller 0)[10] || {})->{'Site::Hints/x'} // 'none' }
            }
            sub outer { my $n = 'Site::Hints::v'; eval { $$n = 1 }; $@ }
            1;
            PERL
    },
    filter => {
        script => <<~'PERL',
            require './filter.lib.pl';
            print "$main::count ", fruit(), "\n";
            PERL
        'filter.lib' => <<~'PERL',
            BEGIN {
                $main::count++;
                if ($main::q % 2) {
                    require Filter::Util::Call;
                    Filter::Util::Call::filter_add(sub {
                        my $status = Filter::Util::Call::filter_read();
                        s/apple/pear/g if $status > 0;
                        return $status;
                    });
                }
            }
            sub fruit { return 'apple' }
            1;
            PERL
    },
    found => {
        script => <<~'PERL',
            mkdir 'found.dir';
            unshift @INC, '.';
            require 'found.lib.pl';
            print "$main::count ", Site::Found::it(), ' ', __FILE__ =~ /found/ ? 1 : 0, " $INC{'found.lib.pl'}\n";
            print -e 'found.pl' ? 'here' : 'there', " $INC[0]\n";
            PERL
        'found.lib' => <<~'PERL',
            package Site::Found;
            BEGIN {
                $main::count++;
                if ($main::q % 2) {
                    chdir 'found.dir';
                    unshift @INC, 'nowhere';
                    *it_is = sub ($) { "is $_[0]" };
                }
            }
            sub it { return it_is (1) . 2 }
            sub AUTOLOAD { "auto(@_)" }
            1;
            PERL
    },
    nested => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::Outside;
            print "@main::order ", Site::Outside::all(), "\n";
            PERL
        'lib/Site/Inside.pm' => <<~'PERL',
            package Site::Inside;
            BEGIN { push @main::order, 'inside' }
            BEGIN { push @main::order, 'inside 2'; *five = $main::q % 2 ? sub ($) { "five $_[0]" } : sub { "fives @_" } }
            sub inside { return five(@_) }
            1;
            PERL
        'lib/Site/Outside.pm' => <<~'PERL',
            package Site::Outside;
            use strict;
            BEGIN { push @main::order, 'outside' }
            use Site::Inside;
            BEGIN { push @main::order, 'outside 2'; *six = $main::q % 3 == 1 ? sub ($) { "six $_[0]" } : sub { "sixes @_" } }
            BEGIN { push @main::order, 'outside 3' }
            no strict;
            sub all { return six(@main::order) . Site::Inside::inside(@main::order) }
            1;
            PERL
    },
    ends => {
        script => <<~'PERL',
            END { print "end of script\n" }
            require './ends.lib.pl';
            print "$main::count\n";
            PERL
        'ends.lib' => <<~'PERL',
            BEGIN { $main::count++; *nine = $main::q % 2 ? sub ($) { "nine $_[0]" } : sub { "nines @_" } }
            END { my @l = (1, 2); print 'end of file: ', nine(@l), "\n" }
            1;
            PERL
    },
    switched => {
        script => <<~'PERL',
            $SIG{__WARN__} = sub { print "warned: @_" };
            require './switched.lib.pl';
            print "$main::count ", Site::Switched::sum(), "\n";
            PERL
        'switched.lib' => <<~'PERL',
            package Site::Switched;
            BEGIN { $main::count++; $^W = 1 if $main::q % 2 }
            sub sum { my $x = $main::undefined_here . 'x'; $x . $Site::Switched::only_once }
            1;
            PERL
    },
);

$changing{lexical} = {
    script => <<~'PERL',
        require './lexical.lib.pl';
        print Site::Lexical::it(), "\n";
        PERL
    'lexical.lib' => <<~'PERL',
        package Site::Lexical;
        no warnings;
        BEGIN { if ($main::q % 2) { require builtin; builtin->import('true') } }
        sub it { return true() . 'x' }
        sub true { 'own' }
        1;
        PERL
} if $] >= 5.036;

$changing{unread} = {
    script => <<~'PERL',
        use lib 'lib';
        require Site::Unread;
        print Site::Unread::all(), " $main::count\n";
        PERL
    'lib/Site/Data.pm' => <<~'PERL',
        package Site::Data;
        sub data { my $line = <DATA>; seek DATA, 0, 0; "data " . ($line // 'none') }
        1;
        __DATA__
        line
        PERL
    'lib/Site/Unread.pm' => <<~'PERL',
        package Site::Unread;
        use strict;
        BEGIN { $main::count++ }
        use Site::Data;
        BEGIN { $main::count++ }
        sub all { Site::Data->data . Site::Data::data() . ref(\&Site::Data::data) }
        1;
        PERL
};
$changing{pragma} = {
    script => <<~'PERL',
        use lib 'lib';
        require Site::Strict;
        print Site::Strict->loose, "\n";
        PERL
    'lib/Site/Pragma.pm' => <<~'PERL',
        package Site::Pragma;
        sub import { strict->import if $main::q % 2; $main::count++ }
        1;
        PERL
    'lib/Site/Strict.pm' => <<~'PERL',
        package Site::Strict;
        use Site::Pragma;
        sub loose { my $n = 'Site::Strict::v'; my $ok = eval { $$n = 1 }; "$main::count " . ($ok // $@) }
        1;
        PERL
};

# Perl itself makes a block for a glob and for named captures, but not twice.
$changing{'of perl'} = {
    script => <<~'PERL',
        require './of perl.lib.pl';
        print "@main::order ", told(1, 2), "\n";
        PERL
    'of perl.lib' => <<~'PERL',
        BEGIN { push @main::order, 'first' }
        our @list = <*.none>;
        our $named = 'ab' =~ /(?<one>a)/ ? $+{one} : 'none';
        BEGIN {
            push @main::order, 'second';
            *main::tell = $main::q % 2 ? sub ($) { "one $_[0]" } : sub { "all @_" };
        }
        BEGIN { push @main::order, 'third' }
        sub told { tell_all(@_) . $named . @list }
        sub tell_all { my @l = @_; main::tell(@l) }
        1;
        PERL
};

# `use parent` adds its classes once, whether perl reads the rest or not.
$changing{parents} = {
    script => <<~'PERL',
        use lib 'lib';
        use Exporter;
        if ($q % 2) { no warnings 'once'; *Site::word = sub ($) { "one $_[0]" } }
        require Site::Parents;
        print Site::Parents::all(), "\n";
        PERL
    'lib/Site/Parents.pm' => <<~'PERL',
        package Site::Parents;
        use strict;
        use parent 'Exporter';
        BEGIN { push @main::order, "first @Site::Parents::ISA" }
        BEGIN { push @main::order, "second @Site::Parents::ISA" }
        sub all { Site::word(@main::order) . " @Site::Parents::ISA" }
        sub Site::word { "all @_" }
        1;
        PERL
};

# Code that runs when perl has compiled the file, by a value of %^H or by magic.
$changing{ended} = {
    script => <<~'PERL',
        use lib 'lib';
        require Site::Ended;
        print join('|', @main::order), ' ', join(',', sort keys %Site::Ended::), "\n";
        PERL
    'lib/Site/Ending.pm' => <<~'PERL',
        package Site::Ending;
        use B::Hooks::EndOfScope;
        sub seen { push @main::order, "$_[0] " . join ',', grep { defined &{"Site::Ended::$_"} } sort keys %Site::Ended:: }
        sub import { my $name = $_[1]; on_scope_end { seen($name) } }
        1;
        PERL
    'lib/Site/Ended.pm' => <<~'PERL',
        package Site::Ended;
        use Site::Ending 'outer';
        {
            use Site::Ending 'inner';
            BEGIN { $^H |= 0x20000; $^H{'Site/value'} = bless ['value'], 'Site::Value' }
            sub Site::Value::DESTROY { Site::Ending::seen($_[0][0]) }
            sub second { 2 }
        }
        sub third { 3 }
        push @main::order, 'file';
        1;
        PERL
};

# The used file changes how it is compiled itself, and not the other one.
$changing{differs} = {
    script => <<~'PERL',
        use lib 'lib';
        { no warnings 'once'; *Site::Loose::import = sub { push @main::order, 'import' } if $q % 2 }
        require Site::Differs;
        print "@main::order ", Site::Differs::refs(), '|', Site::Loose::refs(), "\n";
        PERL
    'lib/Site/Loose.pm' => <<~'PERL',
        package Site::Loose;
        BEGIN { push @main::order, 'loose'; require strict; strict->import }
        sub refs { my $n = 'Site::Loose::v'; eval { $$n = 1 }; $@ ? 'strict' : 'loose' }
        1;
        PERL
    'lib/Site/Differs.pm' => <<~'PERL',
        package Site::Differs;
        BEGIN { push @main::order, 'differs' }
        use Site::Loose;
        BEGIN { push @main::order, 'end' }
        sub refs { my $n = 'Site::Differs::v'; eval { $$n = 1 }; $@ ? 'strict' : 'loose' }
        1;
        PERL
};

# Functions in front of a block that calls and keeps them; perl reads the rest of
# one of the files for each second request.
my $BEFORE = <<~'PERL';
    package Site::Before;
    use strict;
    use v5.10;
    our %seen;
    sub first { my ($x) = @_; $seen{$x}++; return "first $x" . (defined &third ? '' : ' early') }
    sub pair ($$) { "$_[0]-$_[1]" }
    sub FIVE () { 5 }
    sub count { state $n = $main::q; return $n++ }
    sub named { my $name = shift; no strict 'refs'; return sub { &$name(@_) . eval '"$name" . FIVE' } }
    { package Site::Before::Inner; sub new { return bless {}, shift } sub get { ref shift } }
    BEGIN {
        push @main::kept, \&first, \&pair, \&Site::Before::Inner::get, named('first');
        $main::told = join ' ', first('block'), Site::Before::Inner->new->get, pair(1, 2), FIVE, count();
    }
    sub second { return pair first(1), FIVE }
    BEGIN { count(); $main::told .= ' ' . second() }
    sub third { my @l = (1, 2); return Site::word(@l) . count() }
    1;
    PERL
my $TELL = <<~'PERL';
    print "$main::told|", join(' ', Site::Before::second(), Site::Before::third(), $main::kept[3]->(2)), "\n";
    print join(',', map { $main::kept[$_] == (\&Site::Before::first, \&Site::Before::pair, \&Site::Before::Inner::get)[$_] ? 1 : 0 } 0 .. 2),
        ' ', join(',', map { "$_$Site::Before::seen{$_}" } sort keys %Site::Before::seen), "\n";
    require mro;
    print join ',', map { mro::get_pkg_gen("Site::Before$_") } '', '::Inner';
    PERL
$kept{before} = {
    script =>
        "sub Site::word { qq(all @_) }\nrequire './before.lib.pl';\n$TELL",
    'before.lib' => $BEFORE,
};
$changing{before_read} = {
    script =>
        "*Site::word = \$q % 2 ? sub (\$) { qq(one @_) } : sub { qq(all @_) };\n"
        . "require './before_read.lib.pl';\n$TELL",
    'before_read.lib' => $BEFORE,
};

# The block replaces such functions, or takes them away.
$changing{replaced} = {
    script => <<~'PERL',
        *Site::word = $q % 2 ? sub ($) { "one @_" } : sub { "all @_" };
        require './replaced.lib.pl';
        print join(' ', map { Site::Replaced->can($_) ? eval { Site::Replaced->$_ } // 'dead' : 'none' } qw(f g h i j all)),
            ' ', join(',', grep { /\A[a-j]\z/ } sort keys %Site::Replaced::), "\n";
        PERL
    'replaced.lib' => <<~'PERL',
        package Site::Replaced;
        no warnings;
        sub f { 'f' } sub g { 'g' } sub h { 'h' } sub i { 'i' } sub j { 'j' }
        BEGIN {
            *f = sub { 'f of block' };
            undef &g;
            delete $Site::Replaced::{h};
            my $old = \&i;
            *i = sub { 'new ' . $old->() };
        }
        sub all { my @l = (1, 2); Site::word(@l) }
        1;
        PERL
};

# Perl reads these in each request, because the block could have something of
# the file that was compiled ahead.
my %read = (
    redefined => {
        script => <<~'PERL',
            our @x = (7, 8); sub word { "all @_" }
            require './redefined.lib.pl';
            our (@before, @behind); print "@before|@behind\n";
            PERL
        'redefined.lib' => <<~'PERL',
            our @before = word(@x);
            BEGIN { no warnings; *word = sub ($) { "one $_[0]" } if $main::q % 2 }
            our @behind = word(@x);
            1;
            PERL
    },
    variable => {
        script => "require './variable.lib.pl'; print v(), qq(\\n);\n",
        'variable.lib' => 'my $v; BEGIN { $v = $main::q } sub v { "v$v" } 1;',
    },
    function => {
        script =>
            "require './function.lib.pl'; print g(), g(), f(), qq(\\n);\n",
        'function.lib' =>
            'my $n = 5; sub f { $n++ } BEGIN { *g = \&f; *h = sub () { 1 } if $main::q % 2 } 1;',
    },
    defines => {
        script => "require './defines.lib.pl'; print get(), qq(\\n);\n",
        'defines.lib' => 'BEGIN { my $x = $main::q; sub get { "x$x" } } 1;',
    },
    unmade => {
        script =>
            "require './unmade.lib.pl'; print sum(), ' ', join(',', sort grep { /^word/ } keys %main::), qq(\\n);\n",
        'unmade.lib' =>
            'BEGIN { *main::word = sub () { 7 } if $main::q % 2 } sub sum { return word + 1 } 1;',
    },
    evaluates => {
        script =>
            "require './evaluates.lib.pl'; print \$main::seen // 'u', qq(\\n);\n",
        'evaluates.lib' =>
            'my $y = 3; BEGIN { sub { $main::seen = eval q{$y = 4; "y$y"} }->() } 1;',
    },
);

$_->{script} = $HEAD . $_->{script}
    for values %kept, values %changing, values %read;
compare_site_files(\%kept);
compare_site_files(\%changing, varied => [ keys %changing ]);
compare_site_files(\%read,     read   => [ keys %read ]);

done_testing;
