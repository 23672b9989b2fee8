# Apache2::Log: levels, messages that are made only if they are wanted, and the
# text of a line in the error log.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestLog');

subtest 'levels' => sub {
    my $mark = $h->error_log_mark;
    answers('levels', 'Apache2::Log::Request', 'Apache2::Log::Server', 1);
    log_like($h, $mark,
        qr/\[perl:$_\] .*\[client [^]]+\] request $_ in two parts\\n$/m)
        for qw(emerg alert crit error warn notice);
    log_like($h, $mark, qr/\[perl:$_\] \[pid [^]]+\] server $_$/m)
        for qw(emerg alert crit error warn notice);
    log_unlike(
        $h, $mark,
        qr/(?:request|server) (?:info|debug)/,
        'LogLevel is warn, and httpd always writes notice to a file'
    );
};

subtest 'code' => sub {
    my $mark = $h->error_log_mark;
    answers('code', 'emerg alert crit error warn notice');
    log_like($h, $mark, qr/from code: warn$/m);
    answers('code_dies', 'no message');
};

subtest 'messages' => sub {
    my $mark = $h->error_log_mark;
    answers('messages', 'logged');
    log_like($h, $mark, $_)
        for qr/\[:error\] \[pid [^]]+\] request error$/m,
        qr/\[:warn\] \[pid [^]]+\] request warning$/m,
        qr/\[:error\] \[pid [^]]+\] server error$/m,
        qr/\[:warn\] \[pid [^]]+\] server warning$/m,
        qr/\[:warn\] \[pid [^]]+\] function warning$/m,
        qr{access to /call/\S+/messages failed for \S+, reason: it is late$}m,
        qr{access to /the/file failed for \S+, reason: it is early$}m;
};

subtest 'file, line, level, status' => sub {
    my $mark = $h->error_log_mark;
    answers('full', 'logged');
    log_like($h, $mark, qr/\(2\)No such file or directory: .*full request$/m);
    log_like($h, $mark, qr/full server$/m);
    is_called($h, 'TestLog', 'mark', qr{^\S+/TestLog\.pm\n\d+$});
};

subtest 'odd messages' => sub {
    my $mark = $h->error_log_mark;
    answers('odd', 'logged');
    log_like($h, $mark, qr/two\\nlines %s %n$/m);
    log_like($h, $mark, qr/x{1000}/);
};

answers('pid', 1,
          'Apache2::Log::log_pid(): cannot write /no/such/dir/pid: '
        . 'No such file or directory');

subtest 'level debug' => sub {
    my $verbose = call_server(log_level => 'debug');
    my $mark    = $verbose->error_log_mark;
    is called($verbose, 'TestLog', 'code'),
        'emerg alert crit error warn notice info debug',
        'level debug wants messages of all levels';
    log_like($verbose, $mark,
        qr/\[perl:debug\] .*TestLog\.pm\(\d+\):.*from code: debug$/m);
};

done_testing;
