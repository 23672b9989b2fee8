# exit(0) after a page.
print "Content-Type: text/plain\n\n";
print "page\n";
exit 0;
print "never\n";
