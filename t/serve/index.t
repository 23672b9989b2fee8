# The index page: every script and handler, a link in each mode, the times.

use Mehari::Test;
use Mehari::Test::Serve;

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

sub new_site () {
    return Mehari::Test::Serve::site(
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
}

my @cgi = Mehari::Test::Serve::cgi_modes();

sub lists ($server) {
    my $index = $server->get('/');

    is $index->{status}, 200, 'the index page is served';
    is $index->{headers}{'content-type'}, 'text/html; charset=utf-8',
        'the index page is HTML';
    like $index->{content}, qr/Says hello/,
        'the index page has descriptions of scripts';
    unlike $index->{content}, qr/<link[^>]*stylesheet|src=/i,
        'the index page needs no other file';
    my ($nonce)
        = $index->{headers}{'content-security-policy'}
        =~ /script-src 'nonce-([0-9a-f]{32})'/;
    is_deeply [ $index->{content} =~ /(<script[^>]*>)/g ],
        [qq(<script nonce="$nonce">)],
        'the index page has no script but its own';

    my @links    = $index->{content} =~ m{<a href="(/(?!mehari)[^"]+)"}g;
    my @expected = (
        map({
                my $s = $_;
                map { "/$_/$s" } @cgi, qw(perlrun registry)
        } qw(bare below/deep.cgi hello.pl)),
        map({ "/$_/My::Page" } qw(perlscript modperl)),
    );
    is_deeply \@links, \@expected,
        'the index page links to each script in each mode, and to no more';

    for my $link (@links) {
        my $text = $link =~ /Page/ ? 'version 1' : 'hello';
        for my $path ($link, "$link/and/more") {
            my $rest = substr $path, length $link;
            is $server->body($path), "$text$rest\n", $path;
        }
    }

    # httpd writes a log line after it has sent the response.
    ok $server->wait_for(
        sub { ($server->body('/') =~ s/class="run"/run/gr) !~ />run</ }),
        'each link shows a time after its run';
    my $after = $server->body('/');
    like $after,
        qr{href="/registry/hello\.pl" [^>]*>\d+(?:\.\d+)?&nbsp;ms</a>},
        'the index page has times in milliseconds';
    my ($bars) = $after =~ m{href="/registry/hello\.pl" .*?(<span.*?</span>)};
    is scalar(() = $bars =~ /<i /g), 2,
        'the index page has a bar for each of two runs';
    is scalar(() = $bars =~ /class="first"/g), 1, 'the first is marked';
    ok $server->wait_for(
        sub {
            $server->output =~ m{^  200 .* ms  GET /$cgi[0]/hello\.pl$}m;
        }
        ),
        'the terminal shows the request';

    is $server->body('/registry/style.css'), "b { color: red }\n",
        'an asset is sent as it is';
    for my $path (
        qw(/perl-cgi/notes.txt /registry/notes.txt /registry/shell
        /perl-cgi/shell /perlrun/lib/tool.pl /registry/.hidden/a.pl
        /registry/lib/My/Page.pm /modperl/Wrong /modperl/Data::Dumper
        /modperl/My /registry/nowhere.pl /mehari/error /nowhere)
        )
    {
        is $server->get($path)->{status}, 404, "$path is not served";
    }
    for my $path (qw(/hello.pl /cgi-bin/hello.pl/and/more)) {
        like $server->get($path)->{content},
            qr{^The script hello\.pl is at /$cgi[0]/hello\.pl\.}m,
            "$path: where the script is";
    }
    unlike $server->get('/nowhere')->{content}, qr/is at/,
        'nothing is known of other addresses';
    return;
}

# Changes of the site need no restart.
sub follows ($server, $site) {
    Mehari::Test::Serve::write_file("$site/new.pl", $hello, 0755);
    like $server->body('/'), qr{href="/$cgi[0]/new\.pl"},
        'a new script is listed';
    is $server->body("/$cgi[0]/new.pl"), "hello\n", 'a new script is served';
    Mehari::Test::Serve::write_file("$site/lib/My/Page.pm",
        $handler =~ s/version 1/version 2, changed/gr);
    for my $try (1 .. 8) {
        is $server->body('/modperl/My::Page'), "version 2, changed\n",
            "a changed handler is loaded again ($try)";
    }
    return;
}

for my $mpm (Mehari::Test::Serve::mpms()) {
    subtest $mpm => sub {
        my $site   = new_site();
        my $server = Mehari::Test::Serve->start($site, '--mpm', $mpm);
        lists($server);
        follows($server, $site);
        is $server->end, 0, 'the server ends with status 0';
    };
}

my $site = new_site();

# One script alone, and one handler alone.
{
    my $alone = Mehari::Test::Serve->start("$site/hello.pl", '--mode', 'all');
    my @links = $alone->body('/') =~ m{<a href="(/(?!mehari)[^"]+)"}g;
    is_deeply \@links,
        [
        map { "/$_/hello.pl" } @cgi,
        qw(perlrun registry perlrunprefork registryprefork)
        ],
        'one script: listed alone, in all modes';
    is $alone->body($_), "hello\n", "one script alone is served at $_"
        for @links;
    is $alone->get("/$cgi[0]/bare")->{status}, 404,
        'one script alone is the only script served';
    is $alone->get('/modperl/My::Page')->{status}, 404,
        'one script alone is the only file served';
}
{
    my $alone = Mehari::Test::Serve->start("$site/lib/My/Page.pm");
    my @links = $alone->body('/') =~ m{<a href="(/(?!mehari)[^"]+)"}g;
    is_deeply \@links, [ '/perlscript/My::Page', '/modperl/My::Page' ],
        'one handler: listed alone';
    like $alone->body($_), qr/\Aversion 1/, "one handler alone answers at $_"
        for @links;
    is $alone->get('/perl-cgi/tool.pl')->{status}, 404,
        'one handler alone is the only thing served';
}

# Without an option, the MPM is event; with mod_perl, modes that stay need
# prefork.
{
    my $server = Mehari::Test::Serve->start($site);
    my $pattern
        = @cgi == 1
        ? qr/^  with +mod_perl, prefork MPM, 4 processes$/m
        : qr/^  with +mehari, event MPM, 16 threads, 4 workers$/m;
    like $server->output, $pattern, 'the MPM without --mpm';
}

# One worker answers in every mode, and is no child of httpd's parent.
SKIP: {
    skip 'mod_perl has no workers', 4 if @cgi == 1;
    Mehari::Test::Serve::write_file("$site/pid.pl",
        'print qq(Content-Type: text/plain\n\n$$ ), getppid;', 0755);
    my $server = Mehari::Test::Serve->start($site, '--workers', 1);
    like $server->output, qr/, 1 worker$/m,
        'the terminal says that there is one worker';
    my @said = map { $server->body("/$_/pid.pl") } qw(registry perlrun);
    like $said[0], qr/\A\d+ \d+\z/, 'a page says which process has made it';
    is $said[0], $said[1], 'both modes run in the same process';
    unlike $said[0], qr/\b\Q${\$server->httpd_pid}\E\b/,
        "the process of a page is none of httpd's";
}

done_testing;
