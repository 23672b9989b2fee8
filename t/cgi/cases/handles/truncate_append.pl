# A file that grows from request to request.
print "Content-Type: text/plain\n\n";
open my $log, '>>', 'work/log' or die;
print $log "line\n";
close $log;
print -s 'work/log' > 0 ? "grew\n" : "empty\n";
