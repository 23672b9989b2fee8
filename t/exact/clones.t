# A thread of Perl has a clone of the interpreter, with everything that was
# loaded ahead. Neither a package's CLONE nor the thread itself sees these
# modules.

use Mehari::Test;
use Config;
use File::Path qw(make_path);
use Mehari::Test::Ahead;
use Mehari::Test::Probe;

plan skip_all => probe_missing()        if probe_missing();
plan skip_all => 'perl has no ithreads' if !$Config{useithreads};

my $dir = probe_directory();

sub module ($name, $code) {
    make_path("$dir/site/Site");
    write_file("$dir/site/Site/$name.pm", "package Site::$name; $code 1;\n");
    return ("Site/$name.pm", "$dir/site/Site/$name.pm");
}

my @own = (
    module(
        Loud => 'sub CLONE { print "clone of $_[0]\n" }'
            . ' sub CLONE_SKIP { print "skip $_[0]?\n"; 0 }'
    ),
    module(Child => 'our @ISA = "Site::Loud"; require Site::Loud;'),
    module(
        Base => 'require Site::Loud; our @ISA = "Site::Loud";'
            . ' require Site::Deep;'
    ),
    module(Deep => 'package Site::Deep::Er; our @ISA = "Site::Nowhere";'),
);

my $head
    = "use lib '$dir/site'; \$| = 1;"
    . ' BEGIN { $SIG{__WARN__} = sub { print STDOUT "warned: $_[0]" } }'
    . ' my $q = $ENV{X};';
my $thread = 'require threads; print threads->create(sub { INSIDE })->join,'
    . ' "\n";';

sub with_thread ($inside) { return $thread =~ s/INSIDE/$inside/r }

# The order in which perl calls the CLONE of packages depends on their places in
# memory.
my %how = (any_order => 1);

# Each case: code before the thread, inside, and after it.
my @cases = (
    [ '',                     '1',                   '' ],
    [ '',                     '1',                   'require Site::Base;' ],
    [ '',                     'require Site::Base;', 'require Site::Base;' ],
    [ 'require Site::Child;', '1',                   'require Site::Base;' ],
    [ 'require Site::Child;', 'require Site::Base;', '' ],
    [ '', 'require POSIX; POSIX::floor(2.5)',        'require POSIX;' ],
    [ '', '1', 'require POSIX; print POSIX::floor(2.5);' ],
    [
        'use threads;',
        'require Encode; Encode::encode("utf-8", chr 228)',
        'require Encode; print length Encode::encode("utf-8", chr 228);'
    ],
    [
        '',
        'require Data::Dumper; Data::Dumper::Dumper([ 1, $q ])',
        'require Storable; print Storable::dclone([ 5 ])->[0];'
    ],
    [
        '',
        'threads->create(sub { require Site::Child; 3 })->join',
        'require Site::Child;'
    ],
    [
        'undef $SIG{__WARN__}; require Site::Deep;', '1',
        'require Site::Base'
    ],
);
for my $case (@cases) {
    my ($before, $inside, $after) = @$case;
    my $code = "$head $before " . with_thread($inside) . " $after";
    my @core = map { s{::}{/}gr . '.pm' }
        "@$case" =~ /require ([A-R]\w+|Stor\w+)/g;
    my @pairs = (
        @own,
        map {
            my $key = $_;
            map { ($key => "$_/$key") } grep { -e "$_/$key" } @INC
        } qw(Fcntl.pm XSLoader.pm Exporter.pm Tie/Hash.pm),
        @core
    );
    my $name = join ' ', grep { $_ } @$case;
    ahead_alike(
        "$code print qq(\\nend\\n);", $name,
        pairs => \@pairs,
        %how
    );
}

# Several threads load modules at the same time.
ahead_alike(
    "$head require threads; my \@t = map { my \$n = \$_; threads->create(sub {"
        . ' for my $m (qw(Text/Abbrev.pm Text/Wrap.pm Time/Local.pm'
        . ' Text/ParseWords.pm Math/BigInt.pm)) { require $m } $n }) } 1 .. 8;'
        . ' print map { $_->join } @t; print "\n", scalar(threads->list), "\n";',
    'eight threads that load'
);

done_testing;
