# httpd's start line names mehari with its version, which is that of meson.build
# everywhere. A script sees it where ServerTokens shows the versions of modules.

use Mehari::Test;
use Mehari::Command;
use Mehari::Test::Gateway qw(wait_until);

my ($version)
    = read_file(source_root() . '/meson.build') =~ /^ *version: '(.*)',$/m;
my $named = qr{mehari/\Q$version\E};
is $Mehari::Command::VERSION, $version, 'the command has the version';

sub start_line ($h) {
    return wait_until(
        sub {
            ($h->error_log =~ /^(.* configured -- resuming normal .*)$/m)[0];
        }
    );
}

sub software ($tokens) {
    my $h = server(
        mpm   => 'event',
        files => { 'software.pl' => <<~'PERL' },
            #!/usr/bin/perl
            print "Content-Type: text/plain\n\n$ENV{SERVER_SOFTWARE}";
            PERL
        config => "ServerTokens $tokens\n" . <<~'CONF',
            <Directory "${DOCUMENT_ROOT}">
                SetHandler perl-cgi
                Options +ExecCGI
            </Directory>
            CONF
        start => 0,
    );
    chmod 0755, $h->document_root . '/software.pl';
    $h->start;
    return ($h, get($h, '/software.pl')->body);
}

subtest 'a site of CGI scripts' => sub {
    my ($h, $seen) = software('OS');
    like start_line($h),   $named,       'the start line has the version';
    unlike start_line($h), qr/mod_perl/, 'and not that of Perl in httpd';
    like $seen, qr{\AApache/\S+ \(\w+\)\z},
        'a script sees what ServerTokens allows';
    (undef, $seen) = software('Full');
    like $seen, qr{\) $named\z}, 'with all modules, it sees mehari';
};

subtest 'a mod_perl site' => sub {
    my $h = server(handlers => { '/' => 'My::Handler' });
    like start_line($h), qr{$named mod_perl/2\.0\.13 Perl/v5\.\d+},
        'the start line has all versions';
};

done_testing;
