# When memory runs out, the kernel ends a pool's processes before httpd.

use Mehari::Test;
use Mehari::Test::Gateway;

sub score ($pid) { read_file("/proc/$pid/oom_score_adj") + 0 }

my $h = server(
    mpm      => 'event',
    handlers => {
        '/worker' => sub ($r) {
            open my $in, '<', '/proc/self/oom_score_adj' or die $!;
            $r->print(<$in>);
            return 0;
        }
    },
    config => <<~'CONF',
        PerlPool default
        PerlUsePool default
        <Files "*.pl">
        SetHandler perl-cgi
        Options +ExecCGI
        </Files>
        CONF
);
script($h, 'score.pl', <<~'PERL');
    open my $in, '<', '/proc/self/oom_score_adj' or die $!;
    print "Content-Type: text/plain\n\n", <$in>;
    PERL

my $httpd = score($h->pid);
my $pool  = $httpd + 500;
$pool = 1000 if $pool > 1000;
for my $path (('/score.pl', '/worker') x 2) {
    is get($h, $path)->body, "$pool\n", $path;
}

# A manager that has answered has passed its first step, which sets the score.
is score(pool_processes($h)->{default}), $pool, 'a manager';
is score($_), $httpd, 'a child of httpd has what httpd has' for $h->children;
$h->stop;

done_testing;
