# Threads of Perl: copies of objects in a thread work, and end as the objects
# do.

use Mehari::Test;
use Config qw(%Config);
use Mehari::Test::Call;

plan skip_all => 'this perl has no threads' if !$Config{useithreads};

my $h = answering('TestThreads', workers => 1);

answers('prints', 'method', 'tied', 'GET');
answers('reads', 'GET parent');
is_called($h, 'TestThreads', 'makes',
    qr/^objects of httpd cannot be made in a thread of Perl/);
answers('owns', 'still there');

for (1, 2) {
    is called($h, 'TestThreads', 'keeps'), 'kept', 'a thread that lives on';
    is called($h, 'TestThreads', 'kept'),
        '$r->method(): called after the request ended; do not keep $r in a '
        . 'global',
        q{a thread's kept $r has ended, and is not the next request};
}

done_testing;
