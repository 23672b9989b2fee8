# A script ignores the signals that httpd ignores from its start (nohup),
# exactly as scripts of the module that mehari replaces do.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Httpd::Config;

my $folder = tempdir(CLEANUP => 1);
chmod 0755, $folder;
my $httpd = Mehari::Httpd::Config::find_httpd();
write_file("$folder/httpd", <<"EOF_SCRIPT", 0755);
#!/bin/sh
trap '' HUP TERM QUIT ALRM USR2
exec $httpd "\$@"
EOF_SCRIPT
local $ENV{MEHARI_HTTPD} = "$folder/httpd";

my $script = <<'EOF_SCRIPT';
#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/self/status';
print grep { /^SigIgn/ } <$in>;
EOF_SCRIPT

sub ignored ($mpm, $handler, @module) {
    my $h = server(
        mpm => $mpm,
        @module,
        config => <<~"CONF",
            <Directory "\${DOCUMENT_ROOT}">
            Options +ExecCGI
            SetHandler $handler
            </Directory>
            CONF
        start => 0,
    );
    write_file($h->document_root . '/signals.pl', $script, 0755);
    my @text = map { $_->body } get($h->start, '/signals.pl', repeat => 2);
    $h->stop;
    return @text;
}

for my $pair ([ prefork => 'cgi' ], [ event => 'cgid' ]) {
    my ($mpm, $module) = @$pair;
    my ($want)
        = ignored($mpm, 'cgi-script', module => undef, modules => [$module]);
    like $want, qr/[1-9a-f]/, "$module: signals are ignored";
    is $_, $want, "$mpm: those that mod_$module leaves ignored"
        for ignored($mpm, 'perl-cgi');
}

done_testing;
