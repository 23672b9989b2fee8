# A megabyte, read as CGI.pm does it.
use Digest::MD5;
my $md5 = Digest::MD5->new;
my ($size, $n) = 0;
while ($n = read STDIN, my $buffer, 4096) { $size += $n; $md5->add($buffer) }
print "Content-Type: text/plain\n\n";
print "$size ", $md5->hexdigest, " $ENV{CONTENT_LENGTH}\n";
