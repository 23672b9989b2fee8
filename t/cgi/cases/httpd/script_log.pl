# ScriptLog off: nothing of a failing script's output is in the error log.
print "no header here\n";
