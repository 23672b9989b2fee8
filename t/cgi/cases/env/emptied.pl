# %ENV = () leaves children with nothing.
print "Content-Type: text/plain\n\n";
%ENV = (ONLY => 'this');
print `/usr/bin/env | /usr/bin/grep -v ^_= | /usr/bin/grep -v ^PWD= | /usr/bin/grep -v SHLVL`;
