# $/ = '' and fixed records.
print "Content-Type: text/plain\n\n";
{ local $/ = ''; print "<$_>\n" for scalar <STDIN>; }
{ local $/ = \4; print "[$_]\n" while <STDIN>; }
