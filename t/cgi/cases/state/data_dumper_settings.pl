# Settings of Data::Dumper.
use Data::Dumper;
print "Content-Type: text/plain\n\n";
print Dumper({ a => 1 });
$Data::Dumper::Indent = 0;
$Data::Dumper::Terse = 1;
