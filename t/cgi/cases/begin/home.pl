# getpwuid and the user's id in BEGIN.
my ($name, $uid);
BEGIN { $uid = $<; $name = getpwuid $< }
print "Content-Type: text/plain\n\n";
print "$name ", $uid == $< ? "same\n" : "another\n";
