# A file under SetHandler perl-script or modperl that no handler takes: mod_perl
# sends it, with whatever passwords a program has in it. Here, if no handler is
# named and programs may run in its folder, a program runs as under perl-cgi.
# Otherwise it is refused. Files that are no programs are sent as before.

use Mehari::Test;

my $SECRET = 'the_password_in_the_source';

# name => [ contents, mode ]
my $PERL = "#!/usr/bin/perl\n# $SECRET\n"
    . "print qq(Content-Type: text/plain\\n\\nran)\n";
my $SHELL = "#!/bin/sh\n# $SECRET\n"
    . "printf 'Content-Type: text/plain\\n\\nran'\n";
my %PROGRAM = (
    'a.pl'       => [ $PERL,                              0755 ],
    'a.cgi'      => [ $PERL,                              0755 ],
    'plain'      => [ $SHELL,                             0755 ],
    'page.html'  => [ $PERL,                              0755 ],
    'no_bit.pl'  => [ "print '$SECRET'\n",                0644 ],
    'upper.PL'   => [ "print '$SECRET'\n",                0644 ],
    'Module.pm'  => [ "package Module; # $SECRET\n1;\n",  0644 ],
    'app.psgi'   => [ "my \$password = '$SECRET';\n",     0644 ],
    'old.pl~'    => [ "print '$SECRET'\n",                0644 ],
    'old.pl.bak' => [ "print '$SECRET'\n",                0644 ],
    '.a.pl.swp'  => [ "print '$SECRET'\n",                0644 ],
    'index.php'  => [ "<?php \$password = '$SECRET'; ?>", 0644 ],
    'hash_bang'  => [ "#!/usr/bin/perl\n# $SECRET\n",     0644 ],
    'marked'     => [ "\xEF\xBB\xBF#!/bin/sh\n# $SECRET", 0644 ],
    'words.txt'  => [ "#!/usr/bin/perl\n# $SECRET\n",     0644 ],
    'binary'     => [ "\x7FELF $SECRET\n",                0755 ],
    'bit.txt'    => [ "print '$SECRET'\n",                0755 ],
);
my %STATIC = (
    'static.txt'    => [ "plain text\n",    0644 ],
    'page.htm'      => [ "<p>page\n",       0644 ],
    'photo.png'     => [ "\x89PNG image\n", 0755 ],
    'style.css'     => [ "p { }\n",         0755 ],
    'empty.txt'     => [ '',                0644 ],
    'one.txt'       => [ '#',               0644 ],
    'about.pl.html' => [ "<p>o nas\n",      0644 ],
);

my @RUN = qw(a.pl a.cgi plain page.html);

my $MODULE = <<'PERL';
package My::Declines;
use Apache2::RequestRec ();
use Apache2::RequestIO  ();
sub handler {
    my ($r) = @_;
    my $what = $r->args // '';
    $r->content_type('text/plain') if $what =~ /type/;
    $r->handler('default-handler') if $what =~ /default/;
    if ($what =~ /file=(\w+\.?\w*)/) {
        my $other = $1;
        $r->filename($r->filename =~ s{[^/]*\z}{$other}r);
    }
    return -1;
}
1;
PERL

# Each row: a folder's lines, and whether programs run there.
my %FOLDER = (
    exec       => [ "SetHandler perl-script\nOptions +ExecCGI", 1 ],
    exec_plain => [ "SetHandler modperl\nOptions +ExecCGI",     1 ],
    off        => [ 'SetHandler perl-script',                   0 ],
    off_plain  => [ 'SetHandler modperl',                       0 ],
    declines   => [
        "SetHandler perl-script\nOptions +ExecCGI\n"
            . 'PerlResponseHandler My::Declines',
        0
    ],
    declines_modperl =>
        [ "SetHandler modperl\n" . 'PerlResponseHandler My::Declines', 0 ],
    pool => [
        "SetHandler perl-script\nOptions +ExecCGI\n"
            . "PerlUsePool default\nPerlResponseHandler My::Declines",
        0
    ],
    pool_none => [
        "SetHandler perl-script\nOptions +ExecCGI\n" . 'PerlUsePool default',
        1
    ],
    pool_off => [ "SetHandler modperl\nPerlUsePool default", 0 ],
    switched => [
        "SetHandler perl-script\nOptions +ExecCGI\n"
            . "PerlOptions -GlobalRequest\nPerlFixupHandler My::Declines",
        1
    ],
);

