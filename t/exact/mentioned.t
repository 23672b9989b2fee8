# Names that a script or a module mentions before the module of these names
# comes. That module was loaded ahead: a script cannot tell.

use Mehari::Test;
use Mehari::Test::Hidden;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my @written = (
    [
        'Plain.pm',
        'package Plain; our $x = "plain"; sub new { bless {} }'
            . ' sub x { $x } "value of Plain";'
    ],
    [
        'Mentions.pm',
        'package Mentions; $Plain::x .= "";' . ' sub call { Plain::x() } 1;'
    ],
    [
        'Late.pm',
        'package Late; require Plain; sub late { Plain::x() }'
            . ' sub has { defined &Plain::absent ? 1 : 0 } 1;'
    ],
    [
        'Both.pm',
        'package Both; use Mentions; use Plain;'
            . ' sub both { Mentions->call . Plain::x() } 1;'
    ],
    [
        'Later.pm',
        'package Later; require Plain; sub later { Plain::x() }'
            . ' sub has { defined &Plain::absent ? 1 : 0 } 1;'
    ],
    [
        'Three.pm',
        'package Three; use Late; use Later;'
            . ' sub three { Late->has . Later->has } 1;'
    ],
    [ 'Ties.pm',  'package Ties; sub exists_not { $!{ENOENT} } 1;' ],
    [ 'Names.pm', 'package Names; *error = *!; *last = *+; *first = *-; 1;' ],
    [ 'Dies.pm',  'package Dies; require Nowhere; 1;' ],
    [
        'Tries.pm',
        'package Tries; eval { require Dies }; my $x = eval q($!{ENOENT}); 1;'
    ],
    # The pad of Mentions grows after Plain has taken over the name.
    [
        'Grows.pm',
        'package Grows; use Mentions; our $y = $Plain::x; use Plain;'
            . join('', map { "our \$v$_ = \$Plain::y$_;" } 1 .. 300)
            . ' sub grown { join " ", $y // "undef", $Plain::x, Plain::x() }'
            . ' 1;'
    ],
    [ 'Proto.pm', 'package Proto; sub last_of($$) { $_[-1] . @_ } 1;' ],
    [
        'Calls.pm',
        'package Calls; require Proto; my @l = (1, 2, 3);'
            . ' sub calls { Proto::last_of(@l, 4) } 1;'
    ],
);
module(@$_) for @written;

subtest 'names that the script had mentioned' => sub {
    hidden(['Plain.pm'], $_, again => 1)
        for (
        'no strict; $Plain::x .= "before"; require Plain; print Plain::x()',
        'print $Plain::x // "undef"; require Plain; print $Plain::x',
        'my $c = sub { Plain::x() }; require Plain; print $c->()',
        'my $c = \&Plain::x; print defined &$c ? 1 : 0; require Plain;'
        . ' print $c->()',
        '@Plain::more = 1; require Plain; print Plain->x, @Plain::more',
        );
};

subtest 'names that a module had mentioned' => sub {
    hidden([ 'Mentions.pm', 'Plain.pm' ], $_, again => 1)
        for (
        'use Mentions; print defined &Plain::x ? 1 : 0',
        'use Mentions; use Plain; print Mentions->call, Plain->x',
        'use Plain; use Mentions; print Mentions->call',
        );
    my @late = ('Plain.pm', 'Late.pm');
    hidden(\@late, $_, once => 1)
        for (
        'require Late; print Late->late, Plain->x',
        'require Plain; require Late; print Late->late, Late->has',
        'require Late; require Plain; print Late->late, Late->has',
        'require Plain; print Plain->x, exists $Plain::{absent} ? 1 : 0;'
        . ' require Late; print exists $Plain::{absent} ? 1 : 0, Late->has',
        'print eval { Plain::x() } // "none"; require Late; print Late->late',
        'require Late; no warnings; no strict; local *{"Plain::x"} ='
        . ' sub { "mine" }; print Late->late, Plain::x()',
        'require Late; no warnings; *Plain::absent = sub { }; print Late->has',
        );
    hidden(
        [ 'Plain.pm', 'Late.pm', 'Later.pm', 'Three.pm' ],
        "$_; print Late->has; *Plain::absent = sub { };" . ' print Late->has'
        )
        for (
        'require Late',
        'require Three; print Three->three',
        'require Later; print Later->has; require Late',
        'require Late; print Late->has; require Three; print Three->three',
        );
    hidden([ 'Plain.pm', 'Mentions.pm', 'Both.pm' ], $_, again => 1)
        for (
        'require Both; print Both->both',
        'require Mentions; print defined &Plain::x ? 1 : 0; require Both;'
        . ' print Both->both',
        'require Plain; require Both; print Both->both',
        'require Mentions; require Plain; print Mentions->call, Plain->x',
        'require Plain; require Mentions; print Mentions->call, Plain->x',
        );
};

