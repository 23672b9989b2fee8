# <!--#perl --> in pages of mod_include: a subrequest to a URI that the
# configuration serves, by any handler, and nothing else.

use Mehari::Test;

my %PAGE = (
    menu    => '<!--#perl sub="Apache::Include" arg="/perl/menu.pl" -->',
    query   => '<!--#perl sub="Apache::Include" arg="/perl/menu.pl?a=b" -->',
    handler => '<!--#perl sub="Apache::Include" arg="/counter" -->',
    cgi     => '<!--#perl sub="Apache::Include" arg="/cgi/menu.pl" -->',
    two     => '<!--#perl sub="Apache::Include" arg="/perl/menu.pl" -->-'
        . '<!--#perl sub="Apache::Include" arg="/counter" -->',
    variable => '<!--#set var="to" value="menu" -->'
        . '<!--#perl sub="Apache::Include" arg="/perl/${to}.pl" -->',
    virtual => '<!--#perl sub="Apache::Include" arg="/perl/outer.pl" -->',
    loop    => '<!--#perl sub="Apache::Include" arg="/loop.shtml" -->',
    unused  => '<!--#if expr="false" -->'
        . '<!--#perl sub="My::Counter" --><!--#endif -->',
    other  => '<!--#perl sub="CORE::exit" arg="/perl/menu.pl" -->',
    code   => '<!--#perl sub="sub { print 1 }" -->',
    none   => '<!--#perl arg="/perl/menu.pl" -->',
    lost   => '<!--#perl sub="Apache::Include" arg="/perl/lost.pl" -->',
    closed => '<!--#perl sub="Apache::Include" arg="/closed/menu.pl" -->',
);

my $MENU = <<'EOF_SCRIPT';
#!/usr/bin/perl
print "Content-Type: text/html\n\n", "menu $ENV{QUERY_STRING}";
EOF_SCRIPT

my %FILES = (
    'perl/menu.pl'    => $MENU,
    'cgi/menu.pl'     => $MENU,
    'closed/menu.pl'  => $MENU,
    'poor/menu.shtml' => $PAGE{menu},
    'perl/outer.pl'   => <<'EOF_SCRIPT',
use Apache::Include ();
print "Content-Type: text/html\n\n", "outer ";
Apache::Include->virtual('/perl/menu.pl');
EOF_SCRIPT
    (map { ("$_.shtml" => "before $PAGE{$_} after\n") } keys %PAGE),
);

sub ssi_server ($mpm, $lines = '') {
    my $h = server(
        mpm      => $mpm,
        workers  => 4,
        modules  => ['include'],
        files    => \%FILES,
        handlers => { '/counter' => 'My::Counter' },
        config   => <<~"CONF",
            <Perl>
            package My::Counter;
            sub handler { \$_[0]->print('counted'); 0 }
            \$INC{'My/Counter.pm'} = 1;
            </Perl>
            <Directory "\${DOCUMENT_ROOT}">
                Options +Includes +ExecCGI
                AddType text/html .shtml
                AddOutputFilter INCLUDES .shtml
            </Directory>
            <Directory "\${DOCUMENT_ROOT}/poor">
                Options -Includes +IncludesNoExec
            </Directory>
            <Location /perl>
                SetHandler perl-script
                PerlResponseHandler ModPerl::Registry
                PerlOptions +ParseHeaders
                $lines
            </Location>
            <Location /closed>
                Require all denied
            </Location>
            <Location /cgi>
                SetHandler perl-cgi
            </Location>
            CONF
    );
    chmod 0755, map { $h->document_root . "/$_/menu.pl" } qw(perl cgi);
    return $h;
}

# Only httpd runs subrequests.
sub try_refusal ($h, $name) {
    my $mark = $h->error_log_mark;
    like get($h, '/virtual.shtml')->body, qr/an error occurred/,
        "$name: include virtual is refused";
    log_like(
        $h, $mark,
        qr/only httpd itself can do that.* or write PerlUsePool none/,
        "$name: what the log says of virtual"
    );
    return;
}

my %says = (
    menu     => 'menu ',
    query    => 'menu a=b',
    handler  => 'counted',
    cgi      => 'menu ',
    two      => 'menu -counted',
    variable => 'menu ',
    virtual  => 'outer menu ',
    unused   => '',
);
my %logs = (
    other  => qr/may not call the sub CORE::exit: .*\[MH3088\]/,
    code   => qr/may not call the sub sub \{ print 1 \}: .*\[MH3088\]/,
    none   => qr/may not call the sub \(none\): .*\[MH3088\]/,
    lost   => qr{/perl/lost\.pl answers with status 404 \[MH3089\]},
    closed => qr{/closed/menu\.pl answers with status 403 \[MH3089\]},
);

for my $how (
    [ 'prefork', '' ],
    [ 'event',   '' ],
    [ 'event',   'PerlUsePool default' ]
    )
{
    my $h    = ssi_server(@$how);
    my $name = "@$how";
    my $pool = length $how->[1];
    for my $page (sort keys %says) {
        next if $page eq 'virtual' && $pool;    # a worker runs no subrequest
        is $_->body, "before $says{$page} after\n",
            "$name: $page has the output of its sub"
            for get($h, "/$page.shtml", repeat => 2);
    }
    for my $page (sort keys %logs) {
        my $mark = $h->error_log_mark;
        like get($h, "/$page.shtml")->body,
            qr/\Abefore \[an error occurred .*\] after$/,
            "$name: $page has an error in the page";
        log_like($h, $mark, $logs{$page},
            "$name: what the log says of $page");
    }
    like get($h, '/loop.shtml')->body,
        qr/\A(?:before ){2,30}\[an error occurred/,
        "$name: a page that includes itself";
    try_refusal($h, $name) if $pool;
    my $mark = $h->error_log_mark;
    like get($h, '/poor/menu.shtml')->body, qr/an error occurred/,
        "$name: IncludesNoExec refuses perl";
    log_like($h, $mark, qr/IncludesNoExec forbids it \[MH3087\]/);
    $h->stop;
}

done_testing;
