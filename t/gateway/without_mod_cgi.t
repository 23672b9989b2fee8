# Scripts of mod_cgi while neither mod_cgi nor mod_cgid is loaded: httpd alone
# would send their source. They run as under perl-cgi where programs may run.
# t/gateway/cgi.t tests an httpd with mod_cgi, which then runs its scripts
# itself.

use Mehari::Test;

my $SOURCE  = 'the_password_in_the_source';
my %SCRIPTS = map { ("$_/a.cgi" => <<"PERL") } qw(alias exec added typed off);
#!/usr/bin/perl
# $SOURCE
print "Content-Type: text/plain\\n\\nran as ", __PACKAGE__, "\\n";
PERL

sub site ($mpm) {
    my $h = server(
        mpm     => $mpm,
        modules => [qw(mime alias)],
        files   => { %SCRIPTS, 'alias/data.txt' => "$SOURCE\n" },
        start   => 0,
        config  => <<~'CONF',
            ScriptAlias "/bin/" "${DOCUMENT_ROOT}/alias/"
            <Directory "${DOCUMENT_ROOT}">
                Options -ExecCGI
                Require all granted
            </Directory>
            <Directory "${DOCUMENT_ROOT}/exec">
                SetHandler cgi-script
                Options +ExecCGI
            </Directory>
            <Directory "${DOCUMENT_ROOT}/added">
                AddHandler cgi-script .cgi
                Options +ExecCGI
            </Directory>
            <Directory "${DOCUMENT_ROOT}/typed">
                AddType application/x-httpd-cgi .cgi
                Options +ExecCGI
            </Directory>
            <Directory "${DOCUMENT_ROOT}/off">
                SetHandler cgi-script
            </Directory>
            CONF
    );
    chmod 0755, map { $h->document_root . "/$_" } keys %SCRIPTS;
    return $h->start;
}

for my $mpm (qw(prefork event)) {
    subtest $mpm => sub {
        my $h = site($mpm);
        for my $path (map { "/$_/a.cgi" } qw(bin exec added typed)) {
            for my $got (get($h, $path, repeat => 2)) {
                is $got->status, 200,             "$path runs";
                is $got->body,   "ran as main\n", 'its output';
            }
        }
        my @said = $h->error_log =~ /(.*\[MH2062\])/g;
        is scalar @said, 1, 'that is said once, by all children';
        like $said[0], qr/Write PerlCgiScripts On/, 'with what to write';

        my $got = get($h, '/off/a.cgi');
        is $got->status, 403, 'not where Options ExecCGI is off';
        unlike $got->body, qr/$SOURCE/, 'nor is the source sent';
        $got = get($h, '/bin/data.txt');
        isnt $got->status, 200, 'a file that is no script, in a ScriptAlias';
        unlike $got->body, qr/$SOURCE/, 'is not sent';
        is get($h, '/exec/none.cgi')->status, 404, 'no such script';
        $h->stop;
    };
}

done_testing;
