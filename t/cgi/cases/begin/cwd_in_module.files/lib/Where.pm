package Where;
use Cwd ();
our $dir = Cwd::getcwd();
1;
