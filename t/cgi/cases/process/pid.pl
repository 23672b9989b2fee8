# $$ is the process, as the kernel says, and is new each time.
print "Content-Type: text/plain\n\n";
print $$ == readlink('/proc/self') ? "mine\n" : "not mine\n";
my $seen = -e 'work/pid' ? do { local @ARGV = 'work/pid'; <> } : 0;
print $$ == $seen ? "again\n" : "new\n";
open my $out, '>', 'work/pid' or die;
print $out $$;
close $out;
unlink 'work/pid' if $ENV{QUERY_STRING};
