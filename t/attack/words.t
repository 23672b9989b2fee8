# Other data of one request that a compilation could keep: its arguments,
# descriptors, files that the kernel makes up, a glob that the script has
# replaced.

use Mehari::Test;
use Mehari::Test::Gateway;

my $h    = gateway_server(start => 0);
my $root = $h->document_root;
my $head = 'print "Content-Type: text/plain\n\n";';
mkdir "$root/watched" or die "watched: $!";

# Prints the words that WAY has stored in @v.
my %words = (
    'alias' => '*a = *ARGV; our @a; @v = @a;',
    'slot'  => '@v = @{ *ARGV{ARRAY} };',
    'name'  => 'my $n = "ARGV"; @v = @$n;',
    'stash' => '@v = @{ $main::{ARGV} };',
    'shift' => 'while (defined(my $w = shift @ARGV)) { push @v, $w }',
    'shift of an alias' => '*a = *ARGV; our @a; push @v, shift @a while @a;',
    'pop'               => 'unshift @v, pop @ARGV while @ARGV;',
    'splice'            => '@v = splice @ARGV;',
    'elements'          => '$v[$_] = $ARGV[$_] for 0 .. $#ARGV;',
    'elements of a reference' =>
        'my $r = \@ARGV; @v = map { $r->[$_] } 0, 1;',
    'first'     => '@v = ($ARGV[0], $ARGV[1]);',
    'slice'     => '@v = @ARGV[0, 1];',
    'foreach'   => 'push @v, $_ for @ARGV;',
    'map'       => '@v = map { $_ } @ARGV;',
    'each'      => 'while (my ($i, $w) = each @ARGV) { $v[$i] = $w }',
    'local'     => '{ local @ARGV = @ARGV; @v = @ARGV }',
    'storable'  => 'require Storable; @v = @{ Storable::dclone(\@ARGV) };',
    'list util' => 'require List::Util; @v = List::Util::uniq(@ARGV);',
    'getopt'    => 'require Getopt::Long;'
        . ' Getopt::Long::GetOptions(x => \my $x); @v = @ARGV;',
    'join'     => '@v = split / /, "@ARGV";',
    'replaced' => 'my $r = \@ARGV; *ARGV = [1]; @v = @$r;',
    'command'  => 'open my $p, "<", "/proc/self/cmdline"; local $/ = "\0";'
        . ' chomp(@v = <$p>); splice @v, 0, 2;',
);
my %place = (
    begin  => 'our @v; BEGIN { WAY }',
    run    => 'our @v; WAY',
    check  => 'our @v; CHECK { WAY }',
    module => 'our @v; use lib "lib"; use MODULE;',
);
my %script;
for my $way (sort keys %words) {
    my $module = 'W' . $way =~ s/\W/_/gr;
    write_file("$root/lib/$module.pm",
        "package main; our \@v; $words{$way} 1;\n");
    for my $place (sort keys %place) {
        my $text
            = $place{$place} =~ s/WAY/$words{$way}/r =~ s/MODULE/$module/r;
        script($h, "$module-$place.pl",
            "no strict;\n$text\n$head print \"\@v\\n\";\n");
        $script{"$module-$place.pl"} = "$way, $place";
    }
}

