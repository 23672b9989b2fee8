# One thread.
print "Content-Type: text/plain\n\n";
my @tasks = glob '/proc/self/task/*';
print scalar @tasks, "\n";
