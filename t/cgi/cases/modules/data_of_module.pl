# A module that reads its own file.
use lib 'lib';
use OwnFile;
print "Content-Type: text/plain\n\n";
print OwnFile::lines(), "\n";
