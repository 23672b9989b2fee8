# Names and messages that would be HTML, or a terminal's commands, are shown.

use Mehari::Test;
use Mehari::Test::Serve;

my $name = q(<b onclick="x">&'#?%41;+ ) . "\xc3\xa9" . '.pl';
my $site = Mehari::Test::Serve::site(
    $name => <<'PERL',
#!/usr/bin/perl
# <script>alert(1)</script> & more
print "Content-Type: text/plain\n\nnasty\n";
PERL
    "new\nline\e[31m.pl" => "#!/usr/bin/perl\n",
    'die.pl'             => <<'PERL',
#!/usr/bin/perl
# Dies
warn "warned \e[2Jof\n";
die qq(<img src=x onerror="alert(1)"> & \e[31m at $0 line 4.\n); # <i>
PERL
);
my $server = Mehari::Test::Serve->start($site, '--mpm', 'prefork');
my @cgi    = Mehari::Test::Serve::cgi_modes();
my $index  = $server->body('/');

unlike $index, qr{<b onclick|<script(?! nonce)|\e}, 'the index page escapes';
like $index,
    qr/&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;#\?%41;\+ \xc3\xa9\.pl/,
    '... and shows the name';
like $index, qr/&lt;script&gt;alert\(1\)&lt;\/script&gt; &amp; more/,
    'the index page shows the description escaped';

my ($link) = $index =~ /href="(\/$cgi[0]\/[^"]*onclick[^"]*)"/;
is $server->body($link), "nasty\n", 'the link to a nasty name works';
ok $server->wait_for(sub { $server->body('/') =~ /ms<\/a>/ }),
    'the time of a nasty name is found';

for my $mode (@cgi, qw(perlrun registry)) {
    my $page = $server->html("/$mode/die.pl");
    unlike $page, qr/<img|<i>|\e/, "the error page escapes under $mode";
    like $page, qr/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; &amp;/,
        'the page of an error shows the message escaped';
    unlike $server->body("/$mode/die.pl"), qr/\e/,
        'plain text has no escape sequence';
}
my $missing = $server->html('/perl-cgi/%3Cimg%3E%22.pl');
unlike $missing, qr/<img/, 'an address that is not served is escaped';
like $missing, qr/&lt;img&gt;&quot;\.pl/,
    'a missing nasty name is shown escaped';

ok $server->wait_for(sub { $server->output =~ /warned/ }),
    'the terminal shows what a script warns of';
unlike $server->output, qr/\e/,
    'the terminal has no escape sequence of a script';

done_testing;
