# chdir in a BEGIN block.
use Cwd qw(getcwd);
BEGIN { chdir '/usr' }
print "Content-Type: text/plain\n\n";
print getcwd(), "\n";
chdir '/';
