# A child that opened a pipe to a program waits for the program at its end.
print "Content-Type: text/plain\n\n";
$| = 1;
my $pid = fork;
if (!$pid) {
    open my $to, '|-', 'cat; sleep 1; echo that is all' or die;
    print {$to} "from the child\n";
    our $kept = $to;
    exit 3;
}
waitpid $pid, 0;
print "it has ended: ", $? >> 8, "\n";
