# A library that is a link to a release.
use lib 'current';
use Release;
print "Content-Type: text/plain\n\n";
print Release::number(), "\n";
