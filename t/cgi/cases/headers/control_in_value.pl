# A control character in a value. The body comes when httpd reads no more,
# because a body that it has read is in the size that it logs.
use IO::Poll;
$| = 1;
print "Content-Type: text/plain\nX-One: a\x01b\n\n";
IO::Poll::_poll(10_000, 1, 0);
print "body\n";
