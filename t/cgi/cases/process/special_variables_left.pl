# Special variables have their defaults, whatever the last request did to
# them.
$, = '-';
$\ = "!\n";
$" = '+';
$/ = undef;
my @list = (1, 2);
print 'Content-Type: text/plain' . "\n";
print 'a', 'b', "@list";
