package Mehari::Test::Generator::Site;

=head1 NAME

Mehari::Test::Generator::Site - CGI programs by chance, that are built of files

=head1 SYNOPSIS

    my $made = site_program(17, 'p17');
    write_file("$root/$_", $made->{files}{$_}, 0755) for keys $made->{files}->%*;

=head1 FUNCTIONS

=head2 site_program($seed, $name)

Returns a program, which is always the same for a seed. C<files> has the texts of
the program, F<$name.pl>, and of the files that it loads, in F<$name.lib>.

The program looks at its request, and then loads its files, in several ways. A
file is a library in main, a module, a class, or one that exports; it may use
others. It is made of I<parts>. The texts in F<Site/> have these: after C<= NAME>
the code, and after C<--> a list that shows what the code does. C<ID> is another
word for each part, and C<PKG> is the package. At its end the program prints the
names that its packages have.

=cut

use Mehari::Perl;
use Exporter   qw(import);
use List::Util qw(shuffle);

use Mehari::Test qw(read_file);

our @EXPORT = qw(site_program);

my @PARTS = parts();

sub pick (@of) { return $of[ rand @of ] }

sub chance ($share) { return rand() < $share }

# Returns [name, code, what is shown] of each part.
sub parts () {
    my $folder = __FILE__ =~ s/\.pm\z//r;
    my @parts;
    for my $block (map { split /^= /m, read_file($_) } glob "$folder/*.txt") {
        my ($name, $code, $show) = $block =~ /\A([^\n]*)\n(.*?)^-- (.*)\z/ms
            or next;
        push @parts, [ $name, $code, $show =~ s/\s+\z//r ];
    }
    return @parts;
}

# ---- a file -------------------------------------------------------------------

my @PRAGMAS = (
    'use strict;',
    "use strict;\nuse warnings;",
    "use warnings;\nuse strict;",
    '',
    "use strict;\nno warnings;",
);

# Puts parts into the file, and takes note of its functions and of what shows them.
sub fill ($file, $number) {
    my %taken;
    for my $i (1 .. 1 + int rand 5) {
        my $part = pick(@PARTS);
        next if $taken{ $part->[0] }++;
        my $id = "${number}_$i";
        my ($code, $show)
            = map { s/ID\b/$id/gr =~ s/\bPKG\b/$file->{package}/gr }
            $part->@[ 1, 2 ];
        $file->{data} .= "$1\n" while $code =~ s/^__DATA__ (.*)\n//m;
        push $file->{functions}->@*,
            grep { !/\A(?:new|n|hi|AUTOLOAD|DESTROY)\z/ && /\A\w+_$id\z/ }
            $code =~ /^sub (\w+)(?=[ {])/mg;
        push $file->{shows}->@*, [ $file->{package}, $show ];
        push $file->{body}->@*,  $code;
    }
    return;
}

sub exports ($file) {
    my @names = $file->{functions}->@*;
    my @first = @names[ 0 .. $#names / 2 ];
    my @rest  = @names[ @first .. $#names ];
    my $lists = "our \@EXPORT = qw(@first);\nour \@EXPORT_OK = qw(@rest);\n";
    $lists .= "our %EXPORT_TAGS = (all => [ \@EXPORT, \@EXPORT_OK ]);\n"
        if chance(0.4);
    $file->{exports} = \@first;
    $file->{offers}  = \@names;
    return pick(
        "use Exporter 'import';\n$lists",
        "use base 'Exporter';\n$lists",
        "require Exporter;\nour \@ISA = ('Exporter');\n$lists",
        "use Exporter;\nour \@ISA = qw(Exporter);\n$lists",
        "use parent qw(Exporter);\n$lists",
        "use vars qw(\@ISA \@EXPORT \@EXPORT_OK);\nuse Exporter;\n"
            . "\@ISA = qw(Exporter);\n"
            . ($lists =~ s/^our (?=\@)//mgr),
        "BEGIN {\n    use Exporter ();\n    our \@ISA = qw(Exporter);\n"
            . ($lists =~ s/^/    /mgr) . "}\n",
    );
}

sub inherits ($file, $parent) {
    return pick(
        "use parent -norequire, '$parent->{package}';\n",
        "use parent '$parent->{package}';\n",
        "use base qw($parent->{package});\n",
        "use $parent->{package};\nour \@ISA = ('$parent->{package}');\n",
        "require $parent->{package};\nour \@ISA = qw($parent->{package});\n",
        "use vars '\@ISA';\n\@ISA = ('$parent->{package}');\n"
            . "require $parent->{package};\n",
    );
}

# Code by which a file has another.
sub uses ($file, $other, $id) {
    my $package = $other->{package};
    my @names   = @{ $other->{offers} // [] };
    if ($other->{kind} eq 'main') {
        my $path = "./$other->{path}";
        my $way  = pick(qw(require require do));
        return "$way '$path';\n" if $way eq 'require';
        return "do '$path' or die \$@ || \$!;\n";
    }
    my $use = pick(
        "use $package;\n",
        "use $package ();\n",
        "require $package;\n",
        (@names ? "use $package qw(" . pick(@names) . ");\n" : ()) x 2,
        (@names ? "require $package; $package->import;\n"    : ()),
    );
    return $use if $use =~ /\(\)|^require/ || !$other->{exports};
    my $name
        = $use =~ /qw\((\w+)\)/ ? $1 : pick($other->{exports}->@*, 'none');
    my $call = pick(map { "$_()" } $name, "&$name", "${package}::$name");
    push $file->{shows}->@*,
        [
        $file->{package},
        "scalar eval { via_$id() }, defined &$file->{package}::$name ? 1 : 0"
        ];
    return "${use}sub via_$id { return $call }\n";
}

my @METHODS = (
    'sub new { my ($class, %with) = @_; return bless {%with}, $class }',
    'sub new { my $class = shift; my $self = { @_ }; bless $self, ref($class) || $class; return $self }',
    "my \$made = 0;\nsub new { my \$class = shift; return bless { n => ++\$made, \@_ }, \$class }",
);

sub make_class ($file, @others) {
    my $parent = pick(grep { $_->{kind} eq 'class' } @others);
    my $head   = $parent && chance(0.7) ? inherits($file, $parent) : '';
    my $new
        = $head && chance(0.5)
        ? "sub new { my \$class = shift; my \$self = \$class->SUPER::new(\@_);"
        . ' $self->{more} = 1; return $self }'
        : $head && chance(0.5) ? ''
        :                        pick(@METHODS);
    push $file->{shows}->@*,
        [
        'main',
        "ref($file->{package}->new(a => 1)), "
            . "join(',', sort keys %{ $file->{package}->new(b => 2) }), "
            . "$file->{package}->new->isa('Site::A') ? 1 : 0"
        ];
    return "$head$new\n";
}

sub make_file ($number, $name, @others) {
    my $kind    = pick(qw(main package exporter exporter class class));
    my $letter  = chr(ord('A') + $number);
    my $package = $kind eq 'main' ? 'main' : "Site::$letter";
    my $file    = {
        kind      => $kind,
        package   => $package,
        number    => $number,
        functions => [],
        shows     => [],
        body      => [],
        data      => '',
        path      => $kind eq 'main'
        ? "$name.lib/part$number.pl"
        : "$name.lib/Site/$letter.pm",
    };
    fill($file, $number);
    my @use = map { uses($file, $others[$_], "${number}_o$_") }
        grep { chance(0.4) } 0 .. $#others;
    my $special
        = $kind eq 'exporter' && $file->{functions}->@* ? exports($file)
        : $kind eq 'class' ? make_class($file, @others)
        :                    '';
    my @body = $file->{body}->@*;
    my @code
        = chance(0.7)
        ? ($special, @use, @body)
        : shuffle($special, @use, @body);
    $file->{text} = join "\n",
        (chance(0.2)     ? '# A library.'      : ()),
        ($kind ne 'main' ? "package $package;" : ()),
        pick(@PRAGMAS),
        (chance(0.3) ? "our \$VERSION = '1.0$number';" : ()),
        @code, pick('1;', '1;', "1\n", 'return 1;', '"true";');
    $file->{text} .= "\n__END__\n" . $file->{data} if $file->{data};
    $file->{text} =~ s/__END__/__DATA__/ if $file->{data} && $kind ne 'main';
    return $file;
}

# ---- the program ----------------------------------------------------------------

my @LOOKS = (
    'my $now = time;',
    'my $user = $ENV{QUERY_STRING};',
    'my $user = $ENV{QUERY_STRING} =~ s/\W//gr; my $pid = $$;',
    'my %form = map { split /=/, $_, 2 } split /&/, $ENV{QUERY_STRING};',
    'my @all = %ENV; my $r = rand;',
);

my @MEANWHILE = (
    ('') x 12,
    'our @meanwhile = (1, 2);',
    '$_ = "topic";',
    '$SIG{__DIE__} = sub { print "died: ", substr($_[0], 0, 40), "\n" };',
    '$SIG{__WARN__} = sub { print "warned: ", substr($_[0], 0, 40), "\n" };',
    '{ no warnings; $^W = 1; }',
    'require POSIX;',
    'eval { require None::Such } or print "no such\n";',
    '"matched" =~ /(tch)/;',
    '$/ = undef; $/ = "\n"; $, = undef;',
    'open STDERR, ">&STDOUT";',
    'push @INC, "/nonexistent";',
    '@ARGV = (3, 4);',
    'eval q{sub early_main { "early" }};',
    'no warnings; *Site::B::new = sub { bless {}, "Site::B" };',
    'no strict; no warnings; *{"Site::A::meth_0_1"} = sub { "other" };',
    'undef &Site::A::new;',
    'delete $Site::A::{new};',
    '@Site::C::ISA = ("Site::A");',
    '$Site::A::VERSION = 9;',
    'local $_ = "local";',
    'eval q{package Site::D; sub new { bless [], shift } 1};',
    'local @INC = @INC;',
    'sub count_0_1 { "main" }',
    'eval q{sub main::all_1_1 ($) { "early" } 1};',
    '%Site::B:: = ();',
);

# A program's own code uses, or names, these before it has the files.
my @HEADS = (
    ('') x 6,
    'use CGI::Carp qw(fatalsToBrowser);',
    'use CGI; use CGI::Carp;',
    'sub named { POSIX::ceil(1.5), CGI::escape("a b"), &Fcntl::LOCK_EX }',
    'sub set { $CGI::POST_MAX = 9; $Data::Dumper::Indent = 1; @Text::Wrap::none }',
    'use POSIX qw(floor);',
    'BEGIN { $INC{"Site/None.pm"} = 1 }',
);

sub load ($file) {
    my ($package, $path) = @$file{qw(package path)};
    my $key = $path =~ s{\A[^/]+/}{}r;
    return pick(
        "require './$path';",
        "require './$path';",
        "do './$path';",
        "my \$dir_$file->{number} = '.'; require \"\$dir_$file->{number}/$path\";",
        "sub load_$file->{number} { require './$path' } load_$file->{number}();",
        "eval { require './$path'; 1 } or print \$@;",
    ) if $file->{kind} eq 'main';
    return pick(
        "require $package;",
        "require '$key';",
        "eval { require $package; 1 } or print \$@;",
        "require $package; $package->import;",
        "eval 'use $package; 1' or print \$@;",
        "sub load_$file->{number} { require $package } load_$file->{number}(1);",
        "my \$class_$file->{number} = '$package'; eval \"require \$class_$file->{number}\" or print \$@;",
    );
}

# Users load files in different orders, or not the same ones.
sub by_user ($loads, @files) {
    my @other = (map { (pick(@MEANWHILE), load($_)) } shuffle @files);
    splice @other, int rand @other if chance(0.3);
    return ('if ($ENV{QUERY_STRING} =~ /alice/) {',
        @$loads, '} else {', @other, '}');
}

# The code is compiled with the program, or when the files are loaded.
sub show ($package, $code) {
    my $text
        = "package $package; print map { defined \$_ ? \"\$_;\" : 'u;' } $code;";
    return chance(0.4)
        ? "{ no strict; no warnings; eval { $text 1 } or print \$@; print \"\\n\" }"
        : "eval q\x01{ no strict; no warnings; $text } 1\x01 or print \$@; print \"\\n\";";
}

my $NAMES = <<'PERL';
for my $package (@packages) {
    no strict 'refs';
    print "$package: ", join(' ', map {
        my $g = \$package->{$_};
        my $n = $_;
        $n . (ref $g eq 'GLOB' ? join '', map { (!ref *{$g}{$_} || $_ eq 'SCALAR') ? '' : lc substr $_, 0, 1 } qw(CODE ARRAY HASH IO FORMAT) : 'k')
    } grep { !/^_<|^BEGIN$/ } sort keys %{"${package}::"}), "\n" if $package ne 'main';
    print "isa @{ mro::get_linear_isa($package) }\n";
}
print join(' ', grep { /_\d/ } sort keys %main::), "\n";
print join(' ', map { "$_=$INC{$_}" } grep { /Site|part/ } sort keys %INC), "\n";
PERL

sub site_program ($seed, $name) {
    srand $seed;
    my @files;
    push @files, make_file(scalar @files, $name, @files)
        for 1 .. 1 + int rand 5;
    my @packages = map { $_->{package} } @files;
    my @ahead    = chance(0.2) ? pick(@files) : ();
    my @loads    = map { (pick(@MEANWHILE), load($_)) }
        chance(0.5) ? reverse @files : shuffle @files;
    push @loads, load(pick(@files)) if chance(0.3);
    @loads = by_user(\@loads, @files) if chance(0.4);
    my @shows = shuffle map { $_->{shows}->@* } @files;
    my $text  = join "\n", '#!/usr/bin/perl' . pick('', '', '', ' -w', ' -T'),
        pick(@PRAGMAS), "use lib '$name.lib', '.';", pick(@HEADS), (
        map {
            load($_) =~ /\beval|sub|do|my/
                ? ()
                : "BEGIN { "
                . load($_) . " }"
        } @ahead
        ),
        'print "Content-Type: text/plain\n\n";',
        pick(@LOOKS), 'print "q=$ENV{QUERY_STRING}\n";',
        @loads, (map { show(@$_) } @shows),
        'require mro;',
        "my \@packages = qw(@packages);",
        $NAMES;
    $text =~ s/\x01/\x03/g;
    $text =~ s/q\x03(.*?)\x03/'q~' . ($1 =~ s{([\\~])}{\\$1}gr) . '~'/gse;
    srand;
    return {
        files => {
            "$name.pl" => "$text\n",
            map { $_->{path} => $_->{text} } @files
        }
    };
}

1;