# Each prints "yes" if the process sees its own data.
my %own = (
    'stat of /dev/stdin' => 'my $p; BEGIN { $p = (stat "/dev/stdin")[1] }'
        . ' $ok = $p == (stat STDIN)[1];',
    'stat of /dev/fd' => 'my $p; BEGIN { $p = (stat "/dev/fd/1")[1] }'
        . ' $ok = $p == (stat STDOUT)[1];',
    'stat of /proc/self/fd' =>
        'my $p; BEGIN { $p = (stat "/proc/self/fd/0")[1] }'
        . ' $ok = $p == (stat STDIN)[1];',
    'lstat of /proc/self/fd' =>
        'my $p; BEGIN { $p = readlink "/proc/self/fd/0" }'
        . ' $ok = $p eq "pipe:[" . (stat STDIN)[1] . "]";',
    'a link to it' => 'my $p; BEGIN { $p = (stat "input")[1] }'
        . ' $ok = $p == (stat STDIN)[1];',
    'list of /proc' => 'my @p; BEGIN { opendir my $d, "/proc";'
        . ' @p = grep { /^\d+$/ } readdir $d } $ok = grep { $_ == $$ } @p;',
    'glob of /proc' => 'my @p; BEGIN { @p = glob "/proc/[0-9]*" }'
        . ' $ok = grep { $_ eq "/proc/$$" } @p;',
    'a process of /proc' => 'my $p; BEGIN { $p = (stat "/proc/self")[1] }'
        . ' $ok = $p == (stat "/proc/self")[1];',
    'exists in /proc' => 'my $p; BEGIN { $p = -e "/proc/self/fd/0" }'
        . ' $ok = $p == -e "/proc/self/fd/0";',
    'list of /proc/self/task' => 'my @p; BEGIN { opendir my $d,'
        . ' "/proc/self/task"; @p = readdir $d } $ok = grep { $_ eq $$ } @p;',
    'list of descriptors' => 'my @p; BEGIN { opendir my $d, "/proc/self/fd";'
        . ' @p = grep { !/^\./ && $_ <= 2 } readdir $d }'
        . ' $ok = "@{[ sort @p ]}" eq "0 1 2";',
    'status of STDIN' => 'my $p; BEGIN { $p = (stat STDIN)[1] }'
        . ' $ok = $p == (stat "/proc/$$/fd/0")[1];',
    'a directory' =>
        'my $t; BEGIN { $t = join " ", (stat "watched")[3,7,9,10] }'
        . ' $ok = $t eq join " ", (stat "watched")[3,7,9,10];',
    'its own %ENV' => 'BEGIN { *ENV = { A => 1 } }'
        . ' $ok = join(",", sort keys %ENV) eq "A";',
    'another %ENV' => 'BEGIN { %OTHER = (B => 2); *ENV = *OTHER }'
        . ' $ok = join(",", sort keys %ENV) eq "B";',
    'no %ENV'       => 'BEGIN { undef *ENV } $ok = !%ENV;',
    'its own @ARGV' => 'BEGIN { *ARGV = [ 7, 8 ] } $ok = "@ARGV" eq "7 8";',
    'no @ARGV'      => 'BEGIN { undef *ARGV } $ok = !@ARGV;',
    'what it wrote' => 'BEGIN { $ENV{QUERY_STRING} = "mine" }'
        . ' $ok = $ENV{QUERY_STRING} eq "mine"'
        . ' && `printf %s "\$QUERY_STRING"` eq "mine";',
    'what it kept' => 'my $r; BEGIN { $r = \$ENV{KEPT}; $$r = 1 }'
        . ' $$r = 5; $ok = $ENV{KEPT} == 5 && \$ENV{KEPT} == $r'
        . ' && `printf %s "\$KEPT"` eq "5";',
    'what it removed' => 'BEGIN { delete $ENV{HTTP_HOST} }'
        . ' $ok = !exists $ENV{HTTP_HOST} && `printf %s "\$HTTP_HOST"` eq "";',
);
for my $what (sort keys %own) {
    my $file = 'own_' . $what =~ s/\W/_/gr . '.pl';
    script($h, $file,
        "my \$ok;\n$own{$what}\n$head print \$ok ? 'yes' : 'no';");
    $own{$what} = $file;
}
symlink '/dev/stdin', "$root/input" or die "input: $!";
$h->start;

for my $file (sort keys %script) {
    my @wrong;
    for my $user (qw(alice alice bob alice bob bob) x 2) {
        my $answer = get($h, "/$file?$user+secret", timeout => 30)->body;
        push @wrong, "$user: $answer" if $answer ne "$user secret\n";
    }
    is_deeply \@wrong, [], $script{$file};
}

my $made = 0;
for my $what (sort keys %own) {
    my %seen;
    for my $round (1 .. 8) {
        mkdir "$root/watched/" . $made++ if $what eq 'a directory';
        $seen{ get($h, "/$own{$what}?$round", timeout => 30)->body }++;
    }
    is_deeply \%seen, { yes => 8 }, $what;
}
$h->stop;

done_testing;
