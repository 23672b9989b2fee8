# Perl code that closes STDIN, STDOUT and STDERR, in a process whose other
# threads open files and sockets meanwhile.

use Mehari::Test;
use Config;
use Mehari::Test::Inside;

plan skip_all => 'asks /proc' if !-d '/proc/self/fd';

my $parent = <<~'CONF';
    <VirtualHost 127.0.0.9:1>
    PerlOptions +Parent
    </VirtualHost>
    CONF

for my $mpm (qw(event worker)) {
    for my $case ('closed', ('shared') x !!$Config{usemultiplicity}) {
        my $h = inside_server(
            mpm    => $mpm,
            cases  => ['Inside::Descriptors'],
            config => $case eq 'shared' ? $parent : ''
        );
        inside($h, 'Inside::Descriptors::replaced');
        inside($h, "Inside::Descriptors::$case");
    }
}

done_testing;
