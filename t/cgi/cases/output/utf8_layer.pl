# binmode :utf8.
binmode STDOUT, ':utf8';
print "Content-Type: text/plain; charset=utf-8\n\n";
print "\x{2603} \xe9\n";
