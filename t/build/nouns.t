# One noun has one home: the name of a type is defined in one folder of src/, and
# a function that begins with the noun of a header is declared in the folder of
# that header, above or below it. mh_turn_take() is of src/module/perl, which has
# turn.h.

use Mehari::Test;
use File::Find qw(find);

my $src = source_root() . '/src';
my %text;    # of each file, without comments
find(
    {
        no_chdir => 1,
        wanted   => sub {
            $text{ substr $_, 1 + length $src }
                = read_file($_) =~ s{/\*.*?\*/}{}gsr
                if /\.[ch]\z/;
        },
    },
    $src
);

sub folder_of ($file) { return $file =~ s{/[^/]+\z}{}r }

sub add ($set, $noun, $folder) { return $set->{$noun}{$folder} = 1 }

# --- types --------------------------------------------------------------------

my %types;
for my $file (keys %text) {
    my $folder = folder_of($file);
    add(\%types, $1, $folder)
        while $text{$file} =~ /^(?:\} |typedef [^;{}]*?\b)(mh_\w+_[te]);$/mg;
    add(\%types, $1, $folder)
        while $text{$file} =~ /^(?:struct|enum|union) (mh_\w+) \{/mg;
}
cmp_ok scalar keys %types, '>', 200, 'more than 200 types are defined';
is_deeply [
    map  { "$_: " . join ' ', sort keys $types{$_}->%* }
    grep { keys $types{$_}->%* > 1 } sort keys %types
    ],
    [], 'each name of a type is defined in one folder';

# --- functions ----------------------------------------------------------------

# The functions that a header declares, without "mh_".
sub functions_of ($text) {
    1 while $text =~ s/\([^()]*\)/\n/;
    return $text
        =~ /^(?!typedef|static|extern|struct|enum|union|#|\s)[\w *]*\bmh_(\w+)$/mg;
}

my (%functions, %homes);
for my $file (grep { m{/.*\.h\z} } keys %text) {
    my $folder = folder_of($file);
    my ($noun) = $file =~ m{(\w+)\.h\z};
    my @here   = functions_of($text{$file});
    $functions{$folder}{$_} = $file for @here;
    add(\%homes, $noun, $folder) if grep { /^\Q$noun\E(?:_|\z)/ } @here;
}

sub are_kin ($one, $other) {
    return "$one/" =~ m{^\Q$other\E/} || "$other/" =~ m{^\Q$one\E/};
}

sub is_one_home (@folders) {
    my ($highest, @others) = sort { length $a <=> length $b } @folders;
    return !grep { !are_kin($highest, $_) } @others;
}

is_deeply [
    map  { "$_: " . join ' ', sort keys $homes{$_}->%* }
    grep { !is_one_home(keys $homes{$_}->%*) } sort keys %homes
    ],
    [], 'each noun of a header has one home';

# The longest noun at the beginning of a name; undef if none is known.
sub noun_of ($name) {
    $name =~ s/_[^_]*\z// or return undef while !$homes{$name};
    return $name;
}

my ($count, @astray) = (0);
for my $folder (sort keys %functions) {
    for my $name (sort keys $functions{$folder}->%*) {
        $count++;
        my $noun = noun_of($name) // next;
        next if grep { are_kin($folder, $_) } keys $homes{$noun}->%*;
        push @astray, "$functions{$folder}{$name}: mh_$name";
    }
}
cmp_ok $count, '>', 1000, 'more than 1000 functions are declared';
is_deeply \@astray, [], 'each function is declared at the home of its noun';

done_testing;