subtest 'names that are mentioned while the script runs' => sub {
    my $call = q{my $c = eval 'sub { Plain::x() }';};
    my $list = q{my $c = eval 'sub { push @Plain::list, 1; @Plain::list }';};
    hidden(['Plain.pm'], $_, once => 1)
        for (
        "$call require Plain; print \$c->(), Plain->x",
        "$call print eval { \$c->() } // \$@; require Plain; print \$c->()",
        "$call require Plain; no warnings; local *Plain::x = sub { 'mine' };"
        . ' print $c->(), Plain->x',
        "$call require Plain; no warnings; no strict; *{'Plain::x'} ="
        . ' sub { "mine" }; print $c->(), Plain->x',
        "$call require Plain; undef *Plain::x; print eval { \$c->() } // \$@",
        "$list require Plain; print \$c->(); push \@Plain::list, 5;"
        . ' print $c->()',
        'my @c = map { eval q{sub { Plain::x() . $Plain::x }} } 1 .. 3;'
        . ' require Plain; print map { $_->() } @c',
        'sub f { eval q{sub { @_ ? f() : Plain::x() }} } my $c = f(1);'
        . ' require Plain; print $c->()',
        );
    hidden(['Plain.pm'], $_, again => 1)
        for (
        'my $g = eval q{\\*Plain::x}; require Plain; print *$g{CODE}->()',
        "$call my \$s = \\%Plain::; require Plain;"
        . ' print $c->(), sort keys %$s',
        "$list \$c->(); require Plain; print \$c->()",
        'sub g { require Plain; *{$_[0]}{CODE}->() }'
        . ' print eval q{g(*Plain::x)}',
        'print eval q{package Plain; sub own { x() } 1}; require Plain;'
        . ' print Plain->own',
        );
};

# Perl compiles a call differently if it knows the called sub.
subtest 'names that are syntax' => sub {
    hidden([ 'Proto.pm', 'Calls.pm' ], $_, again => 1)
        for (
        'require Calls; print Calls->calls',
        'require Proto; require Calls; print Calls->calls',
        'require Calls; require Proto; print Calls->calls',
        );
};

subtest 'a method that was looked for before' => sub {
    hidden(['Plain.pm'], $_)
        for (
        'require Plain unless Plain->can("x"); print Plain::x()',
        'print eval { Plain->x } // $@; require Plain; print Plain::x()',
        );
};

subtest 'files that fill a package of the script' => sub {
    my (undef, $path)
        = module('conf.pl',
        'package Blog; $title = "configured"; @list = (1, 2); 1;');
    hidden([$path], $_, again => 1)
        for (
        "package Blog; \$title = 'my own'; require '$path'; print \$title",
        "package Blog; require '$path'; print \$title, \@list",
        "package Blog; print \$title // 'none'; require '$path';"
        . ' print $title; @list = (); print @list',
        "\@Blog::list = 5; require '$path'; print \@Blog::list",
        "my \$l = \\\@Blog::list; require '$path'; print \@\$l",
        'no strict; print ${"Blog::title"} // "none"',
        );
};

subtest 'names in code that was compiled to its end later' => sub {
    hidden([ 'Mentions.pm', 'Plain.pm', 'Grows.pm' ], $_, again => 1)
        for (
          'require Mentions; print defined $Plain::x ? 1 : 0;'
        . ' require Grows; print Grows::grown()',
        'require Plain; print Plain->x; require Grows; print Grows::grown()',
        'require Grows; print Mentions->call, Grows::grown()',
        'require Mentions; print eval { Mentions->call } // "none"',
        );
};

# Perl loads the classes of %!, %+ and %- when code first mentions them. A later
# module mentions a variable that is tied already.
subtest 'variables that perl ties' => sub {
    my $look
        = 'print join(" ", sort grep { /Errno|Named|Ties|Names/ } keys %INC),'
        . ' " ", eval { Errno::ENOENT() } // "none";'
        . ' no strict "refs"; print " ", ref(tied %{"Names::$_"}) || "none"'
        . ' for qw(error last first);';
    for my $keys (
        [ 'Ties.pm',  'Names.pm' ],
        [ 'Names.pm', 'Ties.pm' ],
        [ 'Ties.pm',  'Tries.pm', 'Names.pm' ]
        )
    {
        hidden($keys, $_, again => 1)
            for $look, (map { "require $_; $look" } qw(Ties Names Tries)),
            "require Names; $look \$! = 2; print \$!{ENOENT} ? 1 : 0; $look";
    }
};

done_testing;
