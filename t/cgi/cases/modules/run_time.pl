# A module that is loaded while the script runs.
print "Content-Type: text/plain\n\n";
print exists $INC{'Text/Abbrev.pm'} ? "loaded\n" : "not yet\n";
require Text::Abbrev;
print join(' ', sort keys %{ Text::Abbrev::abbrev('list') }), "\n";
