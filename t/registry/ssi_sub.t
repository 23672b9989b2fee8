# PerlSsiSub names subs of the site's own, and <!--#perl sub="..." --> calls
# them with $r and each arg, in httpd or in the pool of the page's place. A sub
# that is not named is not called.

use Mehari::Test;

my $MODULE = <<'EOF_MODULE';
package My::Page;
use Mehari::Perl;
use Apache2::RequestRec  ();
use Apache2::RequestIO   ();
use POSIX                ();

sub handler ($r, @words)        { $r->print(join '|', 'handler', @words); 0 }
sub words   ($r, @words)        { print join '|', @words }
sub method  ($class, $r, $word) { print "$class $word"; 404 }
sub asked ($r) {
    print join ' ', $r->uri, $r->args // '', $ENV{QUERY_STRING},
        $ENV{who} // '', $r->main->uri;
}
sub element ($r) { print '<!--#echo var="REMOTE_ADDR" -->' }
sub parent  ($r) { print 'parent ', getppid }
sub leaves  ($r) { print 'left'; exit 3 }
sub fails   ($r) { print 'begun '; die "no menu today\n" }
sub secret  ($r) { print 'secret' }
1;
EOF_MODULE

sub element ($sub, @words) {
    return sprintf '<!--#perl sub="%s"%s -->', $sub, join '',
        map { qq( arg="$_") } @words;
}

my %PAGE = (
    package  => element('My::Page', 'a', 'b'),
    function => element('My::Page::words', 1 .. 12),
    nothing  => element('My::Page'),
    method   => element('My::Page->method', 'called'),
    variable => '<!--#set var="who" value="you" -->'
        . element('My::Page::words', 'to ${who}', '$who'),
    asked => '<!--#set var="who" value="me" -->' . element('My::Page::asked'),
    element => element('My::Page::element'),
    leaves  => element('My::Page::leaves'),
    parent  => element('My::Page::parent'),
    two     => element('My::Page::words', 'one') . ', '
        . element('My::Page::words', 'two'),
    fails   => element('My::Page::fails'),
    secret  => element('My::Page::secret'),
    import  => element('POSIX::_exit', 0),
    missing => element('My::Page::missing'),
);

my %SAYS = (
    package  => 'handler|a|b',
    function => join('|', 1 .. 12),
    nothing  => 'handler',
    method   => 'My::Page called',
    variable => 'to you|you',
    element  => '<!--#echo var="REMOTE_ADDR" -->',
    leaves   => 'left',
    two      => 'one, two',
);

my %LOGS = (
    fails   => [ qr/no menu today/, qr/My::Page::fails failed .*\[MH3090\]/ ],
    secret  => [qr/may not call the sub My::Page::secret: .*\[MH3088\]/],
    import  => [qr/may not call the sub POSIX::_exit: .*\[MH3088\]/],
    missing => [qr/My::Page::missing failed with status 500 \[MH3090\]/],
);

sub site ($mpm, $lines) {
    my $h = server(
        mpm     => $mpm,
        modules => [qw(include dir)],
        files   => {
            'none/package.shtml'  => "none $PAGE{package}",
            'other/package.shtml' => "other $PAGE{package}",
            'other/secret.shtml'  => "other $PAGE{secret}",
            (map { ("$_.shtml" => "before $PAGE{$_} after") } keys %PAGE),
        },
        config => <<~"CONF",
            PerlSwitches "-I\${ROOT}/lib"
            PerlSsiSub My::Page My::Page::words My::Page->method
            PerlSsiSub My::Page::asked My::Page::element My::Page::parent
            PerlSsiSub My::Page::leaves My::Page::fails
            PerlSsiSub -My::Page::missing
            DirectoryIndex asked.shtml
            $lines
            <Directory "\${DOCUMENT_ROOT}">
                Options +Includes
                AddType text/html .shtml
                AddOutputFilter INCLUDES .shtml
                AcceptPathInfo On
            </Directory>
            <Directory "\${DOCUMENT_ROOT}/none">
                PerlSsiSub None
            </Directory>
            <Directory "\${DOCUMENT_ROOT}/other">
                PerlSsiSub My::Page::secret
            </Directory>
            CONF
        start => 0,
    );
    write_file($h->root . '/lib/My/Page.pm', $MODULE);
    $h->start;
    return $h;
}

sub try_pages ($h, $name) {
    for my $page (sort keys %SAYS) {
        is $_->body, "before $SAYS{$page} after",
            "$name: $page has the output of its sub"
            for get($h, "/$page.shtml", repeat => 2);
    }
    for my $page (sort keys %LOGS) {
        my $mark = $h->error_log_mark;
        like get($h, "/$page.shtml")->body,
            qr/\Abefore (?:begun )?\[an error occurred .*\] after\z/,
            "$name: $page has an error in the page";
        log_like($h, $mark, $_, "$name: what the log says of $page")
            for $LOGS{$page}->@*;
    }
    return;
}

sub try_request ($h, $name) {
    for my $uri ('/asked.shtml', '/asked.shtml/more/info', '/') {
        my $path = $uri eq '/' ? '/asked.shtml' : $uri;
        is get($h, "$uri?a=b")->body, "before $path a=b a=b me $path after",
            "$name: the request that the sub sees of $uri";
    }
    return;
}

sub try_places ($h, $name) {
    like get($h, '/none/package.shtml')->body, qr/\Anone \[an error/,
        "$name: a place without subs has an error in the page";
    like get($h, '/other/package.shtml')->body, qr/\Aother \[an error/,
        "$name: a section's names take the place of the server's";
    is get($h, '/other/secret.shtml')->body, 'other secret',
        "$name: a section's own";
    return;
}

for my $how (
    [ 'prefork', '' ],
    [ 'event',   '' ],
    [ 'event',   'PerlUsePool default' ]
    )
{
    my $h    = site(@$how);
    my $name = "@$how";
    try_pages($h, $name);
    try_request($h, $name);
    try_places($h, $name);
    my ($parent) = get($h, '/parent.shtml')->body =~ /parent (\d+)/;
    is $parent == $h->pid, $how->[1] eq '', "$name: where the sub runs";
    $h->stop;
}

done_testing;
