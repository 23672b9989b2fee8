# Another file uses each function that is not static. No function is unused.

use Mehari::Test;
use Config;
use File::Basename qw(dirname);
use JSON::PP       qw(decode_json);

my $build = dirname(Mehari::Httpd::Config::module_file('mehari'));
my @objects;
if (-e "$build/compile_commands.json") {
    my $commands = decode_json(read_file("$build/compile_commands.json"));

    # Leaves out objects of an earlier state of the tree, and precompiled
    # headers.
    my %seen;
    @objects = grep { /\.o\z/ && -e && !$seen{$_}++ }
        map { "$build/$_->{output}" } @$commands;
}
plan skip_all => 'the objects of the build are not here' if !@objects;
plan skip_all => 'the units of a folder are compiled as one file'
    if grep { /meson-generated_.*_src_/ } @objects;
plan skip_all => 'this perl has one interpreter, so a few have no use'
    if !$Config{usemultiplicity};
plan skip_all => 'no nm' if !grep { -x "$_/nm" } split /:/, $ENV{PATH};

# For each object, by its source file: the symbols that it has, and those that
# it needs.
my (%has, %needs, %weak);
open my $pipe, '-|', 'nm', '-A', @objects or die "nm: $!";
while (my $line = <$pipe>) {
    my ($source, $type, $name)
        = $line =~ m{\.p/([^:]+\.o):.*\s([A-Z]) (mh_\w+)$}
        or next;
    my $side = $type eq 'U' ? \%needs : \%has;
    $side->{$name}{$source} = 1;
    $weak{$name} = 1 if $type eq 'W';
}
cmp_ok keys %has, '>', 500, 'the objects have more than 500 functions';

# Used by a function in a header.
my %inline = map { $_ => 1 } qw(mh_memory_end_words);

# A weak function exists so that another file can replace it.
my @alone = grep {
    my $name = $_;
    !grep { !$has{$name}{$_} } keys %{ $needs{$name} // {} };
    }
    grep { !$inline{$_} && !($weak{$_} && keys %{ $has{$_} } > 1) }
    sort keys %has;
is_deeply \@alone, [], 'each exported function is used by another file';

done_testing;
