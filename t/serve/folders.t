# Folders that configure how they are served: alone, together, and with errors
# in some of them.

use Mehari::Test;
use Mehari::Test::Serve;

plan skip_all => 'mod_perl has no applications of PSGI'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $script
    = "#!/usr/bin/perl\nprint qq(Content-Type: text/plain\\n\\nhere\\n);";
my $page = <<'CONF';
# needs mod_headers
Alias "${EXAMPLE_URL}/" "${EXAMPLE}/"
<Location "${EXAMPLE_URL}/">
    DirectoryIndex page.txt
    Header set X-Example "${EXAMPLE_URL}"
</Location>
CONF

my %files = (
    'page/mehari.conf'    => [ 0644, $page ],
    'page/page.txt'       => "a page\n",
    'page/lib/secret.txt' => "secret\n",
    'page/tool.pl'        => $script,
    'page/README.md'      => "# A Page\n\nIt is `small`. And more.\n",
    'app/app.psgi'        => <<~'PERL',
        sub { [ 200, [ 'Content-Type', 'text/plain' ],
            [ "at <$_[0]{SCRIPT_NAME}> <$_[0]{PATH_INFO}>\n" ] ] };
        PERL
    'scripts/one.pl'     => $script,
    'scripts/README.md'  => "# Two scripts\n\nOne is missing.\n",
    'top.pl'             => $script,
    'deep/a/mehari.conf' => [ 0644, "NoSuchDirective\n" ],
);

sub together ($server) {
    my $index = $server->body('/');
    like $index, qr{<a href="/page/">A Page</a>.*\n<p>It is small\.},
        'the index: title and sentence';
    like $index, qr{<a href="/app/">app</a>},
        'a folder without a README.md is listed by name';
    like $index, qr{<a href="\#scripts">Two scripts</a>},
        'a folder of scripts is listed by its title';
    like $index, qr{<section id="scripts">.*<code>scripts/one\.pl}s,
        'a folder of scripts has its own table';
    unlike $index, qr{tool\.pl},
        'a folder of scripts shows no script of another folder';
    for my $round (1, 2) {
        my $got = $server->get('/page/');
        is $got->{content}, "a page\n",
            "a fragment of a page is served ($round)";
        is $got->{headers}{'x-example'}, '/page',
            'a fragment knows its module and its URL';
        is $server->body('/app/x'), "at </app> </x>\n",
            'an application in a folder is served';
        is $server->body('/registry/scripts/one.pl'), "here\n",
            'a script in a folder is served';
    }
    for my $name ('top.pl', 'scripts/one.pl') {
        $server->get("/registry/$name");
        ok $server->wait_for(
            sub {
                $server->body('/')
                    =~ m{/registry/\Q$name\E" [^>]*>[\d.]+&nbsp;};
            },
            30
            ),
            "the time of $name, whatever the table";
    }
    is $server->get($_)->{status}, 404, "$_ is not served"
        for qw(/page/mehari.conf /page/lib/secret.txt /registry/page/tool.pl
        /perl-cgi//page/tool.pl /cgi/./page/tool.pl /registry/app/app.psgi);
    return;
}

my $site = Mehari::Test::Serve::site(%files);
for my $mpm (qw(event prefork)) {
    subtest $mpm => sub {
        my $server
            = Mehari::Test::Serve->start($site, '--workers', 1, '--mpm',
            $mpm);
        like $server->output, qr{^  examples +/app/ /page/$}m,
            'the terminal lists the folders';
        together($server);
        is $server->end, 0, 'the server ends with status 0';
    };
}

{
    my $server = Mehari::Test::Serve->start("$site/page");
    my $got    = $server->get('/');
    is $got->{content}, "a page\n", 'alone: at the root';
    is $got->{headers}{'x-example'}, '',
        'an application alone has an empty URL';
    is $server->get('/mehari-status')->{status}, 200,
        'the status page is served beside an application';
    is $server->get('/mehari.conf')->{status}, 404,
        'the configuration is not served';
}
{
    my $server = Mehari::Test::Serve->start("$site/app");
    is $server->body('/x'), "at <> </x>\n",
        'an application alone is served at the root';
}

# The fault of one folder is reported, and the others are served.
sub write_to ($name, $text, $mode = 0644) {
    mkdir "$site/$1" if $name =~ m{\A(.*)/};
    Mehari::Test::Serve::write_file("$site/$name", $text, $mode);
    return;
}
write_to('wrong/mehari.conf',  "\n# A comment\nNoSuchDirective\n");
write_to('absent/mehari.conf', "# needs No::Such (libno-such-perl)\n");
write_to('loads/mehari.conf',  "PerlModule No::Such\n");
write_to('httpd/mehari.conf',  "# needs mod_no_such\n");
write_to('open/mehari.conf',   "# mine\n", 0666);
write_to('cgi/mehari.conf',    "# mine\n");

my %why = (
    wrong  => qr{line 3 of \Q$site\E/wrong/mehari\.conf.*NoSuchDirective}s,
    absent => qr{the Perl module No::Such \(Debian: apt install libno-such-},
    loads  => qr{No/Such\.pm},
    httpd  => qr{needs httpd(?:'|&\#39;)s mod_no_such},
    open   => qr{everybody may write to \S+open/mehari\.conf},
    cgi    => qr{/cgi/ is taken},
);
{
    my $server = Mehari::Test::Serve->start($site);
    my $index  = $server->body('/');
    for my $name (sort keys %why) {
        like $server->output, qr/^  left out +$name: .*$why{$name}/m,
            "the terminal says why $name is left out";
        like $index,
            qr{<code>$name</code>\s*<p></p>.*Not served.*$why{$name}},
            "the index page says why $name is left out";
    }
    together($server);
}

for my $name (qw(wrong absent loads httpd open)) {
    my ($status, undef, $error)
        = Mehari::Test::Serve::command('serve', '--port', 0, "$site/$name");
    is $status, 1, "alone, it is refused: $name";
    like $error, $why{$name}, 'the refusal of --mode has its reason';
}
my ($status, undef, $error)
    = Mehari::Test::Serve::command('serve', '--mode', 'perl-cgi',
    "$site/page");
is $status, 2, 'a mode for a folder that says how it is served';
like $error, qr/--mode is for scripts/,
    '--mode is refused for an application';

done_testing;
