# @INC set by a required file.
BEGIN { require './paths.pl' }
use Deep;
print "Content-Type: text/plain\n\n";
print Deep::name(), "\n";
