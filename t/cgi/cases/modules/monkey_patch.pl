# A sub of a module that the script replaces.
use File::Basename ();
no warnings 'redefine';
print "Content-Type: text/plain\n\n";
print File::Basename::basename('/a/b'), "\n";
*File::Basename::basename = sub { return 'patched' };
print File::Basename::basename('/a/b'), "\n";
