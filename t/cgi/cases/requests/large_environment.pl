# 200 KB of environment.
print "Content-Type: text/plain\n\n";
my $size = 0;
$size += length for values %ENV;
print $size > 500_000 ? "large\n" : "small $size\n";
print scalar(grep {/^BIG/} keys %ENV), ' ', length `env | grep ^BIG_1`, "\n";
