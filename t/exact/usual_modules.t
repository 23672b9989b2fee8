# Perl's own modules after a look, beside those that a script has in sight
# already: they are loaded ahead as well, and the script cannot tell.

use Mehari::Test;
use Mehari::Test::Ahead;
use Mehari::Test::Hidden;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

# The named modules are loaded ahead, once, and the script prints the same.
sub loaded_ahead ($code, @keys) {
    my $seen = same($code, listed => modules_list(), site => 1);
    my %not  = map { s/:.*//r => $_ } $seen->{refused}->@*;
    is $not{$_},            undef, "$_ is not refused"     for @keys;
    is $seen->{loaded}{$_}, undef, "perl does not read $_" for @keys;
    my %again = map { $_ => 1 } $seen->{reloaded}->@*;
    is $again{$_}, undef, "$_ is not loaded again" for @keys;
    return;
}

my $look = 'our $now = time;';

# Files of a site that are compiled ahead once they have stayed unchanged for a
# time.
my %site = (
    'Tags.pm' =>
        'package Tags; use Fcntl qw(:flock); sub tags { LOCK_EX } 1;',
    'Plain.pm' => 'package Plain; sub plain { "plain" } 1;',
);
my $site = probe_directory() . '/site';
mkdir $site or die "$site: $!.\n";
write_file("$site/$_", $site{$_}) for sort keys %site;

sub wait_for_files () {
    sleep 1 while time < (stat "$site/Plain.pm")[10] + 3;
    return;
}

subtest 'functions with names of one letter' => sub {
    my ($key, $path) = module('Letters.pm', <<~'END');
        package Letters;
        for my $name (qw(i p q u x)) {
            no strict 'refs';
            *$name = sub { "$name(@_)" };
        }
        1;
        END
    my $seen = same(
        in_lib(
            "$look require Letters; print Letters::i(1), defined &main::i;"),
        named => [ $key, $path ]
    );
    is_deeply $seen->{refused}, [], 'they are of their package';
};

subtest 'CGI' => sub {
    plan skip_all => 'CGI is not installed' if !eval { require CGI };
    loaded_ahead(
        "$look require CGI; print CGI->new('a=1')->param('a'), CGI::i('x');",
        'CGI.pm'
    );
    loaded_ahead(
        "use Fcntl qw(:flock); use POSIX qw(strftime); $look require CGI;"
            . ' print CGI->new("a=1")->header',
        'CGI.pm'
    );
};

# No module reads a variable of the request while it is loaded.
subtest 'each module, in a request' => sub {
    my @modules = grep { /\A\w/ } split /\n/, read_file(modules_list());
    my @here    = grep { eval "require $_" } @modules;
    my $seen    = same(
        "$look require \$_ for qw("
            . join(' ', map { s{::}{/}gr . '.pm' } @here) . ');',
        listed  => modules_list(),
        site    => 1,
        request => {
            GATEWAY_INTERFACE => 'CGI/1.1',
            SERVER_PROTOCOL   => 'HTTP/1.1',
            SERVER_SOFTWARE   => 'Apache',
            REQUEST_METHOD    => 'GET',
            QUERY_STRING      => 'a=1',
            SCRIPT_NAME       => '/cgi-bin/same.pl',
            PATH_INFO         => '/path',
            HTTP_COOKIE       => 'a=1',
        },
        name => 'in a request',
    );
    my %refused = map { s/:.*//r => 1 } $seen->{refused}->@*;
    is_deeply [ grep { !$refused{$_} } sort keys $seen->{loaded}->%* ], [],
        'perl loads none of them itself';
    is_deeply $seen->{reloaded}, [], 'none is loaded again';
};

# Cwd also loads functions of File::Spec::Unix.
subtest 'Cwd, and then File::Spec' => sub {
    loaded_ahead(
        "$look require CGI; require POSIX; require Cwd; require File::Temp;"
            . ' print File::Spec->catdir("a", "b"), defined &Cwd::getcwd;',
        qw(CGI.pm POSIX.pm),
        qw(Cwd.pm File/Spec.pm File/Spec/Unix.pm File/Temp.pm)
    );
};

# Code that uses each module after a look.
my %use = (
    'Digest/SHA.pm'  => 'Digest::SHA::sha1_hex("x")',
    'Digest/base.pm' => 'Digest::base->can("add") ? 1 : 0',
    'Socket.pm'      => 'Socket::inet_ntoa(Socket::INADDR_LOOPBACK())',
    'Text/Abbrev.pm' =>
        'join(" ", sort keys %{ Text::Abbrev::abbrev("list") })',
    'Text/Tabs.pm' => 'Text::Tabs::expand("a\tb")',
    'Text/Wrap.pm' => 'Text::Wrap::wrap("", "  ", "word " x 40)',
    'Tie/Hash.pm'  => 'Tie::StdHash->TIEHASH =~ /^Tie::StdHash=HASH/',
);

for my $key (sort keys %use) {
    subtest $key => sub {
        loaded_ahead("$look require '$key'; print $use{$key};", $key);
    };
}

# Nothing is printed for them, so a load does the same as without them.
subtest 'variables of print that are empty' => sub {
    loaded_ahead(
        "\$\\ = ''; \$, = ''; $look require POSIX; print POSIX::floor(1.5), 2;",
        'POSIX.pm'
    );
};

# Perl loads them with a handler for warnings of its own.
subtest 'layers' => sub {
    loaded_ahead(
        "$look open my \$f, '>', \\my \$text or die; print \$f 'in'; close \$f;"
            . " print \$text, join ' ', sort keys %PerlIO::;",
        qw(PerlIO.pm PerlIO/scalar.pm)
    );
    loaded_ahead(
        "$look binmode STDOUT, ':encoding(UTF-8)'; print qq(\\x{20ac});"
            . " print join ' ', sort grep /PerlIO|Encode/, keys %INC;",
        qw(PerlIO.pm PerlIO/encoding.pm Encode.pm)
    );
    loaded_ahead(
        "$look open my \$f, '<:encoding(iso-8859-1)', \$0 or die;"
            . ' print length readline $f;',
        qw(PerlIO.pm PerlIO/encoding.pm Encode.pm)
    );
};

# CGI calls functions of Encode, and loads it late. Behind a handler for __DIE__,
# perl loads Encode itself.
subtest 'a package that a module names' => sub {
    plan skip_all => 'CGI is not installed' if !eval { require CGI };
    same(
        "use CGI qw(-utf8); $_ use Encode; $look"
            . ' print CGI->new("a=1")->param("a"), defined &Encode::is_utf8;',
        listed => modules_list(),
        site   => 1
    ) for '', 'BEGIN { $SIG{__DIE__} = sub { 1 } }';
    same(
        "use CGI; $look print exists \$::{'Encode::'}, sort keys %{'Encode::'};",
        listed => modules_list(),
        site   => 1
    );
};

# If XSLoader.pm is out of sight, DynaLoader.pm loads its library again. The
# functions are the same, so modules that called them can be shown.
subtest 'DynaLoader, loaded ahead after XSLoader' => sub {
    my $list = probe_directory() . '/with_loader.list';
    write_file($list,
        read_file(modules_list()) . "DynaLoader\nTime::Piece\nSafe\n");
    for my $first (qw(DynaLoader XSLoader POSIX Time::Piece)) {
        my $seen = same(
            "$look require $first; require DynaLoader; require Time::Piece;"
                . ' require POSIX; print POSIX::floor(1.5),'
                . ' Time::Piece::gmtime(0)->year,'
                . ' join(" ", sort grep { /Loader/ } keys %INC),'
                . ' map { defined &{"DynaLoader::$_"} ? 1 : 0 }'
                . ' qw(bootstrap dl_load_file dl_error boot_DynaLoader);',
            listed => $list,
            site   => 1
        );
        is_deeply refused($seen), [], 'no module is refused';
        is_deeply [ sort keys $seen->{loaded}->%* ], [],
            "perl loads none of them itself behind $first";
    }
};

# FileHandle changes the class of a handle that is an IO::Handle.
subtest 'FileHandle' => sub {
    loaded_ahead(
        "$_ $look require FileHandle;"
            . ' my $f = FileHandle->new($0); print ref $f, $f->getline;',
        'FileHandle.pm'
        )
        for '', 'use Fcntl;',
        'use IO::Handle; bless *STDOUT{IO}, "IO::File";';
    for my $handle (qw(STDIN STDOUT STDERR)) {
        same(
            "package X { sub x { 5 } } bless *$handle\{IO}, '$_'; $look"
                . " require FileHandle; print ref *$handle\{IO};",
            listed => modules_list(),
            site   => 1
        ) for 'X', 'IO::Handle';
    }
};

# English's names for $_ and other variables do not belong to the module.
subtest 'modules after `use English`' => sub {
    for my $use ('use English qw(-no_match_vars);', 'use English;') {
        loaded_ahead(
            "$use use POSIX; $look require File::Find;"
                . ' print $ARG // "undef", File::Spec->catfile("a", "b"),'
                . ' $EVAL_ERROR, $OS_ERROR + 0;',
            qw(Cwd.pm File/Find.pm)
        );
    }
    my ($key, $path) = module('Own.pm', 'package Own; $main::ARG = 5; 1;');
    my $seen = same(in_lib("$look require Own; print \$main::ARG;"),
        named => [ $key, $path ]);
    isnt $seen->{refused}[0], undef, 'a name is only one of those';
};

# A part of a module may change the module's data. The module can still be
# shown.
subtest 'Encode and its encodings' => sub {
    my $use = 'use strict; use warnings; use Carp; use Exporter;';
    loaded_ahead(
        "$use $look require Encode; print Encode::encode('$_', 'x'),"
            . ' join " ", Encode->encodings;',
        'Encode.pm'
    ) for 'UTF-8', 'euc-jp', 'UTF-16', 'iso-8859-2';
    loaded_ahead(
        "$use $look require Encode; require Encode::Guess;"
            . ' print Encode::decode("Guess", "abc");',
        'Encode.pm'
    );
};

# Names that the system lacks are declared and never defined.
subtest 'constants of Fcntl' => sub {
    for my $use (
        'use Fcntl;',
        'use Fcntl qw(:flock);',
        'use Fcntl qw(:DEFAULT :seek);', ''
        )
    {
        loaded_ahead(
            "$use $look require IO::File; my \$f = IO::File->new(\$0);"
                . ' print defined $f, IO::File->can("O_DEFER") ? 1 : 0,'
                . ' eval { IO::File::O_DEFER() } // $@;',
            'IO/File.pm'
        );
    }
};

# Exporter creates names in a module's package.
subtest 'a file of the site that imports by tags' => sub {
    wait_for_files();
    my @files = (
        files  => [ map { $_ => "$site/$_" } qw(Tags.pm Plain.pm) ],
        listed => modules_list(),
    );
    my $code
        = "use lib '$site'; $look require Tags; require Plain;"
        . ' print Tags::tags(), Plain::plain();';
    my $seen = same($code, @files, site => 1);
    is_deeply refused($seen), [], 'an import is no obstacle';
    is_deeply $seen->{used},  [ 'Tags.pm', 'Plain.pm' ], 'both are used';

    $seen = same("sub mentions { \$Fcntl::x } $code", @files, site => 1);
    is_deeply $seen->{used}, [ 'Tags.pm', 'Plain.pm' ],
        'both are used beside a mention';
    $code .= ' print join " ", sort keys %Fcntl::;';
    $code
        =~ s/require Tags;/print exists \$Fcntl::{\$_} ? 1 : 0 for qw(EXPORT_FAIL LOCK_EX EXPORT); $&/;
    same($code, @files, site => 1);
};

subtest 'declarations' => sub {
    my ($key, $path) = module('Declares.pm', <<~'END');
        package Declares;
        sub later; sub with ($$); sub defined_later;
        sub defined_later { 'defined' }
        1;
        END
    module('Refers.pm', <<~'END');
        package Refers; use Declares;
        our ($later, $with) = (\&Declares::later, \&Declares::with);
        sub call { defined &$later ? $later->() : 'not' }
        1;
        END
    module('Defines.pm', <<~'END');
        package Defines; use Declares;
        { no warnings; *Declares::later = sub { 'now' }; }
        1;
        END
    my $script = 'use Declares; ' . $look;
    my $seen   = same(
        in_lib(
            "$script require Refers; print Refers::call(), prototype(\$Refers::with);"
        ),
        named => [ paths_of('Refers.pm') ]
    );
    is_deeply $seen->{refused}, [], 'a module that refers to one is kept';
    $seen = same(in_lib("$script require Defines; print Declares::later();"),
        named => [ paths_of('Defines.pm') ]);
    isnt $seen->{refused}[0], undef, 'one that defines one is not';
};

# A load uses methods of every class, the class of handles, and packages by
# their names. The script may have changed any of these.
subtest 'what is perl\'s own, and the script has changed' => sub {
    my $said = 'print "a: @IO::File::ISA ", defined &main::croak ? 1 : 0;';
    for my $code (
        'sub UNIVERSAL::import { print "import @_\n" } require File::Temp;',
        'sub UNIVERSAL::unimport { print "no @_\n" } require Encode;',
        'eval q(sub UNIVERSAL::import { print "import @_\n" });'
        . ' require File::Spec::Functions;',
        'no warnings; *UNIVERSAL::can = sub { print "can $_[1]\n"; undef };'
        . ' require CGI; require POSIX;',
        '@UNIVERSAL::ISA = "All"; sub All::import { print "all @_\n" }'
        . ' require FileHandle;',
        '@IO::File::ISA = ("Mine", @IO::File::ISA); require IO::File;',
        )
    {
        same("$look $code $said", listed => modules_list(), site => 1);
    }
};

subtest 'packages of two names, or of another' => sub {
    my $said = 'print join(" ", sort keys %Alias::), "\n";';
    for my $code (
        '*Alias:: = *CGI::Util::; require CGI::Util;',
        '*Alias:: = \%CGI::Util::; require CGI::Util;',
        'our $names = \%Text::ParseWords::; require Text::ParseWords;'
        . ' print join " ", sort keys %$names;',
        '*{"IO::Handle::"} = *Other::; sub Other::autoflush { "other" }'
        . ' require IO::Handle; print "@IO::Handle::ISA";',
        )
    {
        same("$look $code $said", listed => modules_list(), site => 1);
    }
};

# perl itself loads some modules, because $^W has changed. Hidden modules that
# need them then have objects whose parent classes are missing.
subtest 'objects of classes that will not be shown' => sub {
    for my $code (
        'BEGIN { $^W = 1 } require Errno; require B;',
        'use warnings FATAL => "all"; unshift @INC, sub { }; require Errno;'
        )
    {
        same(
            "$look $code our \$x = bless []; sub DESTROY { print 'x' }",
            listed => modules_list(),
            site   => 1
        );
    }
};

done_testing;
