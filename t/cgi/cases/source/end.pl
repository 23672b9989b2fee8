#!/usr/bin/perl
# __END__ in the main program is DATA too.
print "Content-Type: text/plain\n\n";
print <DATA>;
__END__
after the end
