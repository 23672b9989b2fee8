# No field of a log record lets a worker write a line into httpd's error log
# without the mark that names the worker as its author. This holds for lines
# with the name of a source file, too.

use Mehari::Test;
use Mehari::Test::Gateway qw(wait_until);

# A line that looks as if another process or client had written it.
my $FORGED = '[Fri Nov 27 00:00:00.000000 2026] [core:emerg] [pid 1] FORGED';

my %format = (
    'LogLevel perl:debug' => "LogLevel perl:debug\n",
    '%F'                  => <<~'CONF',
        LogLevel perl:debug
        ErrorLogFormat "[%t] [%m:%l] [pid %P] %F: %E: [client %a] %M"
        CONF
);

for my $name (sort keys %format) {
    my $h = server(
        mpm      => 'event',
        handlers => {
            '/forges' => sub ($r) {
                for my $end ("\n", "\r", "\e[2K\r", "\x85", "\x0b") {
                    my $bad = "x$end$ENV{FORGED}$end";
                    $r->log_rerror($bad,     1, 7, 0, "by file");
                    $r->log_rerror(__FILE__, 1, 7, 0, "by text $bad");
                    $r->server->log_serror($bad,     1, 3, 0, "by file");
                    $r->server->log_serror(__FILE__, 1, 3, 0, $bad);
                    $r->log_rerror($bad, -1, $_, -1, $bad)
                        for -1, 0, 7, 8, 15, 99;
                    $r->log_error($bad);
                    $r->server->log_error($bad);
                    $r->warn($bad);
                    warn $bad;
                    print STDERR $bad;
                    syswrite STDERR, $bad;
                }
                $r->print("done\n");
                $r->log_rerror(__FILE__, 1, 3, 0, 'the end');
                return 0;
            }
        },
        config => $format{$name} . <<~"CONF",
            PassEnv FORGED
            PerlSetEnv FORGED "$FORGED"
            <Location /forges>
                SetHandler perl-script
                PerlUsePool default
            </Location>
            CONF
    );
    my $mark = $h->error_log_mark;
    is get($h, '/forges')->body, "done\n", "$name: the handler has said it";
    log_like($h, $mark, qr/the end/);
    my $log = substr $h->error_log, $mark;
    like $log, qr/FORGED/, "$name: lines are in the log";
    is scalar(() = $log =~ /^\Q$FORGED\E/mg), 0, "$name: none is forged";
    unlike $log, qr/[^\n -~]/, "$name: none has a control character";
    $h->stop;
}

done_testing;
