# STDERR in backticks.
print "Content-Type: text/plain\n\n";
print `echo both >&2`, `echo taken 2>&1 >&2`, "end\n";
