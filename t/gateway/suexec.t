# SuexecUserGroup: a pool of that user; check-owner=on: suEXEC's checks.

use Mehari::Test;
use Mehari::Test::Gateway;

plan skip_all => 'only root can run pools as other users' if $> != 0;
my ($user) = grep { defined getpwnam $_ } qw(games news backup);
plan skip_all => 'there is no user to be' if !defined $user;
my ($uid, $gid) = (getpwnam $user)[ 2, 3 ];
my $group = getgrgid $gid;

sub owned ($h, $name, $text, $mode = 0755) {
    my $file = script($h, $name, $text, $mode);
    chown $uid, $gid, $file;
    chmod $mode, $file;    # chown takes setuid away
    return $file;
}

my $WHO = <<~'PERL';
    print "Content-Type: text/plain\n\n$< ", $( + 0;
    PERL

subtest 'SuexecUserGroup' => sub {
    plan skip_all => 'httpd has no suexec (apache2-suexec-pristine)'
        if !grep { -u $_ } glob '/usr/lib/apache2/suexec*';
    my $h = gateway_server(modules => ['suexec'], config => <<~"CONF");
        PerlPool mine
        <VirtualHost *:*>
        ServerName plain.test
        </VirtualHost>
        <VirtualHost *:*>
        ServerName other.test
        SuexecUserGroup $user $group
        <Location "/named">
        PerlUsePool mine
        </Location>
        Alias "/named" "\${DOCUMENT_ROOT}"
        </VirtualHost>
        CONF
    script($h, 'who.pl', $WHO);
    my $body = sub ($host, $path) {
        return get($h, $path, headers => { Host => "$host.test" })->body;
    };
    my $httpds = join ' ', (getpwnam 'www-data')[ 2, 3 ];
    is $body->('other', '/who.pl'), "$uid $gid",
        'a script of SuexecUserGroup runs as that user';
    is $body->('plain', '/who.pl'), $httpds,
        'another host does not use suexec';
    is $body->('other', '/named/who.pl'), $httpds,
        'PerlUsePool is stronger than SuexecUserGroup';
    like join(' ', keys %{ pool_processes($h) }), qr/suexec:$uid:$gid/,
        'the pool has its own manager';
    $h->stop;
};

subtest 'check-owner' => sub {
    my $h    = gateway_server(perl_pool => "user=$user check-owner=on");
    my $root = $h->document_root;
    my $mark = $h->error_log_mark;
    chown $uid, $gid, $root;
    owned($h, 'good.pl', $WHO);
    is get($h, '/good.pl')->body, "$uid $gid",
        "check-owner runs the user's own script";
    script($h, 'roots.pl', $WHO);
    is get($h, '/roots.pl')->status, 403,
        "check-owner refuses another's script";
    owned($h, 'writable.pl', $WHO, 0775);
    is get($h, '/writable.pl')->status, 403,
        'check-owner refuses a script that others can change';
    owned($h, 'setuid.pl', $WHO, 04755);
    is get($h, '/setuid.pl')->status, 403,
        'check-owner refuses a script that is setuid';
    symlink "$root/good.pl", "$root/link.pl";
    is get($h, '/link.pl')->status, 403, 'check-owner refuses a link';
    chmod 0777, $root;
    is get($h, '/good.pl')->status, 403,
        'check-owner refuses a script in a folder of others';
    log_like($h, $mark,
        qr/\S+good\.pl: users other .* its directory .*go-w.*\[MH3038\]/);
    log_like($h, $mark, qr/\S+roots\.pl: it belongs to user 0 .*\[MH3037\]/);
    log_like($h, $mark, qr/\S+setuid\.pl: it is setuid.*\[MH3035\]/);
    log_like($h, $mark,
        qr/\S+link\.pl: it is not a regular file.*\[MH3034\]/);
    $h->stop;
};

done_testing;
