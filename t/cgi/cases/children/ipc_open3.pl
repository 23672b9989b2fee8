# IPC::Open3.
use IPC::Open3;
use Symbol 'gensym';
print "Content-Type: text/plain\n\n";
my $pid = open3(my $in, my $out, my $err = gensym, 'sh', '-c', 'cat; echo oops >&2; exit 5');
print $in "through\n";
close $in;
print "out: ", <$out>, "err: ", <$err>;
waitpid $pid, 0;
print "status ", $? >> 8, "\n";
