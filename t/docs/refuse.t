# packaging/mehari-refuse.conf: without mehari, httpd refuses each file whose
# handler is one of mehari's, wherever the configuration names the handler,
# and whatever other modules are loaded.

use Mehari::Test;
use Mehari::Httpd::Config qw(module_file modules_dir);

my $SOURCE = 'a password in a script';
my $SCRIPT = "#!/usr/bin/perl\nprint '$SOURCE';\n";
my $refuse = read_file(source_root() . '/packaging/mehari-refuse.conf')
    =~ s/\@modules\@/modules_dir()/ger;

my %HTACCESS = (
    set    => 'SetHandler perl-cgi',
    add    => 'AddHandler perl-cgi .pl',
    psgi   => 'SetHandler perl-psgi',
    expr   => 'SetHandler "perl-%{tolower:CGI}"',
    if     => "<If \"true\">\nSetHandler perl-cgi\n</If>",
    files  => "<Files *.pl>\nSetHandler perl-cgi\n</Files>",
    force  => "ForceType perl-cgi",
    type   => "AddType perl-cgi .pl",
    action => "Action by-a-program /set/x.pl\nSetHandler by-a-program",
    method => "Script GET /set/x.pl",
    index  => "DirectoryIndex x.pl\nSetHandler perl-cgi",
    rule   => "RewriteEngine On\nRewriteRule . - [H=perl-cgi]",
    ruled  => "RewriteEngine On\nRewriteRule . - [T=perl-cgi]",
);
my %PERLS
    = (perl => 'SetHandler perl-script', modperl => 'SetHandler modperl');

my $mod_perl = eval { module_file('mod_perl') };
for my $with (undef, defined $mod_perl ? 'mod_perl' : ()) {
    my %folder = (%HTACCESS, $with ? () : %PERLS);
    my $h      = server(
        module  => undef,
        modules => [
            qw(rewrite userdir include),
            $with ? [ perl_module => $mod_perl ] : ()
        ],
        files => {
            'page.txt' => "a page\n",
            map { ("$_/x.pl" => $SCRIPT, "$_/.htaccess" => "$folder{$_}\n") }
                keys %folder
        },
        config => <<~'CONF' . $refuse,
            UserDir ${DOCUMENT_ROOT}/*/pages
            <Directory "${DOCUMENT_ROOT}">
                AllowOverride All
                Options +ExecCGI +Includes +FollowSymLinks
                AddOutputFilter INCLUDES .shtml
                Require all granted
            </Directory>
            Include "${DOCUMENT_ROOT}/*.conf"
            CONF
        start => 0,
    );
    my $root = $h->document_root;
    write_file("$root/u/pages/x.pl",      $SCRIPT);
    write_file("$root/u/pages/.htaccess", "SetHandler perl-cgi\n");
    write_file("$root/page.shtml",
        qq(<!--#include virtual="/set/x.pl" -->\n<!--#include file="set/x.pl" -->\n)
    );
    write_file("$root/far/x.pl",   $SCRIPT);
    write_file("$root/other.conf", <<~"CONF");
        <Directory "$root/far">
            SetHandler perl-cgi
        </Directory>
        CONF
    $h->start;
    my $beside = $with // 'alone';
    my @paths  = map { $_ eq 'index' ? '/index/' : "/$_/x.pl" } keys %folder;

    for my $path (sort(@paths), '/~u/x.pl', '/far/x.pl', '/far/x.pl/more',
        '/method/x.pl?a')
    {
        my $answer = get($h, $path);
        unlike $answer->body, qr/\Q$SOURCE\E/, "$beside: no source of $path";
        is $answer->status, 403, "$beside: $path is refused"
            if $path !~ /^.method/;
    }
    unlike get($h, '/page.shtml')->body, qr/\Q$SOURCE\E/,
        "$beside: no source in a page with #include";
    is get($h, '/page.txt')->status, 200, "$beside: other files are sent";
    $h->stop;
}

done_testing;
