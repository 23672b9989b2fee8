# A site's files that scripts require after their first look: mehari compiles
# them ahead, and a script cannot tell.

use Mehari::Test;
use Mehari::Test::Rollback;
use Mehari::Test::SiteFiles;

plan skip_all => rollback_missing() if rollback_missing();

my %case = (
    names => {
        script => <<~'PERL',
            our (%conf, @l) = (); @l = (5);
            sub names { join ' ', sort grep { /^z/ } keys %main:: }
            print names(), defined &zf ? 'd' : 'u', exists $main::{zz1} ? 1 : 0, "\n";
            print require './names-1.pl', "\n";
            print names(), ' ', join(' ', sort keys %Other::), " @l $zz1 @zz2\n";
            print join ',', map { "$_=$conf{$_}" } sort keys %conf;
            print zf(), $Other::x, exists &zf ? 1 : 0, "\n";
            print require './names-1.pl', "\n";
            delete $INC{'./names-1.pl'};
            { no warnings; print require './names-1.pl', do './names-1.pl' }
            PERL
        'names-1' => <<~'PERL',
            use vars qw($zz1 @zz2 %zz3);
            use strict;
            our %conf;
            @conf{qw(a q)} = (1, $main::q // 'u');
            $zz1 = 'one'; @zz2 = (1, 2); push @main::l, 6; $Other::x = 3; $zz3{k} = 1;
            sub zf { $zz1 }
            7;
            PERL
    },
    callers => {
        script => <<~'PERL',
            require './callers-1.pl';
            print who(), "\n";
            { package Foo; require './callers-2.pl'; }
            print defined &Foo::where ? 'Foo' : 'main', "\n";
            PERL
        'callers-1' => <<~'PERL',
            my @c = map { join ',', map { $_ // 'u' } (caller $_)[ 0 .. 7 ] } 0 .. 3;
            sub who { join '|', @c, __FILE__, __LINE__, __PACKAGE__, (caller 0)[ 0 .. 4 ] }
            1;
            PERL
        'callers-2' => "sub where { 1 } 1;\n",
    },
    packages => {
        script => <<~'PERL',
            print Some::Thing->can('new') ? 'can' : 'cannot', "\n";
            eval { Some::Thing->new }; print $@;
            require './packages-1.pl';
            my $o = Some::Thing->new(q => $q);
            print ref $o, ' ', $o->get, ' ', $o->base, ' ', $o->isa('Some::Base'), "\n";
            require mro;
            print join ',', mro::get_pkg_gen('Some::Thing'), mro::get_pkg_gen('main'),
                @{ mro::get_linear_isa('Some::Thing') },
                sort @{ mro::get_isarev('Some::Base') };
            print $o->auto(3), "\n";
            PERL
        'packages-1' => <<~'PERL',
            package Some::Base;
            sub base { 'base of ' . ref shift }
            sub AUTOLOAD { our $AUTOLOAD; return if $AUTOLOAD =~ /DESTROY/; "auto $AUTOLOAD" }
            package Some::Thing;
            use strict;
            our @ISA = ('Some::Base');
            my $count = 0;
            sub new { my ($class, %with) = @_; $count++; bless {%with}, $class }
            sub get { "$_[0]{q}:$count" }
            1;
            PERL
    },
    prototypes => {
        script => <<~'PERL',
            require './prototypes-1.pl';
            print apply(sub { $_[0] * 2 }, 1, 2), &larger(3, 9), PI2(), "\n";
            print eval q{ apply { $_[0] + 1 } 1, 2 }, eval q{PI2 + 1}, "\n";
            PERL
        'prototypes-1' => <<~'PERL',
            use strict; use warnings;
            sub apply(&@) { my $c = shift; join ',', map { $c->($_) } @_ }
            sub larger($$) { $_[0] > $_[1] ? $_[0] : $_[1] }
            use constant PI2 => 6;
            use constant { A1 => 1, B1 => 'b' };
            print 'larger ', (larger 3, 4), ' ', A1 + 2, B1, "\n";
            print join(',', apply { $_[0] . 'x' } 1, 2), "\n";
            1;
            PERL
    },
    constants => {
        script => <<~'PERL',
            if ($q % 2) { require './constants-1.pl'; require './constants-2.pl' }
            else { require './constants-2.pl'; require './constants-1.pl' }
            print made(), "\n";
            PERL
        'constants-1' => "sub hello { \"hello(\@_)\" } sub TRUE() { 1 } 1;\n",
        'constants-2' =>
            "sub made { my \$x = hello 'a', 'b'; TRUE ? \$x : 'f' } 1;\n",
    },
    languages => {
        script => <<~'PERL',
            my $language = (qw(de en fr))[ $q % 3 ];
            require "./languages-$language.pl";
            print text('hello'), " $title\n";
            PERL
        map {
            (         "languages-$_" => "\$title = 'title $_';"
                    . " %text = (hello => 'hello $_');"
                    . ' sub text { $text{ $_[0] } } 1;')
        } qw(de en fr),
    },
  # Empty packages (Family1) above others, and files with the same names, each
  # of which is tried while the packages are out of sight.
    families => {
        script => <<~'PERL',
            require './families-1.pl';
            my $language = (qw(de en fr nl))[ $q % 4 ];
            require "./families-$language.pl";
            print map({ "Family${_}::Of"->v . ',' } 1 .. 40), text(), "\n",
                join ',', sort grep { /^Fam/ } keys %main::;
            PERL
        'families-1' =>
            join('', map { "package Family$_\::Of; sub v { $_ }\n" } 1 .. 40)
            . "1;\n",
        map { ("families-$_" => "sub text { 'text $_' } 1;") }
            qw(de en fr nl),
    },
    carp => {
        script => <<~'PERL',
            use CGI::Carp;
            sub state { no warnings; join ',', $CGI::Carp::WRAP // 'u',
                $CGI::Carp::WARN // 'u', $CGI::Carp::NO_TIMESTAMP,
                $CGI::Carp::PROGNAME // 'u', ref $SIG{__DIE__},
                $SIG{__DIE__} == \&CGI::Carp::die ? 'Carp' : 'other', "\n" }
            print state();
            $SIG{__DIE__} = sub { print "mine @_" } if $q % 2;
            {   local $SIG{__DIE__};
                require './carp-1.pl'; print state(); }
            print state();
            $CGI::Carp::WRAP = $q % 5 ? 7 : 'z' if $q % 3;
            $CGI::Carp::NO_TIMESTAMP = 0;
            require './carp-2.pl'; print state();
            require './carp-3.pl'; print state();
            print eval { fails(); 1 } // $@; one();
            PERL
        'carp-1' => <<~'PERL',
            use CGI::Carp qw(fatalsToBrowser noTimestamp);
            sub one { die "the end\n" } 1;
            PERL
        'carp-2' => <<~'PERL',
            package Two; use CGI::Carp qw(fatalsToBrowser warningsToBrowser);
            package Three; use CGI::Carp qw(fatalsToBrowser noTimestamp);
            sub main::fails { die "fails\n" } 1;
            PERL
        'carp-3' => 'use CGI::Carp qw(name=three wrap); 1;',
    },
    carp_used => {
        script => <<~'PERL',
            use CGI::Carp qw(fatalsToBrowser name=used);
            BEGIN { $SIG{__DIE__} = sub { print "mine @_" } }
            print $CGI::Carp::WRAP, join(',', %SIG{__DIE__}) =~ s/\(.*//r;
            delete $SIG{__DIE__} if $q % 2;
            *CGI::Carp::die = sub { print "theirs @_" } if $q % 3 == 2;
            eval { require "./carp_used-$_.pl" } or print $@ for 1 .. 2;
            print "$CGI::Carp::WRAP $CGI::Carp::PROGNAME\n"; undef->method;
            PERL
        'carp_used-1' =>
            'use CGI::Carp qw(fatalsToBrowser); die "at one\n"; 1;',
        'carp_used-2' => 'use CGI::Carp qw(fatalsToBrowser); sub two { } 1;',
    },
    named_alike => {
        script => <<~'PERL',
            sub template { "template(@_)" } sub unused { 3 }
            BEGIN { require './named_alike-0.pl' }
            print template(1), later(2), "\n";
            require './named_alike-1.pl';
            print page(), template(3), later(4), " $template @later\n";
            print join ',', map { defined *{"main::$_"}{CODE} ? 1 : 0,
                defined ${"main::$_"} ? 1 : 0 } qw(template later unused);
            PERL
        'named_alike-0' => 'sub later { "later(@_)" } 1;',
        'named_alike-1' => <<~'PERL',
            sub page { $template .= 'x'; push @later, &later(5); "$template @later" }
            $template = 'page'; 1;
            PERL
    },
    # The string names the package before its file is loaded.
    plugins => {
        script => <<~'PERL',
            sub Plug::Base::base { ' base' }
            sub gens { require mro; join ',', map { mro::get_pkg_gen($_) } @_ }
            for my $name (qw(One Two Three)) {
                print eval qq{ require './plugins-$name.pl';
                    Plug::${name}::init(\$q, \@Plug::${name}::more, *Plug::${name}::fh) }
                    // $@, "\n";
            }
            print Plug::Two->can('base') ? 'can' : 'cannot', Plug::Two->base, "\n";
            { no warnings; *Plug::One::init = sub { 'other' }; }
            print eval q{ Plug::One::init() }, $Plug::One::x,
                defined &Plug::One::never ? 1 : 0, ref \*Plug::One::init, "\n";
            print join ',', map { "$_=" . *{"Plug::One::$_"} } sort keys %Plug::One::;
            print gens(qw(Plug::One Plug::Two)), "\n";
            PERL
        (
            map {
                ("plugins-$_" => <<~"PERL")
                    package Plug::$_; use strict; our \$x = "x of $_";
                    our \@ISA = 'Plug::Base';
                    sub init { join ' ', __PACKAGE__, scalar(caller), "\@_[0, 1]",
                        \$x, helper() } sub helper { 'helper' } 1;
                    PERL
            } qw(One Two Three)
        ),
    },
    plugins_late => {
        script => <<~'PERL',
            print eval q{ package Plug::Late; our $y = 5; sub z { 6 } 1 };
            print eval q{ require './plugins_late-1.pl'; Plug::Late::init(3) } // $@,
                $Plug::Late::y, Plug::Late->z, "\n";
            PERL
        'plugins_late-1' => 'package Plug::Late; sub init { "late @_" } 1;',
    },
    # Perl has named the package main::Plug::Main then.
    plugins_main => {
        script => <<~'PERL',
            print eval q{ $main::Plug::Main::y // 'none' };
            require './plugins_main-1.pl';
            print ref Plug::Main->new, Plug::Main->can('new') ? 1 : 0, "\n";
            PERL
        'plugins_main-1' => 'package Plug::Main; sub new { bless {} } 1;',
    },
    askers => {
        script => <<~'PERL',
            { package Foo; require './askers-1.pl'; }
            print "$Foo::title|$main::title|", defined &Foo::who ? 'Foo' : '', "\n";
            package Bar;
            require './askers-2.pl';
            print "$Baz::x $Bar::x ", Baz::who(), "\n";
            require './askers-3.pl';
            print "$Bar::after $Qux::in\n";
            PERL
        'askers-1' => <<~'PERL',
            $title = "hello $ENV{QUERY_STRING}";
            1;
            PERL
        'askers-2' => <<~'PERL',

            # A comment
            =head1 NAME

            package Bar;

            =cut

            package Baz;
            $x = 5;
            sub who { "$x " . __PACKAGE__ }
            1;
            PERL
        'askers-3' => <<~'PERL',
            package Qux { $in = 6 }
            $after = 7;
            PERL
    },
    doing => {
        script => <<~'PERL',
            my $v = do './doing-1.pl';
            print "scalar: $v, $n, $INC{'./doing-1.pl'}\n";
            my @l = do './doing-2.pl';
            print "list: @l, $@\n";
            do './doing-3.pl';
            print 'void: ', defined $w ? $w : 'u', " $@ ", $! + 0, "\n";
            { package Foo; do './doing-4.pl'; }
            print "$Foo::title|$main::title\n";
            { local $@ = 'before'; my $r = do './doing-5.pl';
              print defined $r ? 1 : 0, " $@"; }
            sub in { do './doing-6.pl' }
            my @c = in();
            print "@c, ", sort({ do './doing-7.pl' } 3, 1, 2), "\n";
            eval { do './doing-8.pl'; print "after: ", ref $@ || $@, "\n"; 1 } or print 'died';
            unless (my $none = do './doing-none.pl') { print "none: $!\n" }
            PERL
        'doing-1' => <<~'PERL',
            our $n += 1;
            my @frame = map { $_ // 'u' } (caller 0)[ 0 .. 7 ];
            "$ENV{QUERY_STRING} @frame " . (wantarray // 'u');
            PERL
        'doing-2' => <<~'PERL',
            my %conf = (a => 1);
            (%conf, wantarray, 'z');
            PERL
        'doing-3' => <<~'PERL',
            our $w = wantarray;
            (1, 2);
            PERL
        'doing-4' => qq(\$title = "hello \$ENV{QUERY_STRING}";\n),
        'doing-5' => <<~'PERL',
            print "in: '$@'\n";
            die "at $ENV{QUERY_STRING}\n";
            PERL
        'doing-6' => "(4, 5, wantarray);\n",
        'doing-7' => "\$main::a <=> \$main::b;\n",
        'doing-8' => <<~'PERL',
            return 1 if $ENV{QUERY_STRING} > 1000;
            die bless { code => $ENV{QUERY_STRING} }, 'Error' if !$ENV{QUERY_STRING};
            die "no object: $ENV{QUERY_STRING}\n";
            PERL
    },
    doing_more => {
        script => <<~'PERL',
            for my $i (1 .. 2) { my $v = do './doing_more-1.pl'; print "$v\n"; }
            print defined(do './doing_more-2.pl') ? '' : 'u', $@;
            require './doing_more-3.pl';
            print do './doing_more-3.pl', "\n";
            print $q % 2 ? scalar(do './doing_more-4.pl') : do './doing_more-4.pl', "\n";
            PERL
        'doing_more-1' => "our \$times; ++\$times;\n",
        'doing_more-2' => "my \$x = ;\n",
        'doing_more-3' => "sub more { 3 } (7, more());\n",
        'doing_more-4' => "(8, 9);\n",
    },
    meanwhile => {
        script => <<~'PERL',
            eval q{ sub early { "early(@_)" } our $gx = 5; };
            require './meanwhile-1.pl';
            print use_early(), "\n";
            *{"main::dyn"} = sub { "dyn(@_)" };
            require './meanwhile-2.pl';
            print use_dyn(), "\n";
            open(LOGX, '<', $0);
            require './meanwhile-3.pl';
            print lines(), "\n";
            PERL
        'meanwhile-1' => 'sub use_early { early(1, 2) . " $gx" } 1;',
        'meanwhile-2' =>
            'sub use_dyn { dyn(1) . &dyn(2) . defined(&dyn) } 1;',
        'meanwhile-3' =>
            'sub lines { my @l = (scalar <LOGX>, scalar <LOGX>); close LOGX; length "@l" } 1;',
    },
    dies => {
        script => <<~'PERL',
            eval { require './dies-1.pl' };
            print "E: $@", exists $INC{'./dies-1.pl'} ? 1 : 0, defined &dd ? 1 : 0, "\n";
            eval { require './dies-1.pl' }; print "E: $@";
            eval { require './dies-2.pl' }; print "E: $@", ff(), "\n";
            local $SIG{__DIE__} = sub { print "H: $_[0]" };
            eval { require './dies-3.pl' }; print "E: $@";
            PERL
        'dies-1' => "sub dd { 1 } die \"at the load\\n\" if 1; 1;\n",
        'dies-2' => "sub ff { 'ff' } 0;\n",
        'dies-3' => "sub late { die \"late\\n\" } late(); 1;\n",
    },
    handles => {
        script => <<~'PERL',
            require './handles-1.pl';
            { local *FH; open FH, '<', $0; print first(); close FH }
            open FH, '<', $0; print first();
            { local $gl = 5; print gl(); } *gl2 = \&gl; print gl2(); undef &gl;
            print eval { gl() } // $@;
            report('x', 5); print STDOUT "done\n";
            PERL
        'handles-1' => <<~'PERL',
            $gl = 3;
            sub gl { "gl=$gl\n" }
            sub first { my $l = <FH>; "first: $l" }
            open(IN0, '<', __FILE__); my $l = <IN0>; print length $l, "\n";
            format R =
            @<<< @>>>
            $a1, $b1
            .
            sub report { ($a1, $b1) = @_; $~ = 'R'; write }
            1;
            PERL
    },
    closures => {
        script => <<~'PERL',
            my $l = 'top';
            require './closures-1.pl';
            print $_->(), "\n" for @subs;
            print counter(), counter(), page('n'), join(',', sorted(10, 9, 2)), "\n";
            PERL
        'closures-1' => <<~'PERL',
            my %h = map { $_ => 1 } qw(a b);
            my $n = 1;
            for my $i (1 .. 3) { push @subs, sub { $n++ . ":$i" } }
            { my $c = 0; sub counter { ++$c } }
            use feature 'state';
            sub page {
                state $s = 5;
                my $n = shift;
                return <<"E" . "$h{a} @{[ map { $_ * 2 } 1, 2 ]}\n";
            name $n @{[ $s++ ]}
            E
            }
            sub by_number { $a <=> $b }
            sub sorted { sort by_number @_ }
            END { print "end of the file $n\n" }
            return 1 if $n; die;
            PERL
    },
    nested => {
        script     => "require './nested-1.pl'; print n1(), \"\\n\";\n",
        'nested-1' => 'require "./nested-2.pl"; sub n1 { "n1" . n2() . K() }'
            . ' require "./nested-3.pl"; 1;',
        'nested-2' => 'use constant K => "k"; sub n2 { "n2" . n3(1) } 1;',
        'nested-3' =>
            'sub n3 { "n3@_" } print "from ", join(",", (caller)[ 0, 1, 2 ]), "\n"; 1;',
    },
    blocks => {
        script => <<~'PERL',
            require './blocks-1.pl';
            print b1(), "\n";
            require './blocks-2.pl';
            print b2(), "\n";
            eval { require './blocks-3.pl' };
            print "E: $@", "count $count\n";
            require './blocks-4.pl';
            print b4(), "\n";
            PERL
        'blocks-1' =>
            'BEGIN { $main::count++; $made = "made with $main::q" } sub b1 { $made } 1;',
        'blocks-2' =>
            'BEGIN { $main::count++; *given = sub ($) { "given(@_)" } } sub b2 { my @x = (given 1, 2); "@x" } 1;',
        'blocks-3' =>
            'BEGIN { $main::count++; die "in the block\n" } sub b3 { 1 } 1;',
        'blocks-4' =>
            'BEGIN { require strict; strict->import; $main::count++ } sub b4 { eval { my $x = "n"; $$x = 1 } // "$@ $count" } our $count; 1;',
    },
    modules => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::E;
            print Site::E->new->hello, ' ', Site::F->can('ff') ? 1 : 0, "$Site::F::loaded\n";
            print join ',', sort grep { /Site/ } keys %INC;
            PERL
        'lib/Site/D.pm' =>
            'package Site::D; use overload q("") => \&str, "+" => sub { 5 };'
            . ' sub new { bless {}, shift } sub str { "str" }'
            . ' sub DESTROY { print "destroyed\n" } 1;',
        'lib/Site/E.pm' =>
            'package Site::E; use strict; use warnings; use parent "Site::D";'
            . ' use Site::F; use Site::G; use POSIX qw(floor);'
            . ' sub hello { my $s = shift; ff(1) . G1() . g2(3) . floor(2.5) . ref($s) . "$s" } 1;',
        'lib/Site/F.pm' => 'package Site::F; our $loaded; $loaded++;'
            . ' sub import { no strict; *{ caller() . "::ff" } = \&ff }'
            . ' sub ff { "ff(@_)" } 1;',
        'lib/Site/G.pm' =>
            'package Site::G; use Exporter "import"; our @EXPORT = qw(G1 g2);'
            . ' sub G1 { "g1" } sub g2 { "g2(@_)" } 1;',
    },
    classes => {
        script => <<~'PERL',
            use lib 'lib'; use Site::H;
            require './classes-1.pl';
            print made(), ' ', Site::H->can('import') ? 1 : 0, "\n";
            PERL
        'lib/Site/H.pm' =>
            'package Site::H; sub new { bless {}, shift } sub h { "h" } 1;',
        'classes-1' =>
            'use Site::H; use Site::H "words"; no Site::H; sub made { Site::H->new->h } 1;',
    },
    imports => {
        script => <<~'PERL',
            use lib 'lib'; use Site::I;
            no warnings 'once';
            *Site::I::import = sub { print "imported $_[1] by $q\n" };
            require './imports-1.pl';
            print made(), "\n";
            PERL
        'lib/Site/I.pm' =>
            'package Site::I; sub new { bless {}, shift } sub i { "i" } 1;',
        'imports-1' => 'use Site::I "words"; sub made { Site::I->new->i } 1;',
    },
    # Carp names the package overload::numbers, and so perl makes overload.
    perls => {
        script => <<~'PERL',
            print exists $main::{'overload::'} ? 1 : 0;
            require './perls-1.pl';
            print exists $main::{'overload::'} ? 1 : 0, p1(2.5), "\n";
            require './perls-2.pl';
            print p2('n'), eval { p1('none') } // $@;
            PERL
        'perls-1' =>
            'use Carp; use POSIX qw(floor); sub p1 { $_[0] eq "none" ? croak "$_[0]" : floor($_[0]) } 1;',
        'perls-2' => 'package Name; use overload q("") => sub { "name" };'
            . ' package main; sub p2 { bless([], "Name") . $_[0] } 1;',
    },
    # Encode dies in an eval while it is loaded, which CGI::Carp lets pass.
    carp_module => {
        script => <<~'PERL',
            use CGI::Carp qw(fatalsToBrowser);
            require './carp_module-1.pl'; print length text(), "\n";
            PERL
        'carp_module-1' =>
            'use Encode; sub text { encode("UTF-8", "\x{e9}$q") } 1;',
    },
 # CGI::Carp makes the package CGI, which holds Carp alone until CGI is there.
    carp_form => {
        script => <<~'PERL',
            use CGI::Carp qw(fatalsToBrowser);
            require mro; @Heir::ISA = ('CGI::Carp');
            sub state { join ' ', (grep /^(?:n|Carp|Util)/, sort keys %CGI::), *CGI::Carp::, *CGI::new,
                (map { mro::get_pkg_gen($_) } qw(Heir CGI CGI::Carp CGI::Util)), "\n" }
            print state();
            require './carp_form-1.pl'; print state(), form($q);
            require './carp_form-2.pl'; print state(), crumb($q);
            PERL
        'carp_form-1' =>
            'use CGI; sub form { scalar CGI->new("n=$_[0]")->param("n") } 1;',
        'carp_form-2' => <<~'PERL',
            use CGI::Cookie; use CGI qw(:standard);
            sub crumb { CGI::Cookie->new(-name => "n", -value => $q) . h1("n") }
            1;
            PERL
    },
    carp_package => {
        script => <<~'PERL',
            use CGI::Carp;
            require './carp_package-1.pl'; print CGI::New->new;
            PERL
        'carp_package-1' =>
            'use CGI; package CGI::New; sub new { join " ", sort keys %CGI::New:: } 1;',
    },
    # The import of CGI notes in variables what it has exported last.
    cgi_words => {
        script => <<~'PERL',
            sub state { join ' ', "@{'CGI::SAVED_SYMBOLS'}", scalar(keys %{'CGI::EXPORT'}),
                scalar(keys %{'CGI::EXPORT_OK'}),
                (map { defined &$_ ? 1 : 0 } qw(h1 param Words::h1 More::h1)), "\n" }
            if ($q % 3 == 1) { require 'CGI.pm'; CGI->import(qw(:cgi h2)); print state() }
            for my $n ($q % 2 ? (1, 2, 3) : (3, 2, 1)) {
                require "./cgi_words-$n.pl"; print state();
            }
            print Words::made(), More::made(), plain(), "\n";
            PERL
        'cgi_words-1' =>
            'package Words; use strict; use CGI qw(:standard); sub made { h1("words") . p } 1;',
        'cgi_words-2' => <<~'PERL',
            package More; use strict; use CGI qw(:standard :html4 *table);
            sub made { h1({ -id => 1 }, "more") . start_table() . end_table } 1;
            PERL
        'cgi_words-3' =>
            'use CGI; sub plain { my $c = CGI->new("a=b"); $c->h1(scalar $c->param("a")) } 1;',
    },
    # Pragmas that few scripts have loaded when they load the file.
    pragmas => {
        script => "require './pragmas-1.pl'; print pr(10, 9), hex('11');\n",
        'pragmas-1' => <<~'PERL',
            use subs qw(hex oct); use sort 'stable'; use less 'memory';
            sub hex { "hex(@_)" }
            sub oct { "oct(@_)" }
            sub pr {
                join ',', hex('ff'), (oct '17'), less->of('memory') ? 'less' : 'more',
                    sort { $a <=> $b } @_;
            }
            1;
            PERL
    },
    data => {
        script   => "require './data-1.pl'; print lines();\n",
        'data-1' => "sub lines { join '', <DATA> } 1;\n__DATA__\n"
            . join('', map { "line $_\n" } 1 .. 2000),
    },
    variables => {
        script        => "require './variables-1.pl'; print shown();\n",
        'variables-1' =>
            "my \$v; BEGIN { \$v = 'set' } sub shown { \"\$v\\n\" } 1;\n",
    },
    warns => {
        script => <<~'PERL',
            local $SIG{__WARN__} = sub { print "W: @_" };
            $^W = 1; sub own { 1 }
            require './warns-1.pl'; print own(), "\n";
            PERL
        'warns-1' => "my \$x; my \$x; sub own { 2 } 1;\n",
    },
    scalars_of_perl => {
        script => <<~'PERL',
            my $error = "$!";
            "ab" =~ /(.)/;
            print "$1\n";
            require './scalars_first.pl';
            require($q % 2 ? './scalars_odd.pl' : './scalars_even.pl');
            require './scalars_last.pl';
            print join(' ', First::text("xy$q"), Last::text("xy$q")), "\n";
            print join(',', map { ord } sort grep { length == 1 } keys %main::), "\n";
            PERL
        scalars_first =>
            'package First; sub text { $_[0] =~ /(.)(.)/; "$2$+" } 1;',
        scalars_odd =>
            'package main; "cd" =~ /(?<=c)d/; print "odd $`$&\n"; 1;',
        scalars_even =>
            'package main; "efg" =~ /f/; print "even $`$&$\'\n"; 1;',
        scalars_last => 'package Last; use Cwd; use Carp;'
            . ' sub text { $! = 2; $_[0] =~ /(.)(.)(.)/;'
            . ' "$1$3" . ($! + 0) . (cwd() ne "") . "$^W" } 1;',
    },

    # Both files have one $1, and the script has a module's.
    scalars_of_module => {
        script => <<~'PERL',
            require File::Basename;
            require './module_first.pl' if $q < 4;
            require './module_second.pl';
            print Second::text("xy$q"), "\n";
            print join(',', map { ord } sort grep { length == 1 } keys %main::), "\n";
            PERL
        module_first => 'package First;'
            . ' sub text { $_[0] =~ /(.)(.)/; "$1$2" } 1;',
        module_second => 'package Second; sub text { $! = 17;'
            . ' $_[0] =~ /(.)(.)/; "$1$2" . ($! + 0) } 1;',
    },
    # Code has the functions before the file defines them.
    declared => {
        script => <<~'PERL',
            use vars qw(%to @before); sub AUTOLOAD { our $AUTOLOAD; "auto($AUTOLOAD)" }
            BEGIN {
                %to = map { $_ => \&{"main::$_"} } qw(added shown never);
                *Other::added = \&added; @before = (defined &shown, exists &shown);
            }
            print "@before ", $to{added}->(1), Other::added(2), defined &added, "\n";
            require './declared-1.pl';
            print $to{added}->(3), Other::added(4), ' ', &shown, $to{never}->(5), "\n";
            print defined &Other::added ? 1 : 0, exists &never ? 1 : 0,
                main->can('shown') == $to{shown} ? 'same' : 'other', "\n";
            undef &added;
            print defined &Other::added ? 1 : 0, $to{added}->(6), "\n";
            require mro; print mro::get_pkg_gen('main') - mro::get_pkg_gen('Other');
            PERL
        'declared-1' => <<~'PERL',
            my $n = 0; $declared::x = 1;
            sub added {
                my @c = caller 0;
                join ',', 'added', ++$n, @_, @c[2, 3], map { $_ * $n } 1, 2;
            }
            sub shown { my $f = sub { $n . added('shown') }; $f->() . $declared::x }
            1;
            PERL
    },
    declared_empty => {
        script => <<~'PERL',
            BEGIN { eval 'sub none(); sub some;' }
            sub seen { join ',', map { prototype($_) // 'no' } \&none, \&some }
            print seen();
            require './declared_empty-1.pl';
            print ' ', seen(), none(), some(), "\n";
            PERL
        'declared_empty-1' =>
            'no warnings; sub none { "n$q" } sub some { "s$q" } 1;',
    },
    declared_once => {
        script => <<~'PERL',
            BEGIN { our $to = \&one; \&two }
            eval 'sub one { "mine" } 1' or print $@ if $q % 2;
            eval '{ no strict; undef &two; bless \&two, "Two" }' if $q > 3;
            { local $^W; require './declared_once-1.pl' }
            print one(), $to->(), two(), ref \&two, "\n";
            { no warnings; do './declared_once-1.pl' }
            print one(), $to->(), two(), "\n";
            PERL
        'declared_once-1' =>
            'no warnings; sub one { "file" } sub two { "two$q" . one() } 1;',
    },
);

compare_site_files(
    \%case,
    varied => [qw(blocks constants declared_once plugins_late plugins_main)],
    read   => [
        qw(data declared_empty dies doing_more imports names variables warns)
    ],
);

done_testing;
