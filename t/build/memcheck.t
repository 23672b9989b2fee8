# A short run under valgrind's memcheck: start, handlers, scripts, errors, a
# graceful restart, stop. Slow, so only with MEHARI_MEMCHECK (make memcheck).

use v5.36;
use Test::More;
use Mehari::Test;

plan skip_all => 'run by make memcheck' if !$ENV{MEHARI_MEMCHECK};
plan
    skip_all => 'valgrind is not installed'
    if !grep { -x "$_/valgrind" } split /:/,
    $ENV{PATH};

# No leak check: perl and httpd leave their memory to the end of the process.
my $suppressions = source_root() . '/t/valgrind.supp';

my $h = server(
    module         => $ENV{MEHARI_MEMCHECK_MODULE} // 'mehari',
    workers        => 1,
    start          => 0,
    command_prefix => [
        'valgrind',                     '--error-limit=no',
        '--leak-check=no',              '--track-origins=yes',
        "--suppressions=$suppressions", '--log-file=%q{MEHARI_LOGS}/%p',
    ],
    config => <<~'CONF',
        Timeout 300
        KeepAliveTimeout 60
        PerlModule Apache2::RequestRec Apache2::RequestIO ModPerl::Registry
        PerlRequire ${ROOT}/conf/handlers.pl
        <Location /modperl>
            SetHandler modperl
            PerlResponseHandler My::handler
        </Location>
        <Location /perl-script>
            SetHandler perl-script
            PerlResponseHandler My::handler
        </Location>
        <Location /die>
            SetHandler modperl
            PerlResponseHandler My::failure
        </Location>
        <Files "*.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </Files>
        CONF
);
my $logs = $h->root . '/tmp';
$h->{env} = { MEHARI_LOGS => $logs };

write_file($h->root . '/conf/handlers.pl', <<~'PERL');
    package My;
    sub handler {
        my ($r) = @_;
        $r->content_type('text/plain');
        $r->headers_out->set('X-A' => $r->args);
        $r->print('hello ', $r->uri);
        return 0;
    }
    sub failure { die "on purpose\n" }
    1;
    PERL
write_file($h->document_root . '/echo.pl', <<~'PERL', 0755);
    use strict;
    my $in = do { local $/; <STDIN> } // '';
    print "Content-Type: text/plain\n\n", join '|', %ENV, $in;
    exit if $ENV{QUERY_STRING};
    PERL
write_file($h->document_root . '/broken.pl', "sub {\n", 0755);

$h->start;
for my $round (1, 2) {
    is get($h, '/modperl?x')->body,   'hello /modperl',     'modperl';
    is get($h, '/perl-script')->body, 'hello /perl-script', 'perl-script';
    like get($h, '/echo.pl?q', method => 'POST', body => 'sent')->body,
        qr/sent/, 'Registry';
    is get($h, $_)->status, 500, $_ for '/die', '/broken.pl';
    is get($h, '/none')->status, 404, 'none';
    $h->graceful if $round == 1;
}

# Of all processes, also those that a graceful restart ended. Stop would remove
# the logs.
$h->end_processes;
my @logs = grep { m{/\d+\z} } glob "$logs/*";
cmp_ok scalar @logs, '>=', 3, 'a parent and two generations of children';
for my $log (@logs) {
    my $text     = read_file($log);
    my ($errors) = $text =~ /ERROR SUMMARY: (\d+) errors/;
    is $errors, 0, 'no error in process ' . $log =~ s{.*/}{}r or diag $text;
}

done_testing;
