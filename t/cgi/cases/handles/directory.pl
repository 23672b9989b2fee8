# opendir, glob, stat with relative names.
print "Content-Type: text/plain\n\n";
opendir my $dir, 'sub' or die;
print join(' ', sort grep {!/^\./} readdir $dir), "\n";
print join(' ', sort glob 'sub/*'), ' ', -s 'sub/a', ' ', -d 'sub' ? 1 : 0, -e 'nothing' ? 1 : 0, "\n";
