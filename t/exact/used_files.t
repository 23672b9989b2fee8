# A site's file may change much while another file, which mehari has compiled
# ahead, uses it: lists of exports, imported variables, constants, overrides,
# switches of perl. X and User are the two files.

use Mehari::Test;
use Mehari::Test::Rollback;
use Mehari::Test::SiteFiles;

plan skip_all => rollback_missing() if rollback_missing();

# Names of a package, with what they have.
my $SHOW = <<'PERL';
use lib 'lib';
$SIG{__WARN__} = sub { print "W: @_" };
sub content {
    my ($of) = @_;
    my $text = defined ${ *$of{SCALAR} } ? "\$${ *$of{SCALAR} }" : '';
    $text .= "\@@{ *$of{ARRAY} }" if *$of{ARRAY};
    $text .= '%' . join '/', sort keys %{ *$of{HASH} } if *$of{HASH};
    return $text . (*$of{CODE} ? '&' : '');
}
sub names {
    my ($package) = @_;
    my $stash = \%{"${package}::"};
    join ',', map { ref \$stash->{$_} eq 'GLOB' ? "$_=" . content($stash->{$_})
        : $_ } grep { !/::\z/ } sort keys %$stash;
}
eval { require Site::User } or print "E: $@";
print names('Site::User'), "\n", names('Site::X'), "\n";
print eval { Site::User::all() } // $@, ' ', $! + 0, "\n";
PERL

my $ODD  = 'if ($ENV{QUERY_STRING} % 2)';
my %case = map { $_->[0] => { x => $_->[1], user => $_->[2] } } (
    [
        'elements',
        'use Exporter "import"; our (@EXPORT_OK, %EXPORT_TAGS);'
            . ' our $was = join ",", sort keys %EXPORT_TAGS;'
            . ' @EXPORT_OK = qw(f g); $EXPORT_TAGS{all} = [@EXPORT_OK];'
            . ' $EXPORT_TAGS{one} = \@EXPORT_OK; sub f { "f@_" } sub g { "g@_" }',
        'use strict; use Site::X qw(:all); sub all { f(1) . g(2) }'
    ],
    [
        'pushes',
        'use Exporter "import"; our @EXPORT_OK; our %EXPORT_TAGS ='
            . ' (all => \@EXPORT_OK); push @{ $EXPORT_TAGS{all} }, "f"; sub f { "f@_" }',
        'use Site::X qw(f); sub all { f(1) }'
    ],
    [
        'several',
        'use Exporter "import"; our $was = defined $Site::X::VERSION ? 1 : 0;'
            . ' our ($VERSION, @EXPORT) = ("1.5", "f"); sub f { "f@_" }',
        'use Site::X 1.2; sub all { f(1) }'
    ],
    [
        'chains',
        'use Exporter "import"; our $was = "@EXPORT @EXPORT_OK";'
            . ' our @EXPORT_OK = our @EXPORT = ("f"); sub f { "f@_" }',
        'use Site::X; sub all { f(1) }'
    ],
    [
        'versions',
        'use Exporter "import"; our $was = ref \$Site::X::VERSION;'
            . ' our $VERSION = v1.2.3; our @EXPORT = ("f"); sub f { "f@_" }',
        'use Site::X v1.1; sub all { f(1) }'
    ],
    [
        'variables',
        'use Exporter "import"; our @EXPORT = qw(f $x @a %h);'
            . ' our $x = 5; our @a = (1, 2); our %h = (k => 1); sub f { "f@_" }'
            . " \@EXPORT = qw(f) $ODD;" =~ s/if \((.*)\)/if $1/r,
        'use strict; use Site::X; sub all { f(1) . "$x @a " . join ",", %h }'
    ],
    [
        'aliases',
        'use Exporter "import"; our @EXPORT = qw($x); our $x = 1;'
            . " $ODD { my \$other = 7; *x = \\\$other }",
        'use strict; use Site::X; $x .= 3; sub all { "$x $Site::X::x" }'
    ],
    [
        'overrides',
        "$ODD { no warnings; *CORE::GLOBAL::hex = sub { \"hex(\@_)\" };"
            . ' *CORE::GLOBAL::readpipe = sub { "pipe(@_)" } }',
        'use Site::X; sub all { hex("ff") . `echo hi` }'
    ],
    [
        'switches',
        "$ODD { \$^W = 1 }",
        'use Site::X; sub all { my $x = 1; { my $y; my $y = 2; } $x }'
    ],
    [
        'errors',
        'our $before = $! + 0; $! = 6;',
        'use Site::X; our $after = $! + 0; sub all { "$after $Site::X::before" }'
    ],
    [
        'constants',
        'use constant C => 7; sub p ($) { "p@_" }'
            . " $ODD { eval q[no warnings; *C = sub () { 98 };"
            . ' *p = sub { "q@_" }] }',
        'use Site::X; sub all { my @l = (Site::X::p 1, 2); Site::X::C + 1 . "@l" }'
    ],
    [
        'handlers',
        "$ODD { \$SIG{__DIE__} = sub { print \"D: \@_\" } }",
        'use Site::X; sub all { eval { die "x\n" }; "after $@" }'
    ],
);

# Each case has files of its own.
my %files;
for my $name (sort keys %case) {
    my %text = (
        script             => $SHOW,
        'lib/Site/X.pm'    => "package Site::X; $case{$name}{x}; 1;\n",
        'lib/Site/User.pm' => "package Site::User; $case{$name}{user} 1;\n",
    );
    my $own
        = sub ($text) { $text =~ s{(Site(?:::|/))(X|User)\b}{$1$2_$name}gr };
    $files{$name}
        = { map { $own->($_) => $own->($text{$_}) } keys %text };
}
compare_site_files(\%files, varied => [ keys %files ]);

done_testing;
