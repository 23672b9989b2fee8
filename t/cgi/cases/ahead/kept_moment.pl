my $start = time;
our $own = $$;
my ($copy, $other);
our $used;
BEGIN { $used = (times)[0]; $other = $$; $copy = \(my $inner = time) }
my $closure = do { my $born = time; sub { time - $born } };
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ";
print join(' ',
    map({ abs($_) < 3 ? 'now' : "off by $_" }
        time - $start, time - $$copy, $start - $^T, $closure->()),
    map({ $_ == $$ ? 'own' : 'another' } $own, $other),
    (times)[0] >= $used ? 'later' : 'before'), "\n";
$start = 5;
print $start + 1, "\n";
if (!fork) { print $own == getppid() ? "child of own\n" : "lost\n"; exit }
wait;
