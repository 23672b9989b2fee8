# Storable and a file.
use Storable qw(store retrieve);
print "Content-Type: text/plain\n\n";
store({ list => [ 1, 2, 3 ] }, 'work/stored');
print "@{ retrieve('work/stored')->{list} }\n";
