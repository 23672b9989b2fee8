# A small body that nobody reads. It must arrive before the script ends:
# mod_cgi would log an error for some.
select undef, undef, undef, 0.1;
print "Content-Type: text/plain\n\n";
print "not read\n";
