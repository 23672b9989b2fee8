# The functions that libperl calls are bound before the first request: otherwise
# ld.so would bind each at its first call, and write to a page.

use Mehari::Test;
use POSIX ();
use Mehari::Test::Pool;

my $pool = Mehari::Test::Pool->new(ready => 2);

# A script that prints the path of libperl and the words at the offsets below.
my $text = <<'EOF_SCRIPT';
#!/usr/bin/perl
open my $maps, '<', '/proc/self/maps' or die;
my ($base, $library);
while (<$maps>) {
    ($base, $library) = (hex $1, $2), last
        if m{^(\w+)-\S+ \S+ 0+ .* (\S*/libperl\.so\S*)$};
}
print "$library\n";
open my $memory, '<:raw', '/proc/self/mem' or die;
while (my $offset = <DATA>) {
    sysseek $memory, $base + $offset, 0;
    sysread $memory, my $word, 8;
    print unpack('Q', $word) - $base, "\n";
}
__DATA__
EOF_SCRIPT

my ($library) = split /\n/,
    $pool->run($pool->script('library', $text))->{out};
plan skip_all => 'perl has no libperl.so'  if !length($library // '');
plan skip_all => 'there is no readelf'     if !`readelf --version 2>&1`;
plan skip_all => 'only where words are Qs' if (POSIX::uname())[4] ne 'x86_64';

my @slots
    = map { /^(\w+) .*JUMP_SLO/ ? hex $1 : () } `readelf -rW '$library'`;
my ($from, $size)
    = map { / \.plt\s+PROGBITS\s+(\w+)\s+\w+\s+(\w+)/ ? (hex $1, hex $2) : () }
    `readelf -SW '$library'`;
plan skip_all => 'libperl is bound when it is loaded' if !@slots;

my $path = $pool->script('slots', $text . join "\n", @slots);
cmp_ok scalar @slots, '>', 500, 'libperl calls many functions';
cmp_ok $size,         '>', 0,   '... by the section that leads to ld.so';
for my $round (1 .. 3) {
    my (undef, @to) = split /\n/, $pool->run($path)->{out};
    is scalar @to, scalar @slots, "round $round: a word of each";
    my @late = grep { $to[$_] >= $from && $to[$_] < $from + $size } 0 .. $#to;
    is scalar @late, 0, 'none is left to ld.so';
}
is $pool->stop, 0, 'the manager ends';

done_testing;
