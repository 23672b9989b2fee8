# The page of `mehari bench --html` in a browser: narrow and wide, light and
# dark; by keyboard; the tree of a screen reader. The script has a long name, and
# is refused in modes where its counter keeps its value.
#
# Leaves pictures, and the trees, in build/pages.

use Mehari::Test;
use Encode         qw(encode_utf8);
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use File::Temp     qw(tempdir);
use Mehari::Httpd::Config;
use Mehari::Test::Bench;
use Mehari::Test::Browser;
use Mehari::Test::Page qw(looks_right reads_right by_keyboard);

my $missing = Mehari::Test::Bench::missing();
plan skip_all => $missing if defined $missing;
my $browser = Mehari::Test::Browser->start
    // plan skip_all => 'there is no chromium';

my $pictures = dirname(Mehari::Httpd::Config::mehari_module()) . '/pages';
eval { make_path($pictures); 1 };
$pictures = undef if !-w $pictures;

my $dir = tempdir(CLEANUP => 1);
chmod 0755, $dir;
my $script
    = "$dir/" . 'a-name-that-is-longer-than-a-narrow-window' x 3 . '.pl';
write_file($script, <<~'PERL', 0755);
    #!/usr/bin/perl
    print "Content-Type: text/plain\n\n", ++$main::n, "\n";
    PERL
my @said = Mehari::Test::Bench::bench(qw(--duration 1 --rounds 1 --mode),
    'cgi,registry,modperl', '--html', "$dir/report.html", $script);
my $html = -s "$dir/report.html" ? read_file("$dir/report.html") : '';
like $html, qr/refused: /, 'the page has a mode that was refused'
    or diag explain \@said;

for my $width (400, 1280) {
    for my $scheme (qw(light dark)) {
        subtest "$width pixels, $scheme" => sub {
            $browser->open_page("file://$dir/report.html", $width, $scheme);
            looks_right($browser, $width);
            $browser->picture("$pictures/bench-$width-$scheme.png")
                if defined $pictures;
        };
    }
    subtest "$width pixels, a reader" => sub {
        my @tree = $browser->tree;
        write_file(
            "$pictures/bench-$width.tree",
            encode_utf8(
                join '', map { '  ' x $_->[0] . "$_->[1]: $_->[2]\n" } @tree
            )
        ) if defined $pictures;
        reads_right(@tree);
    };
}
subtest 'by keyboard' => sub { by_keyboard($browser) };

done_testing;
