# eval of a string sees lexicals, and defines subs.
my $x = 5;
print "Content-Type: text/plain\n\n";
print eval('$x * 2'), "\n";
eval 'sub made { return "made " . $x++ }';
print made(), made(), "\n";
print eval '__FILE__ . " " . __LINE__';
print "\n", defined &not_made ? 'there' : 'absent', "\n";
eval 'sub not_made {1}';
