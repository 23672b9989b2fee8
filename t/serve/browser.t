# The index page, the error page and the status page in a browser: narrow and
# wide, light and dark; by keyboard; the text for a screen reader. And their
# scripts, which reload the page when the code changes.
#
# Leaves pictures, and the trees of a screen reader, in build/pages.

use Mehari::Test;
use Encode         qw(encode_utf8);
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use Mehari::Httpd::Config;
use Mehari::Test::Browser;
use Mehari::Test::Page qw(looks_right reads_right by_keyboard);
use Mehari::Test::Serve;
use Time::HiRes qw(sleep time);

plan skip_all => 'mod_perl has no status page'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';
my $browser = Mehari::Test::Browser->start
    // plan skip_all => 'there is no chromium';

my $pictures = dirname(Mehari::Httpd::Config::mehari_module()) . '/pages';
eval { make_path($pictures); 1 };
$pictures = undef if !-w $pictures;

my $hello = qq(#!/usr/bin/perl\n# Says hello, and that in many words\n)
    . qq(print "Content-Type: text/plain\\n\\nhello\\n";\n);
my $long = 'a-name-that-is-longer-than-what-a-narrow-window-has-room-for';
my $site = Mehari::Test::Serve::site(
    'hello.pl'        => $hello,
    "below/$long.cgi" => $hello,
    'noexec.pl'       => [ 0644, $hello ],
    'die.pl'          => qq(#!/usr/bin/perl\nuse strict;\n\n)
        . 'die "no luck, and a message that is long enough for two lines";'
        . "   # here it is\n"
        . "print 1;\n" x 30,
    'lib/My/Page.pm' => <<~'PERL',
        package My::Page;
        # A handler
        use Apache2::RequestIO ();
        use Apache2::RequestRec ();
        sub handler {
            my $r = shift;
            $r->content_type('text/html');
            $r->print("<title>page</title><p>page");
            return 0;
        }
        1;
        PERL
);
my $server = Mehari::Test::Serve->start($site, '--editor', 'vscode');

for my $mode (qw(perl-cgi cgi registry)) {
    $server->get("/$mode/$_.pl") for qw(hello die hello);
}
$server->wait_for(sub { $server->body('/') =~ /7/ });

my %PAGE = (
    index  => '/',
    error  => '/registry/die.pl',
    status => '/mehari-status',
);

sub keep ($name, $text) {
    return if !defined $pictures;
    Mehari::Test::Serve::write_file("$pictures/$name", encode_utf8($text));
    return;
}

for my $name (sort keys %PAGE) {
    my $url = $server->url . $PAGE{$name};
    for my $width (380, 1280) {
        for my $scheme (qw(light dark)) {
            subtest "$name page, $width pixels, $scheme" => sub {
                $browser->open_page($url, $width, $scheme);
                looks_right($browser, $width);
                $browser->picture("$pictures/$name-$width-$scheme.png")
                    if defined $pictures;
            };
        }
        subtest "$name page, $width pixels, a reader" => sub {
            my @tree = $browser->tree;
            keep("$name-$width.tree",
                join '', map { '  ' x $_->[0] . "$_->[1]: $_->[2]\n" } @tree);
            reads_right(@tree);
        };
    }
    subtest "$name page by keyboard" => sub { by_keyboard($browser) };
}

sub true_soon ($expression) {
    my $end = time + 20;
    while (time < $end) {
        return 1 if eval { $browser->value_of($expression) };
        sleep 0.1;
    }
    return 0;
}

subtest 'the status page keeps where the keyboard is' => sub {
    $browser->open_page($server->url . '/mehari-status', 1280, 'light');
    $browser->value_of(q{window.first = document.querySelector('main');}
            . q{document.querySelectorAll('main th a')[1].focus();}
            . q{document.activeElement.textContent});
    ok true_soon(q{document.querySelector('main') != first}),
        'the status page shows new data';
    ok $browser->value_of(q{document.activeElement.matches('main th a')}),
        'the stop of the keyboard is where it was';
};

subtest 'Enter follows a link' => sub {
    $browser->open_page($server->url . '/', 1280, 'light');
    $browser->value_of(
        q{[...document.links].find(e => /hello\.pl/.test(e.href)).focus()});
    my $href = $browser->value_of('document.activeElement.href');
    $browser->press('Enter');
    ok true_soon("location.href == '$href'"), "Enter leads to $href";
};

subtest 'an error opens in the editor' => sub {
    my $html = $server->html('/registry/die.pl');
    like $html, qr{<h2><a href="vscode://file\Q$site\E/die\.pl:4" },
        'a link, with the line';
    my $others = $server->get(
        '/registry/die.pl',
        Accept            => 'text/html',
        'X-Forwarded-For' => '192.0.2.1'
    )->{content};
    unlike $others, qr/vscode|<script/,
        'the page of an error has no link to an editor for others';
    unlike $server->body('/perl-cgi/hello.pl')
        . $server->body('/modperl/My::Page'),
        qr/vscode|<script/,
        'the answers of scripts have no link to an editor';
    is $server->get('/mehari/changes', 'X-Forwarded-For' => '192.0.2.1')
        ->{status}, 404, 'changes are told nobody else';
};

subtest 'pages follow the code' => sub {
    $browser->open_page($server->url . '/registry/die.pl', 1280, 'light');
    $browser->value_of('window.loaded = 1');
    my $before = $server->body('/mehari/changes');
    Mehari::Test::Serve::write_file("$site/data.txt", "data\n");
    is $server->body('/mehari/changes'), $before, 'data is no code';
    Mehari::Test::Serve::write_file("$site/die.pl", $hello, 0755);
    isnt $server->body('/mehari/changes'), $before,
        'the page of changes follows a script';
    ok true_soon(q{document.body.textContent.trim() == 'hello'}),
        'the error page becomes what the script says';

    $browser->open_page($server->url . '/', 1280, 'light');
    unlike $browser->value_of('document.body.textContent'), qr/new\.pl/,
        'the index page follows the removal of a script';
    Mehari::Test::Serve::write_file("$site/new.pl", $hello, 0755);
    ok true_soon(q{document.body.textContent.includes('new.pl')}),
        'the index page has a new script by itself';
    unlike $server->output, qr{/mehari/changes}, 'nobody is told of that';
};

is $server->end, 0, 'the server ends with status 0';
done_testing;