sub files_of ($folder) {
    my %all = (%PROGRAM, %STATIC);
    return map { ("$folder/$_" => $all{$_}[0]) } keys %all;
}

sub folders () {
    return join '', map {
        "<Directory \"\${DOCUMENT_ROOT}/$_\">\n$FOLDER{$_}[0]\n</Directory>\n"
    } sort keys %FOLDER;
}

sub site ($mpm) {
    my @folders = (keys %FOLDER, 'htaccess', 'added');
    my $h       = server(
        mpm     => $mpm,
        workers => 4,
        modules => [qw(mime alias)],
        files   => { map { files_of($_) } @folders },
        start   => 0,
        config  => <<~'CONF' . folders(),
            PerlSwitches "-I${ROOT}/lib"
            PerlModule My::Declines
            PerlPool default
            <Directory "${DOCUMENT_ROOT}">
                Options -ExecCGI
                AllowOverride All
                Require all granted
            </Directory>
            <Directory "${DOCUMENT_ROOT}/added">
                AddHandler perl-script .pl .cgi .txt .png
            </Directory>
            ScriptAlias /alias/ "${DOCUMENT_ROOT}/off/"
            <Location "/alias/">
                SetHandler perl-script
            </Location>
            CONF
    );
    for my $folder (@folders) {
        for my $name (keys %PROGRAM, keys %STATIC) {
            chmod(
                ($PROGRAM{$name} // $STATIC{$name})->[1],
                $h->document_root . "/$folder/$name"
            );
        }
    }
    write_file($h->document_root . '/htaccess/.htaccess',
        "SetHandler perl-script\n");
    write_file($h->root . '/lib/My/Declines.pm', $MODULE);
    return $h->start;
}

sub refused ($h, $path) {
    my $mark = $h->error_log_mark;
    my $got  = get($h, $path);
    is $got->status, 403, "$path is refused";
    unlike $got->body, qr/$SECRET/, "$path: without its source";
    return log_like($h, $mark, qr/no handler takes .*\[MH2061\]/);
}

sub shows_no_source ($h, $folder) {
    for my $name (sort keys %PROGRAM) {
        for my $method (qw(GET POST)) {
            my $got = get($h, "/$folder/$name", method => $method);
            unlike $got->body, qr/$SECRET|ELF/,
                "$method /$folder/$name: no source";
            isnt $got->status, 200, 'nor an answer'
                if !grep { $_ eq $name } @RUN;
        }
    }
    return;
}

sub sends_files ($h, $folder) {
    for my $name (sort keys %STATIC) {
        my $got = get($h, "/$folder/$name");
        is $got->status, 200,               "/$folder/$name is sent";
        is $got->body,   $STATIC{$name}[0], 'as it is';
    }
    return;
}

sub runs ($h, $path) {
    my $got = get($h, $path);
    is $got->status, 200,   "$path runs";
    is $got->body,   'ran', "$path: its output";
    return;
}

for my $mpm (qw(prefork event)) {
    subtest $mpm => sub {
        my $h = site($mpm);
        for my $folder (sort keys %FOLDER) {
            shows_no_source($h, $folder);
            sends_files($h, $folder);
            for my $name (@RUN) {
                my $path = "/$folder/$name";
                $FOLDER{$folder}[1] ? runs($h, $path) : refused($h, $path);
            }
        }
        for my $name (sort keys %PROGRAM) {
            refused($h, "/declines/$name");
            refused($h, "/off/$name");
            refused($h, "/pool/$name");
        }
        my @said = $h->error_log =~ /\[MH2060\]/g;
        is scalar @said, 1, 'that scripts run is said once, by all children';

        shows_no_source($h, 'htaccess');
        sends_files($h, 'htaccess');
        refused($h, '/added/a.pl');
        refused($h, '/added/words.txt');
        is get($h, '/added/static.txt')->body, "plain text\n", 'AddHandler';
        runs($h, '/alias/a.pl');
        unlike get($h, '/alias/no_bit.pl')->body, qr/$SECRET/, 'ScriptAlias';
        refused($h, "/declines/static.txt?file=$_") for qw(a.pl hash_bang);
        refused($h, "/declines/a.pl?$_")            for qw(type default);
        is get($h, '/declines/none.pl')->status, 404, 'no such file';
        is get($h, '/off/none.pl')->status, 404, 'no such file, no handler';
        is get($h, '/off/')->status,        404, 'a folder';
        $h->stop;
    };
}

done_testing;
