# A script's changes of %ENV are its own.
print "Content-Type: text/plain\n\n";
print exists $ENV{MINE} ? "left\n" : "clean\n";
print exists $ENV{PATH} ? "path\n" : "lost\n";
$ENV{MINE} = 1;
delete $ENV{PATH};
