# Apache2::Status: its pages, their escaping, pages of other modules, pages that
# are off.

use Mehari::Test;

my $h = server(
    workers  => 1,
    start    => 0,
    handlers =>
        { '/status' => [ 'Apache2::Status', 'PerlOptions +SetupEnv' ] },
    config => <<'CONF',
ServerTokens Prod
PerlModule Apache2::Status ModPerl::Registry
PerlSetEnv MARKUP "<i>camel</i> & more"
PerlPostConfigRequire "${ROOT}/pages.pl"
<Directory "${DOCUMENT_ROOT}">
SetHandler perl-script
PerlResponseHandler ModPerl::Registry
Options +ExecCGI
</Directory>
Alias "/again" "${DOCUMENT_ROOT}"
<Location "/again">
PerlResponseHandler Camel::Scripts
</Location>
<Location "/open">
SetHandler modperl
PerlResponseHandler Apache2::Status
PerlSetVar StatusTerse On
PerlSetVar StatusDeparse On
PerlSetVar StatusDumper On
PerlSetVar StatusLexInfo On
PerlSetVar StatusPeek On
PerlSetVar StatusXref On
</Location>
CONF
);
write_file($h->root . '/pages.pl', <<'PERL');
package Camel::Status;
our %Load  = (water => '<100>');
our @ISA   = ('Camel::Base');
@Camel::Base::ISA = ();
sub carry { my $weight = shift; return $weight + 1 }
Apache2::Status->menu_item(
    camel => 'Camel & Co',
    sub { my $r = shift; return [ 'a page of ' . ref $r ] },
);
package Camel::Scripts;
our @ISA = 'ModPerl::Registry';
sub handler : method { my ($class, $r) = @_; $class->new($r)->default_handler }
sub namespace_root { 'ModPerl::ROOT::Camel::Scripts' }
1;
PERL
write_file($h->document_root . '/rules.pl', <<'PERL');
#!/usr/bin/perl
print "Content-Type: text/plain\n\nok";
PERL
chmod 0755, $h->document_root . '/rules.pl';
$h->start;

sub page ($path) {
    my $response = get($h, $path);
    is $response->status, 200, $path;
    is $response->header('Content-Type'), 'text/html; charset=UTF-8',
        "the page $path is HTML";
    return $response->body;
}

my $menu = page('/status');
like $menu, qr/Embedded Perl version <b>v5\.\d+\.\d+<\/b> for/,
    'the menu names the version of embedded Perl';
like $menu, qr/ for <b>Apache<\/b>,/,
    'the menu names the server as ServerTokens allows';
my @names = qw(script inc rgysubs symdump isa_tree inh_tree env sig
    section_config myconfig);
like $menu, qr/href="\/status\?$_"/, "$_ is in the menu" for @names;
like $menu, qr/\?camel">Camel &amp; Co</,
    'the menu has a page that a module added';

for my $name (@names) {
    my $body = page("/status?$name");
    like $body, qr/<\/html>\n\z/, "the page $name is complete";
}
like page('/status?inc'), qr/>Apache2::Status<\/a><\/td>/,
    'the page of modules names Apache2::Status';
like page('/status?script'), qr/pages\.pl/,
    'the page of scripts names pages.pl';
like page('/status?isa_tree'),
    qr/Camel::Status<ul><li>Camel::Base<\/li>/,
    'the page of inheritance shows a base class';
like page('/status?inh_tree'),
    qr/Camel::Base<ul><li>Camel::Status<\/li>/,
    'the page of inheritance shows the classes below';
like page('/status?camel'), qr/a page of Apache2::RequestRec/,
    'a page that a module has added is shown';

my $env = page('/status?env');
like $env, qr/&lt;i&gt;camel&lt;\/i&gt; &amp; more/,
    'values in a page are escaped';
unlike page('/status?env&"<b>bold</b>'), qr/<b>bold/,
    'a query in a page is escaped';

like page('/status?Camel::Status'),
    qr{href="/status/Camel::Status::carry/CODE\?cv_dump">carry</a>},
    'the subs of a package';
like page('/status/Camel::Status::carry/CODE?cv_dump'),
    qr/pages\.pl/, 'the page of a sub shows its file';
is get($h, '/status?nonsense')->status, 404, 'a missing page gets 404';

my %about = (
    'slow/Camel::Status::carry?noh_b_terse' => qr/UNOP|LISTOP|COP/,
    'exec/Camel::Status::carry?noh_b_terse' => qr/OP/,
    'Camel::Status::carry?noh_b_deparse'    => qr/\$weight \+ 1/,
    'Camel::Status::carry?noh_b_lexinfo'    => qr/\$weight/,
    'Camel::Status::Load/HASH?data_dump'    => qr/&lt;100&gt;/,
    'Camel::Status::Load/HASH?noh_peek'     => qr/SV = PVHV/,
    'Camel::Status::carry?noh_xref'         => qr/carry.*\$ weight/,
);

for my $path (sort keys %about) {
    like page("/status/$path"), qr/This page is off/,
        "the page $path is off by default";
    like page("/open/$path"), $about{$path},
        "the page $path can be switched on";
}
is get($h, '/open/Camel::Nothing/HASH?data_dump')->status, 200,
    'a missing variable makes no error';
unlike page('/status?symdump'), qr/Nothing/, 'looking makes no package';

like page('/status?rgysubs'), qr/has compiled no Registry script/,
    'no Registry script has been compiled before the first request';
get($h, '/rules.pl');
my $scripts = page('/status?rgysubs');
like $scripts,
    qr{<h2>ModPerl::Registry</h2>.*\?(ModPerl::ROOT::\w+::\w+::\w+)">\1</a></td><td>\S+/rules\.pl<}s,
    'a script is on the page under its name';
unlike $scripts, qr/several names/, 'a script with one name has no other';
get($h, '/again/rules.pl');
like page('/status?rgysubs'),
    qr{several names.*rules\.pl</td><td>.*Camel::Scripts::.*<br>.*Registry::}s,
    'a script with two names shows both';

like page('/open/slow/Apache2::Const::OK?noh_b_terse'),
    qr/written in C|There is no sub/, 'a constant is no program';
like page('/open/slow/Camel::Nothing?noh_b_terse'),
    qr/There is no sub Camel::Nothing/,
    'a missing sub makes a sentence';

done_testing;
