# Bytes of all values.
use Digest::MD5 qw(md5_hex);
binmode STDIN;
print "Content-Type: text/plain\n\n";
my $got = do { local $/; <STDIN> };
print length $got, ' ', md5_hex($got), "\n";
