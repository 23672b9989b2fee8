# The start of a worker: <Perl> sections run only in httpd, a worker finds
# modules in their folders, and code sees that httpd has read its configuration
# twice.

use Mehari::Test;

my $h = server(
    mpm      => 'event',
    start    => 0,
    handlers => {
        '/module'  => 'My::Module',
        '/started' => 'My::Started',
        '/inside'  => 'My::Inside',
    },
    config => sub ($h) {
        my $lib = $h->document_root . '/lib';
        return <<~"CONF";
            PerlPool default workers=1
            PerlUsePool default
            <Perl>
                use lib '$lib/A', '$lib/a';
                package My::Inside;
                sub handler { return 0 }
            </Perl>
            PerlRequire $lib/startup.pl
            CONF
    },
);
my $lib = $h->document_root . '/lib';
write_file("$lib/A/My/Module.pm", <<'PERL');
package My::Module;
use Apache2::RequestIO;
use Apache2::RequestRec;
sub handler { $_[0]->print('/' . join '/', map { (split '/')[-1] } @INC[0, 1]); 0 }
1;
PERL
write_file("$lib/a/My/Other.pm", "1;\n");
write_file("$lib/startup.pl",    <<'PERL');
package My::Started;
use Apache2::RequestIO;
use Apache2::RequestRec;
use Apache2::ServerUtil;
my $count = Apache2::ServerUtil::restart_count();
sub handler {
    $_[0]->print("$count ", Apache2::ServerUtil::restart_count());
    return 0;
}
1;
PERL
$h->start;

for my $got (get($h, '/module', repeat => 2)) {
    is $got->status, 200, 'a worker loads a module from a folder of use lib';
    is $got->body,   '/A/a', 'the folders are in their order';
}

is get($h, '/started')->body, '2 2', 'restart_count is that of httpd';
$h->graceful;
is get($h, '/started')->body, '3 3', 'restart_count after a restart';

my $mark = $h->error_log_mark;
is get($h, '/inside')->status, 500,
    'a package of a <Perl> section is not in a worker';
log_like($h, $mark,
    qr/`My::Inside'.*workers of a pool do not run <Perl> sections: write a/);

done_testing;
