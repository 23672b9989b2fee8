# Limits of the process.
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/self/limits' or die;
while (<$in>) {
    print if /^Max (?:file size|open files|core|stack|address)/;
}
