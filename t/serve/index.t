# The index page: every script and handler, a link in each mode, the times.

use v5.36;
use lib qw(lib t/lib);

use Mehari::Test::Serve;
use Test::More;

my $hello = qq(#!/usr/bin/perl\n# Says hello\n)
    . qq(print "Content-Type: text/plain\\n\\nhello\$ENV{PATH_INFO}\\n";\n);
my $handler = <<'PERL';
package My::Page;
# Says version 1
use Apache2::RequestIO  ();
use Apache2::RequestRec ();
sub handler {
    my $r = shift;
    $r->content_type('text/plain');
    $r->print('version 1', $r->path_info, "\n");
    return 0;
}
1;
PERL

my $site = Mehari::Test::Serve::site(
    'hello.pl'       => $hello,
    'below/deep.cgi' => $hello,
    'bare'           => $hello,
    'shell'          => "#!/bin/sh\necho\n",
    'notes.txt'      => "secret\n",
    'style.css'      => "b { color: red }\n",
    '.hidden/a.pl'   => $hello,
    'lib/tool.pl'    => $hello,
    'lib/My/Page.pm' => $handler,
    'lib/Wrong.pm'   => $handler,
);
my @cgi = Mehari::Test::Serve::cgi_modes();
my $server
    = Mehari::Test::Serve->start($site, '--verbose', '--mpm', 'prefork');
my $index = $server->get('/');

is $index->{status},                  200, 'the index page';
is $index->{headers}{'content-type'}, 'text/html; charset=utf-8', '... HTML';
like $index->{content}, qr/Says hello/, '... with descriptions';
unlike $index->{content}, qr/<script|<link[^>]*stylesheet|src=/i,
    '... no script and no other file';

my @links    = $index->{content} =~ /<a href="([^"]+)"/g;
my @expected = (
    map({
            my $s = $_;
            map { "/$_/$s" } @cgi, qw(perlrun registry)
    } qw(bare below/deep.cgi hello.pl)),
    map({ "/$_/My::Page" } qw(perlscript modperl)),
);
is_deeply \@links, \@expected, '... links to each in each mode, to no more';

for my $link (@links) {
    my $text = $link =~ /Page/ ? 'version 1' : 'hello';
    for my $path ($link, "$link/and/more") {
        my $rest = substr $path, length $link;
        is $server->body($path), "$text$rest\n", $path;
    }
}

# A log line is written after the response has been sent.
ok $server->wait_for(
    sub { ($server->body('/') =~ s/class="run"/run/gr) !~ />run</ }),
    'each link shows a time after its run';
my $after = $server->body('/');
like $after, qr{href="/registry/hello\.pl">\d+(?:\.\d+)?&nbsp;ms</a>},
    '... in milliseconds';
my ($bars) = $after =~ m{href="/registry/hello\.pl">.*?(<span.*?</span>)};
is scalar(() = $bars =~ /<i /g), 2, '... with a bar for each of two runs';
ok $server->wait_for(
    sub { $server->output =~ m{^  200 .* ms  /$cgi[0]/hello\.pl$}m }),
    '--verbose prints the request';

is $server->body('/registry/style.css'), "b { color: red }\n",
    'an asset is sent as it is';
for my $path (
    qw(/cgi/notes.txt /registry/notes.txt /registry/shell
    /cgi/shell /perlrun/lib/tool.pl /registry/.hidden/a.pl
    /registry/lib/My/Page.pm /modperl/Wrong /modperl/Data::Dumper
    /modperl/My /registry/nowhere.pl /mehari/error /nowhere)
    )
{
    is $server->get($path)->{status}, 404, "$path is not served";
}

# Work on the site needs no restart.
Mehari::Test::Serve::write_file("$site/new.pl", $hello, 0755);
like $server->body('/'), qr{href="/$cgi[0]/new\.pl"},
    'a new script is listed';
is $server->body("/$cgi[0]/new.pl"), "hello\n", '... and served';
Mehari::Test::Serve::write_file("$site/lib/My/Page.pm",
    $handler =~ s/version 1/version 2, changed/gr);
for my $try (1 .. 8) {
    is $server->body('/modperl/My::Page'), "version 2, changed\n",
        "a changed handler is loaded again ($try)";
}

is $server->end, 0, 'the end';

# One script alone, and one handler alone.
{
    my $alone = Mehari::Test::Serve->start("$site/hello.pl", '--mode', 'all');
    my @links = $alone->body('/') =~ /<a href="([^"]+)"/g;
    is_deeply \@links,
        [
        map { "/$_/hello.pl" } @cgi,
        qw(perlrun registry perlrunprefork registryprefork)
        ],
        'one script: listed alone, in all modes';
    is $alone->body($_), "hello\n",                   "... $_" for @links;
    is $alone->get("/$cgi[0]/new.pl")->{status}, 404, '... and served alone';
    is $alone->get('/modperl/My::Page')->{status}, 404, '... no handler';
}
{
    my $alone = Mehari::Test::Serve->start("$site/lib/My/Page.pm");
    my @links = $alone->body('/') =~ /<a href="([^"]+)"/g;
    is_deeply \@links, [ '/perlscript/My::Page', '/modperl/My::Page' ],
        'one handler: listed alone';
    like $alone->body($_), qr/\Aversion 2/, "... $_" for @links;
    is $alone->get('/cgi/tool.pl')->{status}, 404, '... and served alone';
}

# Without a word about it, event; what needs prefork is named.
SKIP: {
    skip 'mod_perl has no perl-cgi', 8 if @cgi == 1;
    my $event = Mehari::Test::Serve->start($site);
    my $index = $event->body('/');
    my @links = $index =~ /<a href="([^"]+)"/g;
    is_deeply \@links, [
        map {
            my $s = $_;
            map { "/$_/$s" } @cgi
        } qw(bare below/deep.cgi hello.pl new.pl)
        ],
        'event: scripts, and what runs them there';
    like $index, qr/the handler here, run inside httpd:.*--mpm prefork/,
        '... and how to see the rest';
    is $event->body($_),               "hello\n", "... $_" for @links;
    is $event->body('/cgi/style.css'), "b { color: red }\n", '... an asset';
    is $event->get("/cgi/$_")->{status}, 404, "... $_ is not served"
        for qw(notes.txt shell lib/tool.pl .hidden/a.pl below);
    like $event->output, qr/^  with +mehari, event, 16 threads$/m,
        '... and it says so';
}

done_testing;
