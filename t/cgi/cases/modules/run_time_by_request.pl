# A module that is loaded while the script runs, for some requests only.
print "Content-Type: text/plain\n\n";
if ($ENV{QUERY_STRING} eq 'load') { require Text::ParseWords; print Text::ParseWords::shellwords('a "b c"'), "\n" }
print exists $INC{'Text/ParseWords.pm'} ? "loaded\n" : "not loaded\n";
print defined &Text::ParseWords::shellwords ? "defined\n" : "undefined\n";
