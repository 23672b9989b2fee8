# Handlers that an earlier phase, in httpd, has pushed as code references: they
# run in httpd, and those that have a name in the worker.

use Mehari::Test;

my $h = server(
    mpm    => 'event',
    start  => 0,
    config => sub ($h) {
        return <<~"CONF";
            PerlPool default workers=1
            PerlUsePool default
            PerlRequire @{[ $h->document_root ]}/handlers.pl
            <LocationMatch "^/(\\w+)\$">
            SetHandler modperl
            PerlResponseHandler My::Pushed::process
            PerlLogHandler My::Pushed::log_named
            PerlFixupHandler My::Pushed::push
            </LocationMatch>
            CONF
    },
);
write_file($h->document_root . '/handlers.pl', <<'PERL');
package My::Pushed;
use Apache2::Log;
use Apache2::RequestIO;
use Apache2::RequestRec;
use Apache2::RequestUtil;

sub process   { $_[0]->print($$); return 0 }
sub log_named { $_[0]->warn("named $$"); return 0 }

my %push = (
    none => sub { },
    late => sub {
        my ($r) = @_;
        $r->push_handlers(PerlLogHandler =>
            sub { $_[0]->warn("code $$ " . $_[0]->status); 0 });
        $r->push_handlers(PerlCleanupHandler =>
            sub { $_[0]->warn("cleanup $$"); 0 });
    },
    response => sub {
        my ($r) = @_;
        $r->set_handlers(PerlResponseHandler =>
            [sub { -1 }, sub { $_[0]->print("code $$"); 0 }]);
    },
);

sub push {
    my ($r) = @_;
    $push{ $r->uri =~ s{^/}{}r }->($r);
    $r->warn("httpd $$");
    return 0;
}

1;
PERL
$h->start;

sub pids ($path) {
    my $mark = $h->error_log_mark;
    my $body = get($h, $path)->body;
    log_like($h, $mark, qr/named \d+$/m);
    my $log = $h->error_log_since($mark);
    return ($body, map { [ $log =~ /$_ (\d+)/ ]->[0] } qw(httpd named));
}

my ($worker, $httpd, $named);
for (1, 2) {
    ($worker, $httpd, $named) = pids('/none');
    isnt $worker, $httpd,  'a handler without pushed code is in a worker';
    is $named,    $worker, 'the log handler with a name is in the worker';
}

for (1, 2) {
    my $mark = $h->error_log_mark;
    is((pids('/late'))[0],
        $worker, 'code for later phases leaves the response in the worker');
    is((pids('/late'))[2], $worker, 'and the handler with a name');
    log_like($h, $mark, qr/code $httpd 200$/m);
    log_like($h, $mark, qr/cleanup $httpd$/m);
}

for (1, 2) {
    my ($body, $pid, $log) = pids('/response');
    is $body, "code $httpd", 'code that answers runs in httpd';
    is $log,  $httpd,        'and so do the later phases of that request';
}

done_testing;
