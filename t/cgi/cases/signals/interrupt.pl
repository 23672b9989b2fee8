# INT is ignored if the server ignores it.
print "Content-Type: text/plain\n\n";
print $SIG{INT} // 'as usual', "\n", `grep ^SigIgn /proc/self/status` =~ /[2367abef]$/m ? "ignored\n" : "not\n";
