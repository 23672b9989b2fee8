# BEGIN opens a temporary file, in the request's folder: perl reads the
# environment meanwhile, which BEGIN has changed before.
our $number;

BEGIN {
    $ENV{SET_IN_BEGIN} = 'set';
    open our $file, '+>', undef or die $!;
    $number = fileno $file;
}
require POSIX;
require Time::Local;
require Text::Wrap;
print "Content-Type: text/plain\n\n";
print "descriptor $number\n";
print `printf %s "\$SET_IN_BEGIN \$TMPDIR"`, "\n";
