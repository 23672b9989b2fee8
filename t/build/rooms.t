# The units of a folder are compiled as one file (src/meson.build): a static
# name must occur in one unit only. The compiler would silently make one
# variable of two that have the same name and type.

use Mehari::Test;
use File::Find qw(find);

my $root = source_root();

# The text outside of braces, without comments and strings. Braces become {}.
sub outside ($text) {
    $text =~ s{/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'}{ }gs;
    $text =~ s/\bAPR_OPTIONAL_FN_TYPE\(\w+\)/type/g;
    $text =~ s/\b__attribute__\s*(\((?:[^()]++|(?1))*+\))//g;
    my $braces = qr/(\{(?:[^{}]++|(?1))*+\})/;
    return $text =~ s/$braces/{}/gr;
}

# Macros with the same definition in both units are harmless.
sub names_of ($file) {
    my $text = outside(read_file($file));
    my %name;
    while ($text =~ s/^[ \t]*#[ \t]*(\w+)(.*(?:\\\n.*)*)//m) {
        my ($what, $rest) = ($1, $2);
        my ($macro) = $rest =~ /\A\s*(\w+)/ or next;
        $name{"macro $macro $rest"} = $macro if $what eq 'define';
        delete @name{ grep { /\Amacro $macro / } keys %name }
            if $what eq 'undef';
    }
    for my $one (split /;|\{\}(?=\s*\n)/, $text) {
        my ($head) = $one  =~ /\b(static\b[^=]*|typedef\b.*)/s or next;
        my ($name) = $head =~ /\A[^(]*\(\s*\*\s*(\w+)/;
        ($name) = $head =~ /\A[^(]*?(\w+)\s*\(/              if !$name;
        ($name) = $head =~ /(\w+)\s*(?:\[.*)?\s*\z/s or next if !$name;
        $name{$name} = $name;
    }
    return \%name;
}

my %rooms;
find(
    {
        no_chdir => 1,
        wanted   => sub { push @{ $rooms{$File::Find::dir} }, $_ if /\.c\z/ },
    },
    "$root/src/module",
    "$root/src/shared",
    "$root/src/outside"
);
for my $room (sort keys %rooms) {
    my (%first, @twice);
    for my $file (sort @{ $rooms{$room} }) {
        my $names = names_of($file);
        for my $key (sort keys %$names) {
            my $name  = $names->{$key};
            my $known = $first{$name} //= [ $file, $key ];
            push @twice, "$name: $known->[0] and $file"
                if $known->[0] ne $file && (
                $key !~ /\A
                    macro/x || $known->[1] ne $key
                );
        }
    }
    is_deeply \@twice, [], 'names in ' . $room =~ s{\A\Q$root\E/}{}r;
}

done_testing;
