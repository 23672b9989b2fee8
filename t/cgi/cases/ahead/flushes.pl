print "Content-type: text/plain\n\nbefore\n";
$| = 1;
print "flushed\n";
syswrite STDOUT, "written\n";
printf STDERR "%s\n", 'on STDERR';
system 'echo echoed';
print "after\n";
