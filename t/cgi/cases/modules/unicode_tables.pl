# \p{...} and case folding load files at run time.
print "Content-Type: text/plain\n\n";
print "\x{3b1}" =~ /\p{Greek}/ ? "greek\n" : "no\n";
print ord(uc "\x{3b1}"), ' ', lc("\x{130}") eq "i\x{307}" ? 1 : 0, "\n";
