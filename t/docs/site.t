# make docs: each intended page exists and has a title, and no link of the site
# is dead.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Directives;
use Mehari::Explain::Reason;
use Mehari::Site;
use Mehari::Site::Check;

plan
    skip_all => 'the Debian package cmark-gfm is not installed'
    if !grep { -x "$_/cmark-gfm" } split /:/,
    $ENV{PATH};

my $root = source_root();
my $dir  = tempdir(CLEANUP => 1);
my $to   = "$dir/site";

cmp_ok Mehari::Site::write_site($root, $to), '>', 300,
    'the site has more than 300 pages';
is_deeply [ Mehari::Site::Check::faults($to) ], [], 'the site has no fault';

subtest 'the pages' => sub {
    my @texts = map { m{/docs/([^/]+)\.md\z} } glob "$root/docs/*.md";
    my @codes = Mehari::Explain::Reason::codes();
    my $book
        = Mehari::Directives::parse(read_file("$root/docs/directives.md"));
    my @names = map { $_->{names}->@* } Mehari::Directives::entries($book);
    my @files = (
        (
            map { "$_.html" } @texts,
            qw(index architecture changes api mehari mehari-serve search)
        ),
        (map { "messages/$_.html" } @codes),
        (map { Mehari::Directives::file($_) } @names),
        'modules/Apache2-RequestRec.html'
    );
    is_deeply [ grep { !-s "$to/$_" } @files ], [],
        'each page of the documentation is there';
    my %seen;
    is_deeply [ grep { $seen{$_}++ } @files ], [],
        'no file has the page of two things';
};

subtest 'what is on them' => sub {
    my $page = read_file("$to/directives/PerlUsePool.html");
    like $page, qr{<title>PerlUsePool - mehari</title>},
        'a page of a directive has a title';
    like $page,
        qr{<td>Default</td>\s*<td>of <code>perl-cgi</code> <code>PerlUsePool default},
        'a page of a directive has its rows';
    like $page, qr{href="\.\./workers\.html"}, 'a link to another page';
    like $page,
        qr{href="PerlPool\.html"|href="\.\./directives/PerlPool\.html"},
        'a directive in the text is a link';
    unlike $page, qr/\.md"/, 'no page links to a source that is not there';
    like read_file("$to/status.html"),
        qr{<img src="files/docs/images/status\.png" alt="\w},
        'a page shows its picture';
    is -s "$to/files/docs/images/status.png",
        -s "$root/docs/images/status.png",
        'a picture is as large as in the sources';
    like read_file("$to/modules/Apache2-RequestRec.html"),
        qr{id="content_type"}, 'a method has a place';
    like read_file("$to/style.css"), qr/prefers-color-scheme: dark/,
        'the style has colors for light and dark';
};

subtest 'the search' => sub {
    my $index = read_file("$to/search-index.js");
    like $index, qr/\Aconst sections = \[\[.*\]\];\n\z/s,
        'the data of the search is a list of sections';
    like $index, qr{"directives/PerlUsePool\.html"},
        'the search has directives';
    like $index, qr{"messages/MH3010\.html"}, 'the search has messages';
    like $index,
        qr{"operators\.html#choose-limits","For operators","Choose limits"},
        'the search has sections of pages';
    like read_file("$to/search.html"), qr{<script src="search-index\.js">},
        'the page of the search reads its data';
    like read_file("$to/directives/PerlUsePool.html"),
        qr{<form action="\.\./search\.html"}, 'a field on each page';
    like read_file("$to/operators.html"),
        qr{<a rel="next" href="packages\.html">Next: Packages</a>},
        'a page has a link to the next page';
};

subtest 'what is wrong is found' => sub {
    my %page = (
        'index.html' => '<title>x</title><a href="a.html">a</a>'
            . '<a href="a.html#gone">a</a><a href="gone.html">b</a>',
        'a.html'    => '<title> </title><p id="b"></p><i id="b"></i>',
        'lost.html' =>
            '<title>x</title><script src="//e.example/x"></script>'
            . '<script>x()</script>',
    );
    write_file("$dir/wrong/$_", $page{$_}) for keys %page;
    my @found = Mehari::Site::Check::faults("$dir/wrong");
    for my $pattern (
        qr/a\.html: it has no title/,
        qr/a\.html: b is the anchor of two/,
        qr/index\.html: a\.html#gone: there is no such place/,
        qr/index\.html: gone\.html: there is no such file/,
        qr/lost\.html: no page leads to it/,
        qr/lost\.html: a script is in it/,
        qr/lost\.html: it fetches/,
        )
    {
        ok scalar(grep { /$pattern/ } @found),
            "the check finds a fault: $pattern";
    }
};

subtest 'a link in a source that leads nowhere is said' => sub {
    my $links = Mehari::Site::Links->new($root);
    my $page  = {
        path => 'docs/x.md',
        file => 'x.html',
        html => '<a href="no-such.md">x</a>'
    };
    my $said = '';
    local $SIG{__WARN__} = sub ($text) { $said .= $text };
    $links->translate($page);
    is $said, "docs/x.md: the link to docs/no-such.md leads nowhere.\n",
        'a link that leads nowhere is an error';
};

done_testing;
