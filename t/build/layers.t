# The order of the folders of src/, from the ground up. An #include names a file of
# its own folder or of one further up in this list. Inside a folder, few units name
# each other. docs/internals.md has a table of the folders that know httpd and Perl;
# the test compares each unit with it.

use Mehari::Test;
use File::Find qw(find);

my @LAYERS = qw(
    shared/wire
    shared
    shared/perl
    module/common
    module/perl
    module/config
    module/request/context
    module/request/environment
    module/limit
    module/scoreboard
    module/profile
    module/api/core
    module/form
    module/api/apr
    module/request
    module/filter
    module/life
    module/registry
    module/worker
    module/psgi
    module/gateway
    module/gateway/client
    module/gateway/pools
    module/gateway/process
    module/gateway/cgi
    module/gateway/worker
    module/gateway/ssi
    module/custom
    module/abi
    module/api/httpd
    module/api
    module/status
    module
    outside
    pool/common
    pool/rollback
    pool/manager/loop
    pool/manager/watch
    pool/manager/privileges
    pool/manager/common
    pool/manager/jobs
    pool/perl/trace
    pool/perl/environ
    pool/perl/preload
    pool/perl
    pool/manager/scripts
    pool/manager/perl
    pool/manager/workers
    pool/manager/modes
    pool/manager
    pool
);

my $src = source_root() . '/src';
my %height;
@height{@LAYERS} = 0 .. $#LAYERS;

my (%files, @unlisted, @style, @guards, %climbs);
find(
    {
        no_chdir => 1,
        wanted   => sub {
            $files{ substr $_, 1 + length $src } = read_file($_)
                if /\.[ch]\z/;
        },
    },
    $src
);
cmp_ok scalar keys %files, '>', 300, 'more than 300 files are looked at';

sub folder_of ($file) {
    return $file =~ s{/[^/]+\z}{}r;
}

