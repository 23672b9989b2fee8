# A small body that nobody reads. It must be there before the script ends:
# mod_cgi would complain of some.
select undef, undef, undef, 0.1;
print "Content-Type: text/plain\n\n";
print "not read\n";
