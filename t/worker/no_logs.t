# A worker also starts if ServerRoot has no folder logs/ (Debian's /etc/apache2
# has none), or if the worker may not read it. Its lines are in httpd's log.

use Mehari::Test;
use Mehari::Test::Gateway;

my $h = gateway_server(
    handlers => {
        '/worker' => [
            sub ($r) { warn "seen\n"; $r->print("ok\n"); 0 },
            'PerlUsePool default'
        ]
    }
);
my $mark = $h->error_log_mark;
my $logs = $h->root . '/logs';
rename $logs, "$logs.away" or die "$logs: $!\n";
my @answers = get($h, '/worker', repeat => 2);
rename "$logs.away", $logs or die "$logs: $!\n";
is $_->body, "ok\n", 'a worker answers without logs' for @answers;
log_like($h, $mark, qr/perl:error.* seen/);
log_unlike($h, $mark, qr/AH02291|MH3053/);

done_testing;
