# 303 after a POST.
my @body = <STDIN>;
print "Status: 303 See Other\nLocation: http://elsewhere.test/done\n\n";
