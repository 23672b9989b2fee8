# exec cmd and exec cgi in pages of mod_include: the same results without
# mod_cgi, in the pool of the page.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Pair;

my $PAGES = <<~'CONF';
    <Files "*.shtml">
    SetHandler none
    Options +Includes
    ForceType text/html
    SetOutputFilter INCLUDES
    </Files>
    <Files "safe.shtml">
    Options -Includes +IncludesNoExec
    </Files>
    CONF
my @pair = pair(modules => ['include'], config => $PAGES);
my $root = $pair[0]->document_root;

script($pair[0], 'part.pl', <<~'PERL');
    print "Content-Type: text/plain\n\n";
    print join('|', @ENV{qw(DOCUMENT_NAME QUERY_STRING PATH_INFO)}), "\n";
    PERL

# Name => the text between "before" and "after".
my %page = (
    word     => '<!--#exec cmd="echo a word" -->',
    where    => '<!--#exec cmd="pwd; ls *.shtml | head -n 1" -->',
    shell    => '<!--#exec cmd="echo $0 $# $* $-" -->',
    input    => '<!--#exec cmd="cat; echo end" -->',
    quotes   => q{<!--#exec cmd="echo 'a  b' \"c  d\" \\\\ | tr a-d A-D" -->},
    variable =>
        '<!--#set var="x" value="one two" --><!--#exec cmd="echo $x" -->',
    braces  => '<!--#exec cmd="echo ${DOCUMENT_NAME}${none}." -->',
    nothing => '<!--#exec cmd="exit 3" -->',
    missing => '<!--#exec cmd="/no/such/program" -->',
    two => '<!--#exec cmd="echo 1" cmd="echo 2" --><!--#exec cmd="echo 3"-->',
    mixed   => '<!--#exec cgi="part.pl" cmd="echo and a command" -->',
    outer   => '<!--#include virtual="/word.shtml?of=outer" -->',
    neither => '<!--#exec -->',
    other   => '<!--#exec cmdline="echo" -->',
    safe    => '<!--#exec cmd="echo no" --><!--#exec cgi="part.pl" -->',
    unused  =>
        '<!--#if expr="false" --><!--#exec cmd="echo no" --><!--#endif -->',
    large => '<!--#exec cmd="yes 0123456789 | head -n 50000" -->',
    query => '<!--#exec cmd="echo $QUERY_STRING; echo $PATH_INFO;'
        . ' echo $QUERY_STRING_UNESCAPED; echo $PATH_TRANSLATED" -->',
    all => '<!--#exec cmd="env | sort" -->',
);
for my $name (keys %page) {
    write_file("$root/$name.shtml", "before $page{$name} after\n");
}

sub answer ($path) {
    return sub ($h) {
        my $response = get($h, $path);
        return join "\n", $response->status, $response->body;
    };
}

for my $path (
    (map { "/$_.shtml" } sort keys %page), '/query.shtml?a=%3Bb%20c',
    '/query.shtml/path%3Bx/y?$HOME',       '/all.shtml?q'
    )
{
    for my $round (1, 2) {
        my ($theirs, $ours) = both(\@pair, answer($path));
        is $ours, $theirs, $path;
    }
}

my $h = $pair[1];
like get($h, '/word.shtml')->body, qr/^before a word\n after$/,
    "a command's output is in the page";
cmp_ok length get($h, '/large.shtml')->body, '>', 550_000,
    'a large page comes whole';

subtest 'what it says' => sub {
    write_file("$root/says.shtml", '<!--#exec cmd="echo it is >&2" -->');
    my $mark = $h->error_log_mark;
    get($h, '/says.shtml');
    log_like($h, $mark, qr/stderr from \S+says\.shtml: it is$/m);
    write_file("$root/dies.shtml", '<!--#exec cmd="kill -9 $$" -->');
    like get($h, '/dies.shtml')->body, qr/an error occurred/,
        'the end by a signal is seen';
    log_like($h, $mark,
        qr/exec cmd in \S+dies\.shtml: it did not end.*\[MH3017\]/);
};

subtest 'as whom' => sub {
    plan skip_all => 'only root can run pools as other users' if $> != 0;
    my ($user) = grep { defined getpwnam $_ } qw(games news backup);
    plan skip_all => 'there is no user to be' if !defined $user;
    my $other = gateway_server(
        modules   => ['include'],
        perl_pool => "user=$user",
        config    => $PAGES,
    );
    write_file($other->document_root . '/who.shtml',
        '<!--#exec cmd="id -un" -->');
    is get($other, '/who.shtml')->body, "$user\n",
        "a command runs as the pool's user";
    $other->stop;
};

done_testing;
