# A module reads it.
use lib 'lib';
use Body;
print "Content-Type: text/plain\n\n";
print "<$Body::text>\n";