for my $file (sort keys %files) {
    my $folder = folder_of($file);
    push @unlisted, $folder if !exists $height{$folder};
    for my $name ($files{$file} =~ /^\s*#\s*include "([^"]+)"/mg) {
        if ($files{$name}) {
            my $other = folder_of($name);
            push $climbs{"$folder > $other"}->@*, "$file: $name"
                if $height{$other} > $height{$folder};
        }
        elsif ($files{"$folder/$name"} || $name =~ m{\A\.}) {
            push @style, "$file: $name";
        }
    }
    my ($guard) = $files{$file} =~ /^#ifndef (\w+)\n#define \1\n/m;
    my $path = 'MEHARI_' . uc($file =~ s{\W}{_}gr);
    push @guards, $file if $file =~ /\.h\z/ && ($guard // '') ne $path;
}

is_deeply \@unlisted, [], 'each folder has its place';
is_deeply [ map { ("$_:", $climbs{$_}->@*) } sort keys %climbs ], [],
    'no #include names a file of a higher folder';
is_deeply \@style,  [], 'the path of an #include begins at src/';
is_deeply \@guards, [], 'the guard of a header is its path';

# --- circles of units -----------------------------------------------------------

# Units of a folder that name each other, straight or through others: a function
# on each side needs the other. A new one can be ended by a struct or a function
# in a unit of its own, on which both stand.
my %CIRCLES = map { $_ => 1 } (
    'module/perl: parent perl_life termination turn',
    'module/worker: rebuild stream',
    'pool/manager/perl: bases child children perl_stack reports serving'
        . ' template_lease zygotes',
    'pool/manager/workers: worker worker_base',
    'pool/perl/trace: elf trap',
    'pool/rollback: rest restore',
);

my %names;    # unit => { unit of the same folder => 1 }
for my $file (keys %files) {
    my $unit = $file =~ s/\.[ch]\z//r;
    for my $name ($files{$file} =~ /^\s*#\s*include "([^"]+)\.h"/mg) {
        $names{$unit}{$name} = 1 if folder_of($name) eq folder_of($unit);
    }
}

# All units that the unit reaches.
sub reached ($unit) {
    my %seen;
    my @next = keys(($names{$unit} // {})->%*);
    while (defined(my $at = shift @next)) {
        push @next, keys(($names{$at} // {})->%*) if !$seen{$at}++;
    }
    return \%seen;
}

my %reached = map { $_ => reached($_) } keys %names;
my %circles;
for my $unit (keys %names) {
    my @circle = grep { $_ ne $unit && $reached{$_}{$unit} }
        keys $reached{$unit}->%*;
    next if !@circle;
    my $folder = folder_of($unit);
    $circles{ "$folder: " . join ' ', sort map { s{.*/}{}r } $unit, @circle }
        = 1;
}
is_deeply [ sort keys %circles ], [ sort keys %CIRCLES ],
    'no more units name each other in a circle';

# --- httpd and Perl -----------------------------------------------------------

my %HEADERS = (
    httpd => qr/^(?:httpd|http_\w+|ap_\w+|util_\w+|mod_\w+|unixd)\.h\z/,
    Perl  => qr/^(?:EXTERN|perl|XSUB|perliol)\.h\z/,
);

my %headers_of;    # of a file: all that it includes, itself or through others

sub headers_of ($file) {
    return $headers_of{$file} //= do {
        my @named = $files{$file} =~ /^\s*#\s*include [<"]([^">]+)[">]/mg;
        my %all   = map { $_ => 1 } @named;
        $headers_of{$file} = {};
        %all = (%all, headers_of($_)->%*) for grep { $files{$_} } @named;
        \%all;
    };
}

sub knows ($file, $whom) {
    return !!grep { $_ =~ $HEADERS{$whom} } keys headers_of($file)->%*;
}

# --- compiled with a precompiled header -----------------------------------------

# Units of the module that know Perl get mehari.h whether they include it or not.
# Those in the other lists are compiled without Perl's headers.
my $lists = read_file("$src/module/meson.build");
my @units = map { "module/$_" }
    map { /'([^']+)'/g } $lists =~ /^module_(?:apr_)?sources = \[(.*?)^\]/gms;
cmp_ok scalar @units, '>', 100, 'more than 100 units of the module know Perl';
is_deeply [ grep { !headers_of($_)->{'module/common/mehari.h'} } @units ], [],
    'each of them includes mehari.h, itself or through others';

# --- the table --------------------------------------------------------------------

# A folder without a .c file is judged by its headers.
sub units_of ($folder) {
    my @in    = grep { folder_of($_) eq $folder } sort keys %files;
    my @units = grep { /\.c\z/ } @in;
    return @units ? @units : @in;
}

# "no", "yes", or "only" and the names of units. "yes" means most of them.
sub held_against ($cell, $knowing, $units) {
    return !$knowing->@*                 if $cell =~ /^no\b/;
    return $knowing->@* * 2 > $units->@* if $cell =~ /^yes\b/;
    my @only = $cell =~ /`([^`]+\.c)`/g;
    return "@only" eq "$knowing->@*";
}

my $page = read_file(source_root() . '/docs/internals.md');
my ($table) = $page =~ /^(\| folder \| runs in .*?\n)\n/ms;
my %told;
for my $row (grep { /^\| `/ } split /\n/, $table) {
    my ($folders, %cell);
    (undef, $folders, undef, @cell{qw(httpd Perl)}) = split / *\| */, $row;
    for my $folder ($folders =~ /`([^`]+)`/g) {
        $told{$folder}++;
        my @units = units_of($folder);
        for my $whom (qw(httpd Perl)) {
            my @knowing = grep { knows($_, $whom) } @units;
            s{.*/}{} for @knowing;
            ok held_against($cell{$whom}, \@knowing, \@units),
                "$folder: knows $whom as the table says"
                or diag "units that know $whom: @knowing";
        }
    }
}
is_deeply [ grep { !$told{$_} } @LAYERS ], [],
    'each folder is in the table of docs/internals.md';

done_testing;
