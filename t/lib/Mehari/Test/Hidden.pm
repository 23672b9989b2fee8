package Mehari::Test::Hidden;

# Modules of a test's own that are loaded ahead, and scripts that must not notice:
# each script is run with and without modules ahead, and must print the same.

use Mehari::Perl;
use Config;
use Exporter   qw(import);
use File::Path qw(make_path);
use Test::More;
use Mehari::Test;
use Mehari::Test::Probe;

our @EXPORT = qw(hidden in_lib module paths_of refused same);

my %path;

# Writes a module, and returns its key in %INC and its path. A module in a folder
# other than lib is found in the place of the one in lib.
sub module ($key, $code, $lib = 'lib') {
    my $path = probe_directory() . "/$lib/$key";
    make_path($path =~ s{/[^/]+\z}{}r);
    write_file($path, $code);
    $path{$key} = $path if $lib eq 'lib';
    return ($key, $path);
}

# Returns KEY, PATH, ... for the probe. A path may stand for a key.
sub paths_of (@keys) {
    return map { $_ => $path{$_} // $_ } @keys;
}

sub in_lib ($code) {
    return "use lib '" . probe_directory() . "/lib';\n$code";
}

# Tests that the script prints the same with modules ahead as without; returns the
# probe's report with them.
sub same ($code, %option) {
    my $name    = delete $option{name} // $code;
    my $script  = probe_directory() . '/same.pl';
    my %request = map { $option{$_} ? ($_ => $option{$_}) : () }
        qw(env request args switches);
    my $without = probe($code, %request, script => $script);
    my $with    = probe($code, %option,  script => $script);
    is $with->{signal}, 0, "no signal ends the process: $name";
    is "$with->{out}\n$with->{err}", "$without->{out}\n$without->{err}",
        $name;
    is $with->{status}, $without->{status},
        "the exit code is the same: $name";
    unlike $with->{err}, qr/syntax error|not found/, 'the test is right';
    return $with;
}

# The refused modules of a probe's report, without those that older perls bar: before
# 5.34, overload keeps the package of its last call in a variable that scripts can see.
sub refused ($seen) {
    my @refused = $seen->{refused}->@*;
    @refused = grep { !/: (?:changes|replaces) overload::\w+$/ } @refused
        if $] < 5.034;
    return \@refused;
}

# { again }: perl may load a module itself. { once }: it must not, if it keeps a
# list of the packages in which code was compiled, as a perl with threads does.
sub hidden ($keys, $code, %option) {
    my $seen = same(
        in_lib($code), %option,
        named => [ paths_of(@$keys) ],
        name  => $code
    );
    return if $option{again};
    is_deeply $seen->{refused}, [], 'no module is refused';
    my %loaded = %{ $seen->{loaded} };
    is_deeply [ grep { $loaded{$_} } @$keys ], [],
        'perl loads none of them itself';
    is_deeply $seen->{reloaded}, [], 'no module is loaded twice'
        if $option{once} && $Config{useithreads};
    return;
}

1;
