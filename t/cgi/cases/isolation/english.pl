print "Content-Type: text/plain\n\n";
use English; print $PROGRAM_NAME eq $0 ? 1 : 0, $PID == $$ ? 1 : 0, $OUTPUT_AUTOFLUSH, "\n"; $OUTPUT_FIELD_SEPARATOR = '-'; print 1, 2, "\n"; $ERRNO = 2; print $OS_ERROR, "\n"; "abc" =~ /b/; print $MATCH, $PREMATCH, "\n"; @ARG = (1); print "@_\n"; $INPUT_RECORD_SEPARATOR = undef; $ACCUMULATOR = 'x';
