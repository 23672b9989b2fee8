# [H=...] by mod_rewrite.
print "Content-Type: text/plain\n\n";
print "by rewrite\n";
