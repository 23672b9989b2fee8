# $^X runs a Perl program with the same modules.
print "Content-Type: text/plain\n\n";
print `$^X -MFile::Spec -e 'print File::Spec->catfile("a", "b")'`, "\n";
