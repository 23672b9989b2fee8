# chdir lasts as long as the request.
use Cwd qw(getcwd);
print "Content-Type: text/plain\n\n";
print getcwd(), "\n";
chdir '/' or die;
print getcwd(), "\n", `pwd`;
