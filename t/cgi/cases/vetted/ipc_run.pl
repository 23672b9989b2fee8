use IPC::Run qw(run);
print "Content-type: text/plain\n\n";
run([ 'tr', 'a-z', 'A-Z' ], \$ENV{QUERY_STRING}, \my $out);
print "$out ", $IPC::Run::Debug::parent_pid == $$ ? 'own' : 'another', "\n";
