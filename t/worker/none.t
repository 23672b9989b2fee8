# PerlUsePool none: handlers run inside httpd, in a part of a site that has a
# pool.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Process;

my $pid = '"sub { $_[0]->print($$); 0 }"';
my $h   = server(
    mpm    => 'event',
    files  => { 'app.psgi' => 'sub { [ 200, [], [$$] ] }' },
    config => <<~"CONF",
        PerlPool shop workers=1
        PerlUsePool shop
        <Location "/worker">
            SetHandler modperl
            PerlResponseHandler $pid
        </Location>
        <Location "/worker/none">
            PerlUsePool none
        </Location>
        <Location "/app">
            SetHandler perl-psgi
            PerlPsgiApp "\${DOCUMENT_ROOT}/app.psgi"
        </Location>
        <Location "/app/none">
            PerlUsePool none
        </Location>
        <Directory "\${DOCUMENT_ROOT}/cgi">
            SetHandler perl-cgi
            Options +ExecCGI
        </Directory>
        <Directory "\${DOCUMENT_ROOT}/cgi/none">
            PerlUsePool none
        </Directory>
        CONF
    start => 0,
);
my $script
    = qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\n", getppid);
write_file($h->document_root . "/cgi/$_", $script, 0755)
    for qw(s.pl none/s.pl);
$h->start;

# The owner of the process that answers: httpd's user, or the pool's.
sub where ($path) {
    my $answer = get($h, $path)->body;
    return 'httpd' if grep { $_ == $answer } $h->processes;
    my $manager = pool_processes($h);
    for (my $pid = $answer; $pid > 1; $pid = parent_of($pid)) {
        my ($pool) = grep { $manager->{$_} == $pid } keys %$manager;
        return $pool if defined $pool;
    }
    return "somebody: $answer";
}

for my $round (1, 2) {
    is where('/worker'), 'shop', 'a handler is in the pool';
    is where('/worker/none'), 'httpd',
        'a handler with PerlUsePool none is in httpd';
    is where('/app'), 'shop', 'an application is in the pool';
    is where('/app/none'), 'httpd',
        'an application with PerlUsePool none is in httpd';
    is where('/cgi/s.pl'), 'shop', 'a script is in the pool';
    is where('/cgi/none/s.pl'), 'default',
        'a script with PerlUsePool none is in the default pool';
}

done_testing;
