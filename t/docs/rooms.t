# CONTRIBUTING.md says of each folder of src/ where its tests are.

use Mehari::Test;
use File::Find qw(find);

my $root = source_root();
my %tests;
for my $line (grep { /^\| `/ } split /\n/, read_file("$root/CONTRIBUTING.md"))
{
    my (undef, $folders, $areas) = split /\|/, $line;
    next if $folders !~ m{`(?:shared|module|pool|outside)\b};
    $tests{$_} = [ $areas =~ /`([^`]+)`/g ] for $folders =~ /`([^`]+)`/g;
}

my %has_code;
find(
    {
        no_chdir => 1,
        wanted   => sub {
            $has_code{ substr $File::Find::dir, length "$root/src/" } = 1
                if /\.[ch]\z/;
        },
    },
    "$root/src"
);

is_deeply [ sort keys %tests ], [ sort keys %has_code ],
    'each folder of src is listed';
for my $folder (sort keys %tests) {
    my @missing = grep { !(() = glob "$root/t/$_/*.t") } $tests{$folder}->@*;
    is_deeply \@missing, [], "$folder: its tests are there";
}

done_testing;
