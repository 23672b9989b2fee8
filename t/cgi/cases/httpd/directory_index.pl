# A script as DirectoryIndex.
my @body = <STDIN>;
print "Content-Type: text/plain\n\n";
print "$ENV{SCRIPT_NAME} $ENV{REQUEST_URI} ", $ENV{PATH_INFO} // 'none', ' ', $ENV{REDIRECT_URL} // 'none', "\n";
