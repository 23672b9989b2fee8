# Statuses and signals of programs.
print "Content-Type: text/plain\n\n";
for my $command ('exit 0;', 'exit 7;', 'kill -9 $$;', '/nonexistent/thing') {
    no warnings;
    system $command;
    print $? == -1 ? 'not started' : $? & 127 ? 'signal ' . ($? & 127) : $? >> 8, "\n";
}
