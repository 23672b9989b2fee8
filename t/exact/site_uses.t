# A site's files that use other files of the site: mehari compiles them ahead,
# too, and a script cannot tell.

use Mehari::Test;
use Mehari::Test::Rollback;
use Mehari::Test::SiteFiles;

plan skip_all => rollback_missing() if rollback_missing();

my $FRAMES = 'join "|", map { my @c = caller $_;'
    . ' join ",", map { $_ // "u" } @c[ 0 .. 8 ] } 0 .. 12';

my %case = (
    classes => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::Dog;
            my $d = Site::Dog->new(name => "rex$q");
            print $d->speak, ' ', $d->isa('Site::Animal') ? 1 : 0, " @Site::Dog::ISA\n";
            require mro;
            print join(',', map { mro::get_pkg_gen($_) } qw(Site::Dog Site::Thing main)),
                " @{ mro::get_linear_isa('Site::Dog') } ",
                join(',', sort @{ mro::get_isarev('Site::Thing') }), "\n";
            print $Site::Animal::VERSION, defined $Site::Thing::VERSION ? $Site::Thing::VERSION : 'u', "\n";
            print join(',', sort grep { /Site/ } keys %INC), ' ', join(',', sort keys %Site::Dog::), "\n";
            PERL
        'lib/Site/Thing.pm' =>
            'package Site::Thing; use strict; my $made = 0;'
            . ' sub new { my ($c, %w) = @_; $made++; bless { %w, n => $made }, $c }'
            . ' sub thing { "thing $_[0]{n}" } 1;',
        'lib/Site/Animal.pm' =>
            'package Site::Animal; use strict; use warnings;'
            . ' use base "Site::Thing"; our $VERSION = 1.5;'
            . ' sub speak { my $s = shift; $s->{name} . $s->sound . $s->thing } 1;',
        'lib/Site/Dog.pm' =>
            'package Site::Dog; use strict; use warnings; use parent qw(Site::Animal);'
            . ' sub sound { " woof " } 1;',
    },
    frames => {
        script => <<~'PERL',
            use lib 'lib';
            sub outer { require Site::Outer } outer();
            print "$Site::Outer::from\n$Site::Inner::from\n", Site::Outer::both(), "\n";
            PERL
        'lib/Site/Inner.pm' =>
            "package Site::Inner;\n\nour \$from = (defined \$^S ? \$^S : 'u') . ' ' . $FRAMES;\n1;\n",
        'lib/Site/Outer.pm' =>
            "package Site::Outer;\nuse strict;\n\nuse\n  Site::Inner;\n"
            . "our \$from = (defined \$^S ? \$^S : 'u') . ' ' . $FRAMES;\n"
            . "sub both { length(\$from) . Site::Inner->can('x') }\n1;\n",
    },
   # Each file sees the hints of the code that is being compiled when it runs.
    hints => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::Reads; require Site::Strict;
            print "$Site::Reads::hints $Site::Within::hints\n";
            PERL
        'lib/Site/Reads.pm'  => 'package Site::Reads; our $hints = $^H; 1;',
        'lib/Site/Within.pm' => 'package Site::Within; our $hints = $^H; 1;',
        'lib/Site/Strict.pm' =>
            'package Site::Strict; use strict; use Site::Within; 1;',
    },
    exports => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::User;
            print Site::User::all(), "\n";
            print join(',', map { defined &{"Site::User::$_"} ? $_ : () } qw(always asked never)), "\n";
            print join(',', sort keys %Site::User::), "\n";
            PERL
        'lib/Site/Exports.pm' => <<~'PERL',
            package Site::Exports;
            use strict;
            use Exporter qw(import);
            our @EXPORT = qw(always);
            our @EXPORT_OK = qw(asked never $name);
            our $name = 'name';
            sub always { "always(@_)" } sub asked ($) { "asked(@_)" } sub never { 'never' }
            1;
            PERL
        'lib/Site/User.pm' => <<~'PERL',
            package Site::User;
            use strict;
            use Site::Exports;
            use Site::Exports qw(asked $name);
            sub all { my @l = (asked 1, always 2, 3); "@l $name" }
            1;
            PERL
    },
    tags => {
        script => <<~'PERL',
            use lib 'lib';
            require './tags-1.pl';
            print made('x'), " $Tags::VERSION ", join(',', sort keys %Site::Tags::EXPORT_TAGS),
                " @Site::Tags::ISA @Site::Tags::EXPORT_OK\n";
            print join(',', sort grep { /^(?:tag|more)/ && defined &$_ } keys %main::), "\n";
            PERL
        'lib/Site/Tags.pm' => <<~'PERL',
            package Site::Tags;
            require Exporter;
            our @ISA = ('Exporter');
            our $VERSION = '1.25';
            our %EXPORT_TAGS = (all => [qw(tag1 tag2)], few => ['tag1'], const => [qw(MORE)]);
            our @EXPORT_OK = (@{ $EXPORT_TAGS{all} }, 'more1');
            push @EXPORT_OK, 'MORE', @{ $EXPORT_TAGS{few} };
            use constant MORE => 7;
            sub tag1 { "tag1(@_)" } sub tag2 (&) { 'tag2 ' . $_[0]->() } sub more1 { 'more1' }
            1;
            PERL
        'tags-1' => <<~'PERL',
            use strict;
            use Site::Tags 1.2 qw(:all);
            use Site::Tags qw(:const more1);
            sub made { my $x = tag2 { tag1 MORE + 1 }; "$x " . more1 . MORE }
            1;
            PERL
    },
    # The lists are not the ones that were read from the code.
    dynamic => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::Dynamic;
            print Site::Dynamic::used(), "\n";
            require Site::Mapped;
            print Site::Mapped::used(), "\n";
            PERL
        'lib/Site/Lists.pm' => <<~'PERL',
            package Site::Lists;
            use Exporter 'import';
            our @EXPORT = qw(one two);
            @EXPORT = ('two') if $ENV{QUERY_STRING} % 2;
            our @EXPORT_OK = map { "m$_" } 1 .. 3;
            sub one { "one(@_)" } sub two { "two(@_)" } sub m1 { 'm1' }
            1;
            PERL
        'lib/Site/Dynamic.pm' => <<~'PERL',
            package Site::Dynamic;
            use Site::Lists;
            sub used { no strict; my $x = one; "$x " . two(2) . (defined &one ? 'd' : 'u') }
            1;
            PERL
        'lib/Site/Mapped.pm' => <<~'PERL',
            package Site::Mapped;
            use Site::Lists qw(m1);
            sub used { m1 }
            1;
            PERL
    },
    order => {
        script => <<~'PERL',
            use lib 'lib';
            our @order;
            require Site::First;
            print "@order ", Site::First::sum(), "\n";
            PERL
        'lib/Site/Third.pm' =>
            'package Site::Third; push @main::order, "third"; sub t { 3 } END { print "end third\n" } 1;',
        'lib/Site/Second.pm' =>
            'package Site::Second; use Site::Third; push @main::order, "second"; sub s2 { 2 + Site::Third::t() } END { print "end second\n" } 1;',
        'lib/Site/First.pm' =>
            'package Site::First; use vars qw($x); use Site::Second; use Site::Third (); use POSIX qw(floor);'
            . ' push @main::order, "first"; $x = 1; require Site::Later; sub sum { floor($x + Site::Second::s2() + Site::Later::l()) } END { print "end first\n" } 1;',
        'lib/Site/Later.pm' =>
            'package Site::Later; use Site::Third; push @main::order, "later"; sub l { Site::Third->t } 1;',
    },
    in_main => {
        script => <<~'PERL',
            require './in_main-1.pl';
            print greet('you'), total(), "\n";
            PERL
        'in_main-1' => qq{use POSIX qw(floor);\nuse lib '.';\n}
            . qq{sub total { floor(2.5) } 1;\nsub greet { "hello \@_ " } 1;\n},
    },
    cycle => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::One;
            print Site::One::one(), Site::Two::two(), "\n";
            PERL
        'lib/Site/One.pm' =>
            'package Site::One; use Site::Two; our $v = 5; sub one { "one" . Site::Two::two() } 1;',
        'lib/Site/Two.pm' =>
            'package Site::Two; use Site::One; our $seen = defined $Site::One::v ? 1 : 0; sub two { "two$seen" } 1;',
    },
    fails => {
        script => <<~'PERL',
            use lib 'lib';
            for (1, 2) {
                eval { require Site::Fails };
                print "E: $@", exists $INC{'Site/Fails.pm'} ? $INC{'Site/Fails.pm'} // 'u' : 'none', ' ',
                    exists $INC{'Site/Dies.pm'} ? $INC{'Site/Dies.pm'} // 'u' : 'none', "\n";
            }
            print eval { Site::Fails::f() } // $@, "\n";
            $main::good = 1; delete @INC{qw(Site/Fails.pm Site/Dies.pm)};
            { no warnings; require Site::Fails; }
            print Site::Fails::f(), "\n";
            PERL
        'lib/Site/Dies.pm' =>
            'package Site::Dies; die "at the load of $main::q\n" if !$main::good && $ENV{QUERY_STRING} % 2 == 0; sub d { 4 } 1;',
        'lib/Site/Fails.pm' =>
            "package Site::Fails;\nuse strict;\n\nuse Site::Dies;\nsub f { 'f' . Site::Dies::d() }\n1;\n",
    },
    replaced => {
        script => <<~'PERL',
            use lib 'lib';
            require Site::Caller;
            print Site::Caller::c(), "\n";
            print Site::Caller->can('given') ? 'can' : 'cannot', "\n";
            PERL
        'lib/Site/Chosen.pm' => <<~'PERL',
            package Site::Chosen;
            our @imported;
            *import = sub { shift; push @imported, "@_"; no strict; *{ caller() . '::given' } = sub { "given(@_)" } }
                if $ENV{QUERY_STRING} % 3 == 1;
            sub c { scalar(@imported) . "@imported" }
            1;
            PERL
        'lib/Site/Caller.pm' =>
            "package Site::Caller;\nuse Site::Chosen 'a', 'b';\nsub c { Site::Chosen::c() . (defined &given ? given(1) : '') }\n1;\n",
    },
   # perl reads Site::Again after its first function was in sight, because the
   # lists of Site::Half depend on the request.
    defined_before => {
        script => <<~'PERL',
            use lib 'lib';
            local $SIG{__WARN__} = sub { print "W: @_" };
            require Site::Early;
            print Site::Early::e(), Site::Early->can('early') ? 1 : 0, "\n";
            require Site::Again;
            print Site::Again::a(), " @Site::Again::list\n";
            PERL
        'lib/Site/Looks.pm' =>
            'package Site::Looks; our $seen = defined &Site::Early::early ? 1 : 0; sub l { $seen } 1;',
        'lib/Site/Early.pm' =>
            'package Site::Early; use constant E => 3; sub early { 1 } use Site::Looks; sub e { Site::Looks::l() + E } 1;',
        'lib/Site/Half.pm' => <<~'PERL',
            package Site::Half;
            use Exporter 'import';
            our @EXPORT = qw(half);
            @EXPORT = () if $ENV{QUERY_STRING} % 2;
            push @Site::Again::list, Site::Again->can('first') ? 'can' : 'cannot';
            sub half { 'half' }
            1;
            PERL
        'lib/Site/Again.pm' => <<~'PERL',
            package Site::Again;
            use strict; use warnings;
            our @list;
            use constant { ONE => 1, TWO => 2 };
            sub first ($) { "first(@_)" . ONE }
            END { print "end of again\n" }
            use Site::Half;
            sub a { my @l = (first 1, 2); "@l " . TWO . (defined &half ? half() : 'none') }
            1;
            PERL
    },
 # Site::Table imports a function that no code of its own has. Files that come
 # after it are compiled ahead with each other in sight all the same: the last
 # two are of one package.
    unused_import => {
        script => <<~'PERL',
            use lib 'lib'; use Exporter;
            require Site::Front;
            print Site::Front->new(1)->used, "\n";
            print Site::Table->can('unused') ? 'can' : 'cannot', "\n";
            my $class = join '::', qw(Site Door);
            require 'Site/Door.pm';
            print $class->new->{q}, "\n";
            require 'Site/Door2.pm';
            print $class->new->opens, "\n";
            PERL
        'lib/Site/Tools.pm' => <<~'PERL',
            use strict;
            package Site::Tools;
            use Exporter 'import';
            our @EXPORT = qw(unused tool);
            sub unused { 1 }
            sub tool { "tool(@_)" }
            1;
            PERL
        'lib/Site/Front.pm' =>
            'package Site::Front; sub new { shift; require Site::Table; new Site::Table(@_) } 1;',
        'lib/Site/Table.pm' =>
            'package Site::Table; use strict; use Site::Tools;'
            . ' sub new { bless { n => $_[1] }, $_[0] } sub used { tool($_[0]{n}) } 1;',
        'lib/Site/Door.pm' =>
            'package Site::Door; our $made; sub new { $made++; bless { q => $main::q }, shift } 1;',
        'lib/Site/Door2.pm' =>
            'package Site::Door; sub opens { my $s = shift; "opens $s->{q} $made " } our $made; 1;',
    },
    # The script's code names the file's handle.
    data_named => {
        script => <<~'PERL',
            require './data_named-1.pl';
            print text(), eof(Named::DATA) ? 1 : 0, text(), text() // 'u', "\n";
            PERL
        'data_named-1' =>
            "package Named; sub main::text { scalar <DATA> } 1;\n__DATA__\none\ntwo\n",
    },
    # A class that the script's code names has its parents only with its file.
    parents_named => {
        script => <<~'PERL',
            sub named { Heir->f, Heir::f() }
            require mro;
            sub state { print "@{ mro::get_linear_isa('Heir') } ", Heir->can('export_tags') ? 1 : 0,
                grep({ /Heir/ } @{ mro::get_isarev('Exporter') }), "\n" }
            state();
            require './parents_named-2.pl'; state();
            if ($q % 2) { require './parents_named-1.pl'; state() }
            eval 'die'; print $@;
            PERL
        'parents_named-1' =>
            'package Heir; use parent "Exporter"; sub f { 1 } 1;',
        'parents_named-2' => 'use File::Basename; use IO::File; 1;',
    },
 # Two files name functions of a third, and a request may load one of the two.
    named_by_both => {
        script => <<~'PERL',
            require './named_by_both-1.pl' if $q % 2 == 0;
            require './named_by_both-2.pl';
            print via2(), "\n";
            PERL
        'named_by_both-1' => 'sub via1 { Late::Named::f() } 1;',
        'named_by_both-2' =>
            'sub via2 { require "./named_by_both-3.pl"; Late::Named::f() } 1;',
        'named_by_both-3' =>
            'package Late::Named; sub f { "f" } sub g { "g$q" } 1;',
    },
 # The file of a package uses that of a package below it, and is the first one
 # that a script asks for. No code has named the package before.
    above => {
        script => <<~'PERL',
            use lib 'lib';
            my $file = 'Site/Above.pm';
            sub packages { join ' ', map { my $p = $_; "$p:" . join ',', sort keys %{"$p\::"} } @_ }
            print exists $::{'Above::'} ? 1 : 0;
            require $file;
            my $class = 'Above';
            print $class->all, ' ', packages(qw(Above Above::Low Above::Low::Deep)), "\n";
            print "$class\::Low"->can('low')->(), "\n";
            PERL
        'lib/Site/Deep.pm' =>
            'package Above::Low::Deep; sub deep { "deep$main::q" } 1;',
        'lib/Site/Low.pm' =>
            'package Above::Low; use strict; use Site::Deep; sub low { Above::Low::Deep::deep() } 1;',
        'lib/Site/Above.pm' =>
            'package Above; use strict; use Site::Low; sub all { Above::Low::low() } 1;',
    },
    # The package above is deleted before the file below has run.
    above_deleted => {
        script => <<~'PERL',
            use lib 'lib';
            my $file = 'Site/Higher.pm';
            require $file;
            my $class = 'Higher';
            print $class->can('all') ? $class->all : 'none', "$class\::Lower"->can('lower') ? 1 : 0,
                join(',', sort keys %{"$class\::"}), "\n";
            PERL
        'lib/Site/Lower.pm' =>
            'package Higher::Lower; sub lower { "lower$main::q" } 1;',
        'lib/Site/Forget.pm' =>
            'package Site::Forget; delete $main::{"Higher::"} if $main::q % 2; 1;',
        'lib/Site/Higher.pm' =>
            'package Higher; use strict; use Site::Forget; use Site::Lower; sub all { "all" } 1;',
    },
    # The script's code names functions of modules that only the file uses.
    mentions => {
        script => <<~'PERL',
            require './mentions-1.pl';
            print locks(), ' ', POSIX::ceil(1.5), defined $Fcntl::x ? 1 : 0, \$Fcntl::x == other() ? 1 : 0;
            require mro; print mro::get_pkg_gen('Fcntl');
            PERL
        'mentions-1' => <<~'PERL',
            use POSIX qw(floor); use Fcntl qw(:flock);
            sub locks { LOCK_EX, floor 1.5 } sub other { \$Fcntl::x }
            1;
            PERL
    },
    # Perl knows how to call a function that another file has defined before.
    qualified => {
        script => <<~'PERL',
            our @list = (4, 5);
            require './qualified-1.pl' if $q % 3 == 1;
            *Site::Qual::C = sub () { "C$q" } if $q % 3 == 2;
            require './qualified-2.pl';
            require './qualified-1.pl';
            print Site::User::all(), "\n";
            PERL
        'qualified-1' =>
            'package Site::Qual; sub pick ($) { "pick @_" } sub C { "own C" } sub new { bless [] } 1;',
        'qualified-2' => <<~'PERL',
            package Site::User;
            sub all {
                join ' ', Site::Qual::pick(@main::list), Site'Qual'pick(@main::list), Site::Qual::C, ref Site::Qual->new,
                    defined &Site::Qual::pick, scalar &Site::Qual::pick(7), ref \&Site::Qual::C;
            }
            1;
            PERL
    },
    # The script deletes a package in which the file has names.
    deleted => {
        script => <<~'PERL',
            @Site::Gone::list = (1);
            { package Site::Gone::Deep; our $deep = 7; }
            delete $Site::{'Gone::'} if $q % 2;
            my @fill = map { +{ $_ => $q } } 1 .. 3000;
            require './deleted-1.pl';
            print join(',', sort keys %Site::Gone::), ' ', Site::Gone->can('f')->(), "\n";
            print join(',', sort keys %Site::Gone::Deep::), "@Site::Gone::list $Site::Gone::Deep::deep\n";
            PERL
        'deleted-1' => <<~'PERL',
            package Site::Gone;
            our $v = 3;
            sub f { join ' ', "f$v", Site::Gone::Deep::g(4), $Site::Gone::Deep::deep // 'u' }
            sub Site::Gone::Deep::g { "g@_" }
            1;
            PERL
    },
);

# Error.pm gives the file functions for which perl parses it otherwise.
$case{tries} = {
    script => <<~'PERL',
        use Error qw(:try);
        require './tries-1.pl';
        print map({ Site::Tries::caught($_) } 1, 0, 1), "\n";
        PERL
    'tries-1' => <<~'PERL',
        package Site::Tries;
        use Error qw(:try);
        sub caught {
            my $die = shift;
            my $got = '';
            try { throw Error::Simple("thrown $main::q") if $die; $got .= 'good ' }
            catch Error::Simple with { $got .= 'caught ' . shift->text }
            finally { $got .= ' end ' };
            return $got;
        }
        1;
        PERL
} if eval { require Error };

compare_site_files(
    \%case,
    varied => [
        qw(above_deleted defined_before deleted fails named_by_both parents_named
            qualified replaced)
    ],
    read => [qw(data_named dynamic)],
);

done_testing;
