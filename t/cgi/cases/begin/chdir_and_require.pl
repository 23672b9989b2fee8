# chdir in BEGIN, then a relative file.
BEGIN { chdir 'sub' or die }
BEGIN { require './here.pl' }
print "Content-Type: text/plain\n\n";
print here(), -e 'here.pl' ? " in sub\n" : " elsewhere\n";
