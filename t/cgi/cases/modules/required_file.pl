# require of a file, each time.
print "Content-Type: text/plain\n\n";
require './library.pl';
print library_name(), " $library_count\n";
