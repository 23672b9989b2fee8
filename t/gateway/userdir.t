# UserDir: scripts run as httpd's user, or with suexec as their owner.

use Mehari::Test;
use Mehari::Test::Gateway;

my ($user) = grep { defined getpwnam $_ } qw(games news backup daemon nobody);
plan skip_all => 'there is no user to have scripts' if !defined $user;
my ($uid,   $gid)    = (getpwnam $user)[ 2, 3 ];
my ($httpd, $httpds) = $> == 0 ? (getpwnam 'www-data')[ 2, 3 ] : ($>, $) + 0);

sub userdir_server ($config, @modules) {
    my $h = gateway_server(
        modules => [ 'userdir', @modules ],
        config  => <<~'CONF' . $config,
            UserDir "${ROOT}/home/*/public_html"
            <Directory "${ROOT}/home">
            Options +ExecCGI
            SetHandler perl-cgi
            Require all granted
            </Directory>
            CONF
    );
    my $file = $h->root . "/home/$user/public_html/who.pl";
    write_file($file, <<~'PERL', 0755);
        #!/usr/bin/perl
        print "Content-Type: text/plain\n\n$< ", $( + 0;
        PERL
    return $h;
}

sub who ($h) { return get($h, "/~$user/who.pl")->body }

subtest 'without suexec' => sub {
    my $h = userdir_server("Suexec Off\n");
    is who($h), "$httpd $httpds",
        "a script of a user runs as httpd's user without suexec"
        for 1, 2;
    $h->stop;
};

my $suexec = $> == 0 && grep { -u $_ } glob '/usr/lib/apache2/suexec*';

subtest 'with suexec' => sub {
    plan skip_all => 'it needs root and a suexec' if !$suexec;
    my $h    = userdir_server('');
    my $mark = $h->error_log_mark;
    my $no   = get($h, "/~$user/who.pl");
    is $no->status, 500,
        'a script of a home folder does not run as somebody else';
    log_like($h, $mark,
        qr/names user $user .* \(PerlPool $user user=$user\)/);
    $h->stop;
};

subtest 'with suexec and a pool' => sub {
    plan skip_all => 'it needs root and a suexec' if !$suexec;
    my $h = userdir_server("PerlPool theirs user=$user\n");
    is who($h), "$uid $gid",
        'a script of a user runs as that user with suexec'
        for 1, 2;
    script($h, 'who.pl', 'print "Content-Type: text/plain\n\n$<"');
    is get($h, '/who.pl')->body, $httpd, 'other scripts are not';
    $h->stop;
};

subtest 'with suexec, as PerlUsePool says' => sub {
    plan skip_all => 'it needs root and a suexec' if !$suexec;
    my $h = userdir_server(<<~"CONF");
        PerlPool theirs user=$user
        <Directory "\${ROOT}/home">
        PerlUsePool default
        </Directory>
        CONF
    is who($h), "$httpd $httpds",
        'PerlUsePool is stronger than the user of a folder';
    $h->stop;
};

done_testing;
