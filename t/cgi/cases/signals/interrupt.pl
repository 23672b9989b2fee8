# INT is ignored or not, as the server has it.
print "Content-Type: text/plain\n\n";
print $SIG{INT} // 'as usual', "\n", `grep ^SigIgn /proc/self/status` =~ /[2367abef]$/m ? "ignored\n" : "not\n";
