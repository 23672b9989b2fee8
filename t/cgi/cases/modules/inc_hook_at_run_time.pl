# @INC that is changed while the script runs.
print "Content-Type: text/plain\n\n";
unshift @INC, 'lib';
require Late;
print Late::name(), " $INC[0]\n";
shift @INC;
