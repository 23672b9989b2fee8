# A script that is replaced while it runs still reads its old file.
$| = 1;
print "Content-Type: text/plain\n\n";
print "old begins\n";
for (1 .. 500) { last if -e 'work/go'; select undef, undef, undef, 0.01 }
print "old ends ", <DATA>;
unlink 'work/go';
__DATA__
old data
