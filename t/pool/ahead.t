# A zygote runs the main program as far as its first look: this test finds how
# far, and sees that a run ahead in vain does no harm.

use Mehari::Test;
use Mehari::Test::Pool;

my $pool = Mehari::Test::Pool->new;

# The answers to some requests, and all log lines meanwhile. A script that computes
# for a second takes many of them on a busy machine.
sub ask ($script, $count = 3) {
    my @answers = map {
        $pool->run($script, environ => ["QUERY_STRING=$_"], seconds => 60)
    } 1 .. $count;
    return ([ map { $_->{out} } @answers ],
        join "\n", map { $_->{notices} // '' } @answers);
}

sub stops_at ($name, $text, $expected, $where) {
    my ($out, $said) = ask($pool->script($name, "#!/usr/bin/perl\n$text"));
    is_deeply $out, $expected, "$name: the answers";
    like $said, $where, "$name: where it stops";
    return;
}

write_file($pool->path('lib.pl'), "sub of_lib { \"lib \$_[0]\" }\n1;\n",
    0644);
stops_at(
    'required.pl',
    "require './lib.pl';\nmy \$text = of_lib(1);\nprint \"\$text \",\n"
        . "\$ENV{QUERY_STRING};\n",
    [ map { "lib 1 $_" } 1 .. 3 ],
    qr/runs for each request from here on: looks at \$ENV\{QUERY_STRING\} at \S+required.pl line 5/
);
stops_at(
    'to_its_end.pl',
    'print "all"; END { print " at the end" }',
    [ ('all at the end') x 3 ],
    qr/from here on: at its end/
);
stops_at(
    'flushes.pl',
    "\$| = 1;\nprint 'now';\n",
    [ ('now') x 3 ],
    qr/from here on: writes to STDOUT at \S+flushes.pl line 3/
);
stops_at(
    'computes.pl',
    'my $sum = 0; for my $n (1 .. 45_000_000) { $sum += $n } print $sum',
    [ (1_012_500_022_500_000) x 3 ],
    qr/from here on: has run for half a second/
);
# A tick of the clock comes in the statement that looks.
stops_at(
    'ticks.pl',
    q{my $word = 'word'; my ($sum, $q) = (crypt($word, '$6$rounds=100000$salt'), $ENV{QUERY_STRING});}
        . "\nprint \$q for 1 .. 3;\n",
    [ 111, 222, 333 ],
    qr/from here on: looks at \$ENV\{QUERY_STRING\} at \S+ticks.pl line 2/
);
stops_at(
    'grows.pl',
    'my @list; push @list, "text $_ " . "x" x 50 for 1 .. 500_000;'
        . ' print scalar @list',
    [ (500_000) x 3 ],
    qr/from here on: has taken 32 MiB/
);
stops_at(
    'walks.pl',
    'my $there = 1; for my $n (1 .. 60_000) { $there++ if -e "/tmp/no$n" }'
        . ' print $there',
    [ (1) x 3 ],
    qr/from here on: has (?:looked at 2000 files|run for half a second)/
);

# The order of a hash is a new one in each run, and the zygote does not stop for
# an order that nobody can see.
my ($orders) = ask(
    $pool->script(
        'order.pl',
        "#!/usr/bin/perl\nmy %h = map { \$_ => 1 } 'a' .. 't';\n"
            . "print join '', keys %h;\n"
    ),
    60
);
my %distinct = map { $_ => 1 } @$orders;
cmp_ok keys %distinct, '>', 20, 'orders of one hash';
stops_at(
    'unseen_order.pl',
    'my %h = map { $_ => 1 } "a" .. "f"; my %copy = %h; my $ref = { %copy };'
        . "\nprint sort(keys %h), scalar(keys %\$ref), %h ? 'yes' : 'no';\n",
    [ ('abcdef6yes') x 3 ],
    qr/from here on: at its end/
);

# `use` in code that is compiled while the script runs: CGI::Carp looks at a hash.
stops_at(
    'compiles.pl',
    'eval q{ use CGI::Carp qw(fatalsToBrowser); 1 } or die; print "yes\n";',
    [ ("yes\n") x 3 ],
    qr/from here on: at its end/
);

# A process that dies while it runs ahead: the next only compiles.
stops_at(
    'dies.pl',
    "my \$text = unpack 'p', pack 'J', 16; print 'never';",
    [ ('') x 3 ],
    qr/is compiled ahead, and not run/
);

# A file that each request writes is read by each request. It ends two zygotes.
write_file($pool->path('count'), "0\n", 0666);
my $counter = $pool->script('counter.pl', <<'END');
#!/usr/bin/perl
open my $in, '<', 'count' or die $!;
my $count = 1 + <$in>;
open my $out, '>', 'count' or die $!;
print {$out} $count;
close $out;
print $count;
END
my ($counts, $said) = ask($counter, 8);
is_deeply $counts, [ 1 .. 8 ], 'a file that each request writes';
like $said, qr/not run: it reads a file that changes all the time/,
    'it is not read ahead any more';

is $pool->stop, 0, 'the pool ends';
done_testing;
