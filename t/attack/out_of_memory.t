# A program that runs out of memory gets no normal answer: its client gets 500
# or, after a part of the response, an end that shows the fault. The program's
# own words do not decide that.

use Mehari::Test;
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(curl script);

plan skip_all => 'with a sanitizer a pool has no limit of memory'
    if $ENV{MEHARI_PRELOAD};

my $h = attack_server(perl_pool => 'workers=2 memory=200M');

my %way = (
    string => '$x = "x" x $many;',
    array  => '$#x = $many;',
    list   => '@x = (1) x ($many / 10);',
    append => '$x .= "x" x 1e6 while 1;',
    small  => 'push @x, [1] while 1;',
    eval   => 'eval { $x = "x" x $many }; print "it went on\n";',
    end    => 'END { print STDERR "at the end\n" } $x = "x" x $many;',
    begun  => 'print STDERR "no end of line"; $x = "x" x $many;',
    quiet  => 'open STDERR, ">", "/dev/null"; $x = "x" x $many;',
);

# With a query, the script first prints 300,000 bytes. This is too much to hold
# back, so the client has a part of the response.
my $first = <<~'PERL';
    my ($many, $x, @x) = 3e8;
    my $first = $ENV{QUERY_STRING};
    $| = 1;
    print "Content-Type: text/plain\n\n" if $first;
    print 'x' x 300_000 if $first;
    PERL
my @kinds = qw(pl worker);
for my $kind (@kinds) {
    script($h, "$_.$kind",   "$first$way{$_}\n") for keys %way;
    script($h, "exit.$kind", qq{${first}print STDERR "bad\\n"; exit 1;\n});
    script($h, "says.$kind",
        qq{${first}print STDERR "Out of memory!\\n"; exit 1;\n});
}

for my $kind (@kinds) {
    for my $way (sort keys %way) {
        is get($h, "/$way.$kind")->status, 500,
            "$way.$kind without memory is an error";
        my ($exit) = curl('-o', '/dev/null', $h->url("/$way.$kind?1"));
        is $exit, 18, "$way.$kind: after a part, the end shows";
    }
    for my $name (qw(exit says)) {
        my ($exit, $text) = curl($h->url("/$name.$kind?1"));
        is_deeply [ $exit, length $text ], [ 0, 300_000 ],
            "$name.$kind: an exit code, and words, are as under mod_cgi";
    }
}

# Without STDERR perl says nothing: it ends as under mod_cgi (docs/differences.md).
script($h, 'closed.pl', "${first}close STDERR;\n$way{string}\n");
my ($exit, $text) = curl($h->url('/closed.pl?1'));
is_deeply [ $exit, length $text ], [ 0, 300_000 ],
    'the length is right without STDERR';

done_testing;
