# The index page, the error page and the status page in a browser: narrow and
# wide, light and dark; by keyboard; what a screen reader is told. And what their
# scripts do: reload when the code changes.
#
# Leaves pictures, and the trees of a screen reader, in build/pages.

use v5.36;
use lib qw(lib t/lib);

use Encode         qw(encode_utf8);
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use Mehari::Httpd::Config;
use Mehari::Test::Browser;
use Mehari::Test::Serve;
use Test::More;
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

for my $mode (qw(cgi mod_cgi registry)) {
    $server->get("/$mode/$_.pl") for qw(hello die hello);
}
$server->wait_for(sub { $server->body('/') =~ /7/ });

my %PAGE = (
    index  => '/',
    error  => '/registry/die.pl',
    status => '/mehari-status',
);

# Text whose colour is too near to what is behind it (WCAG 1.4.3), as a list of
# sentences. Text that is hidden from readers is none.
my $CONTRAST = <<'JS';
(() => {
    const channels = c => c.match(/[\d.]+/g).map(Number);
    const light = c => {
        const [r, g, b] = c.slice(0, 3).map(v => {
            v /= 255;
            return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
        });
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const behind = e => {
        for (; e; e = e.parentElement) {
            const c = channels(getComputedStyle(e).backgroundColor);
            if (c.length < 4 || c[3] > .99) return c;
        }
        return [255, 255, 255];
    };
    const bad = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const e = walk.currentNode.parentElement;
        const text = walk.currentNode.data.trim();
        const style = getComputedStyle(e);
        if (!text || e.closest('script,style,[aria-hidden=true]')
            || !e.getClientRects().length) continue;
        const one = light(channels(style.color)), two = light(behind(e));
        const ratio = (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
        if (ratio < (large ? 3 : 4.5))
            bad.add(`${ratio.toFixed(2)}: ${e.tagName} ${text.slice(0, 40)}`);
    }
    return [...bad];
})()
JS

# Elements that stand outside of the window, and do not scroll.
my $OUTSIDE = <<'JS';
[...document.querySelectorAll('body *')].filter(e =>
    e.getBoundingClientRect().right > innerWidth + 1
    && !e.closest('.card, pre, svg')).map(e => e.outerHTML.slice(0, 80))
JS

# Tables that are wider than their place.
my $CUT = <<'JS';
[...document.querySelectorAll('table')].filter(e =>
    e.parentElement.scrollWidth > e.parentElement.clientWidth + 1)
    .map(e => e.rows[0].textContent)
JS

# Elements that scroll without being a stop of the keyboard.
my $UNREACHABLE = <<'JS';
[...document.querySelectorAll('body *')].filter(e =>
    e.scrollWidth > e.clientWidth + 1
    && /auto|scroll/.test(getComputedStyle(e).overflowX)
    && !e.matches('[tabindex="0"]')).map(e => e.outerHTML.slice(0, 80))
JS

sub keep ($name, $text) {
    return if !defined $pictures;
    Mehari::Test::Serve::write_file("$pictures/$name", encode_utf8($text));
    return;
}

sub looks_right ($name, $width, $scheme) {
    my @odd = grep { !/responded with a status of 500/ } $browser->complaints;
    is_deeply \@odd, [], 'the browser has nothing to complain about';
    is_deeply $browser->value_of($CONTRAST), [],
        'all text of the page can be read';
    is_deeply $browser->value_of($OUTSIDE), [],
        'all of the page is in the window';
    is $browser->value_of('document.documentElement.scrollWidth'), $width,
        'the page does not scroll sideways';
    is_deeply $browser->value_of($CUT), [], 'a wide window has all columns'
        if $width > 1000;
    is_deeply $browser->value_of($UNREACHABLE), [],
        'a part that scrolls can be reached by keyboard';
    $browser->picture("$pictures/$name-$width-$scheme.png")
        if defined $pictures;
    return;
}

my %LANDMARK = map { $_ => 1 } qw(main navigation region banner contentinfo);

sub reads_right ($name, @tree) {
    is scalar(grep { $_->[1] eq 'main' } @tree), 1,
        'the page has one main part';
    my @headings = grep { $_->[1] eq 'heading' } @tree;
    my @levels   = map  { $_->[3]{level} } @headings;
    is scalar(grep { $_ == 1 } @levels), 1, 'the page has one title';
    is_deeply [ grep { $levels[$_] > 1 + $levels[ $_ - 1 ] } 1 .. $#levels ],
        [], 'the headings leave out no level';
    is_deeply [
        grep { !length || /[a-z]\d+\z|[a-z]of / }
        map  { $_->[2] } @headings
        ],
        [], 'the headings of the page are words';

    my @stops
        = grep { $_->[1] =~ /\A(?:link|button|DisclosureTriangle)\z/ } @tree;
    my %seen;
    $seen{"$_->[1] $_->[2]"}++ for grep { $_->[1] eq 'link' } @stops;
    is_deeply [ grep { !length $_->[2] } @stops ], [],
        'each stop of the keyboard has a name';
    is_deeply [ grep { $seen{$_} > 1 && !/link \d+\z/ } keys %seen ], [],
        'each link of the page has a name of its own'
        or diag explain \%seen;
    is_deeply [
        grep {
            $_->[1] =~ /\A(?:columnheader|image|region)\z/
                && !length $_->[2]
        } @tree
        ],
        [],
        'columns, pictures and regions have names';
    return;
}

# The keyboard's way: each link and region once, in the order of the page, and
# the focus can be seen where it is.
sub by_keyboard () {
    my $stops
        = q{[...document.querySelectorAll('a[href],summary,[tabindex]')]}
        . q{.filter(e => e.getClientRects().length)};
    my $count = $browser->value_of("$stops.length");
    cmp_ok $count, '>', 1,
        "the page has more than one stop of the keyboard ($count)";
    my @went;
    for (1 .. $count) {
        $browser->press('Tab');
        push @went,
            $browser->value_of("$stops.indexOf(document.activeElement)");
        my $seen
            = $browser->value_of(
            '(s => s.outlineStyle != "none" && parseFloat(s.outlineWidth)'
                . ' >= 2)(getComputedStyle(document.activeElement))');
        ok $seen, "stop $went[-1] can be seen" or last;
    }
    is_deeply \@went, [ 0 .. $count - 1 ],
        'the stops are in the order of the page';
    return;
}

for my $name (sort keys %PAGE) {
    my $url = $server->url . $PAGE{$name};
    for my $width (380, 1280) {
        for my $scheme (qw(light dark)) {
            subtest "$name page, $width pixels, $scheme" => sub {
                $browser->open_page($url, $width, $scheme);
                looks_right($name, $width, $scheme);
            };
        }
        subtest "$name page, $width pixels, a reader" => sub {
            my @tree = $browser->tree;
            keep("$name-$width.tree",
                join '', map { '  ' x $_->[0] . "$_->[1]: $_->[2]\n" } @tree);
            reads_right($name, @tree);
        };
    }
    subtest "$name page by keyboard" => \&by_keyboard;
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
    unlike $server->body('/cgi/hello.pl')
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
