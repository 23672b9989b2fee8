use List::Util qw(shuffle max);
my @list = shuffle 1 .. 9;
srand 42;
my $first = int rand 1000;
print "Content-type: text/plain\n\n", max(@list), " $first\n";
srand;
print rand() < 1 ? "ok\n" : "not ok\n";
