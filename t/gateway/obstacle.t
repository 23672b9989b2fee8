# A script that the kernel refuses to start: the log of perl-cgi gives the
# reason, with the number of a message.

use Mehari::Test;

my $PRINT  = "print qq(Content-Type: text/plain\\n\\nran\\n);\n";
my %SCRIPT = (
    'bare.pl'    => [ $PRINT,                                'MH4322' ],
    'windows.pl' => [ "#!/usr/bin/perl\r\n$PRINT",           'MH4323' ],
    'marked.pl'  => [ "\xEF\xBB\xBF#!/usr/bin/perl\n$PRINT", 'MH4324' ],
    'nobody.pl'  => [ "#!/no/such/perl\n$PRINT",             'MH4325' ],
    'hosts.pl'   => [ "#!/etc\n$PRINT",                      'MH4326' ],
    'noexec.pl'  => [ "#!/usr/bin/perl\n$PRINT",             'MH4321' ],
    'good.pl'    => [ "#!/usr/bin/perl -w\r\n$PRINT",        undef ],
);

my $h = server(
    mpm    => 'event',
    config => <<~'CONF',
        <Directory "${DOCUMENT_ROOT}">
            SetHandler perl-cgi
            Options +ExecCGI
        </Directory>
        CONF
    start => 0,
);
for my $name (keys %SCRIPT) {
    write_file($h->document_root . "/$name",
        $SCRIPT{$name}[0], $name eq 'noexec.pl' ? 0644 : 0755);
}
$h->start;
for my $name (sort keys %SCRIPT) {
    my $code = $SCRIPT{$name}[1];
    for my $round (1, 2) {
        my $mark   = $h->error_log_mark;
        my $answer = get($h, "/$name");
        is $answer->status, $code ? 500 : 200, "$name: round $round";
        log_like(
            $h, $mark,
            qr/\Q$name\E' failed: .* \[$code\]/,
            "$name: the log says why"
        ) if $code;
    }
}

done_testing;
