# A page without a header whose first line has a colon.
print "Note: this is text\nand more text\n\nbody\n";
