# A body in chunks has no length, and the same bytes.
use Digest::MD5 qw(md5_hex);
print "Content-Type: text/plain\n\n";
my $got = do { local $/; <STDIN> };
print length $got, ' ', md5_hex($got), ' ', $ENV{CONTENT_LENGTH} // 'undef', "\n";
print join(' ', grep {/TRANSFER/} keys %ENV), ".\n";
