# Other handlers keep their requests. The test compares the handler for each
# script of a configuration before and after, wherever the configuration names
# it. Only mod_cgi's places change; in a mode inside httpd they may stay with
# mod_cgi.

use Mehari::Test;
use Mehari::Httpd::Config qw(modules_dir);
use Mehari::MigrateSite   qw(slurp spew module_under_test);

if (!-e module_under_test() =~ s{[^/]*\z}{mehari-pool}r) {
    plan skip_all => 'mehari-pool is not built';
}

my $FCGID  = 'SetHandler fcgid-script';
my $PERL   = "SetHandler perl-script\nPerlOptions +ParseHeaders\n";
my $OWN    = $PERL . 'PerlResponseHandler ModPerl::Registry';
my $SCRIPT = <<'PERL';
#!/usr/bin/perl
print "Content-Type: text/plain\n\n", __PACKAGE__ =~ s/::.*//sr, "\n";
PERL

# The folder of a ScriptAlias, with directives for a file or a folder in it:
# name => [lines before the ScriptAlias, lines after it; files].
my %place = (
    location => [ "<Location /location/x.pl>\n$OWN\n</Location>", '' ],
    later    => [ '', "<Location /later/x.pl>\n$OWN\n</Location>" ],
    regex  => [ "<LocationMatch ^/regex/x[.]>\n$OWN\n</LocationMatch>", '' ],
    tilde  => [ "<Location ~ ^/tilde/x[.]>\n$OWN\n</Location>",         '' ],
    whole  => [ "<Directory \@DIR\@>\n$FCGID\n</Directory>",            '' ],
    folder => [ "<Directory \@DIR\@/sub>\n$FCGID\n</Directory>",        '' ],
    star   => [ "<Directory \@DIR\@/s*>\n$FCGID\n</Directory>",         '' ],
    match => [ "<DirectoryMatch /match/sub>\n$FCGID\n</DirectoryMatch>", '' ],
    file  => [
        "<Directory \@DIR\@>\n<Files x.pl>\n$OWN\n</Files>\n</Directory>", ''
    ],
    files => [
        "<Directory \@DIR\@>\n<FilesMatch ^x[.]>\n$FCGID\n</FilesMatch>\n"
            . '</Directory>',
        ''
    ],
    suffix => [
        "<Directory \@DIR\@>\nAddHandler fcgid-script .fcgi\n</Directory>",
        ''
    ],
    if      => [ "<If \"%{REQUEST_URI} =~ m#^/if/x#\">\n$FCGID\n</If>", '' ],
    none    => [ "<Location /none/x.pl>\nSetHandler none\n</Location>", '' ],
    default => [
        "<Location /default/x.pl>\nSetHandler default-handler\n</Location>",
        ''
    ],
    status => [
        "<Location /status/now>\nSetHandler server-status\n</Location>", ''
    ],
    again  => [ "<Location /again>\nSetHandler cgi-script\n</Location>", '' ],
    access => [ '',                                                      '' ],
    suffixed => [ '',                                        '' ],
    nested   => [ "ScriptAlias /nested/sub/ \@DIR\@/other/", '' ],
    alias    => [ "Alias /alias/sub/ \@DIR\@/other/",        '' ],
    rewrite  => [
        "<Directory \@DIR\@>\nRewriteEngine On\n"
            . "RewriteRule ^x[.] - [H=fcgid-script]\n</Directory>",
        ''
    ],
    type => [
        "<Directory \@DIR\@>\nForceType application/x-perl\n</Directory>", ''
    ],
    plain => [ '', '' ],
);
my %access = (
    access   => "<Files x.pl>\n$FCGID\n</Files>\n",
    suffixed => "AddHandler fcgid-script .fcgi\n",
);

# Configurations that name CGI by a container or a suffix and not by
# ScriptAlias.
my %other = (
    container => <<"CONF",
<Directory \@DIR\@>
    Options +ExecCGI
    SetHandler cgi-script
</Directory>
<Directory \@DIR\@/sub>
    $FCGID
</Directory>
<Location /container/x.pl>
    $OWN
</Location>
CONF
    extension => <<"CONF",
<Directory \@DIR\@/sub>
    $OWN
</Directory>
<Directory \@DIR\@>
    Options +ExecCGI
    AddHandler cgi-script .pl
    AddHandler fcgid-script .fcgi
</Directory>
CONF
);

my @FILES = qw(x.pl y.pl z.fcgi sub/x.pl other/x.pl);

sub written ($site) {
    my $root = $site->root;
    my $text = $site->preamble(
        mpm     => 'event',
        modules => [qw(cgid rewrite status proxy proxy_http)]
    );
    $text
        .= "LoadModule perl_module ${\ module_under_test()}\n"
        . "LogFormat \"%V %U %R\" handlers\nCustomLog logs/handlers handlers\n"
        . "<Directory \"$root\">\nRequire all granted\nAllowOverride All\n"
        . "Options +ExecCGI +FollowSymLinks\n</Directory>\n";
    for my $name (sort keys %place) {
        my ($before, $after) = @{ $place{$name} };
        $text .= "$before\nScriptAlias /$name/ \@DIR\@/\n$after\n"
            =~ s/\@DIR\@/$root\/programs\/$name/gr;
    }
    for my $name (sort keys %other) {
        $text .= "Alias /$name/ \@DIR\@/\n$other{$name}"
            =~ s/\@DIR\@/$root\/programs\/$name/gr;
    }
    $text .= hosts($root);
    for my $name (sort keys %place, keys %other, qw(host)) {
        for my $file (@FILES) {
            chmod 0755, $site->write("programs/$name/$file", $SCRIPT);
        }
    }
    $site->write("programs/$_/.htaccess", $access{$_}) for sort keys %access;
    return $site->write('conf/httpd.conf', $text);
}

# The main server's ScriptAlias, and a place in a virtual host; the same place
# in another virtual host, which has no directives for it.
sub hosts ($root) {
    return <<"CONF";
ScriptAlias /host/ $root/programs/host/
<VirtualHost *>
    ServerName first
</VirtualHost>
<VirtualHost *>
    ServerName second
    <Location /host/x.pl>
        $OWN
    </Location>
    <Directory $root/programs/host/sub>
        $FCGID
    </Directory>
</VirtualHost>
CONF
}

# URL => [handler, answer]
sub answers ($site, $conf) {
    my $root = $site->root;
    my $log  = "$root/logs/handlers";
    unlink $log;
    my @urls = map {
        my $name = $_;
        map { "/$name/$_" } @FILES
    } sort keys %place, keys %other, qw(host);
    push @urls, '/status/now';
    my %answer;
    $site->served(
        $conf,
        sub ($site) {
            for my $url (@urls) {
                for my $host ($url =~ m{^/host/} ? qw(first second) : 'first')
                {
                    $answer{"$host$url"}
                        = [ undef, $site->page($url, host => $host) ];
                }
            }
        }
    );
    for my $line (split /\n/, slurp($log)) {
        my ($host, $url, $handler) = split ' ', $line;
        $answer{"$host$url"}[0] = $handler;
    }
    return \%answer;
}

sub compared ($mode) {
    my $site    = Mehari::MigrateSite->new(mode => $mode);
    my $conf    = written($site);
    my $old     = answers($site, $conf);
    my %handler = map { $_->[0] => 1 } values %$old;
    ok $handler{$_}, "$_ is served before the migration"
        for qw(cgi-script fcgid-script perl-script default-handler -
        server-status);

    my ($status, undef, $notes) = $site->migrate('--apply', $conf);
    is $status, 0, 'mehari migrate --apply succeeds' or diag $notes;
    my $new = answers($site, $conf);
    my %of
        = ('cgi-script' => $mode eq 'perl-cgi' ? 'perl-cgi' : 'perl-script');
    my $won = 0;
    for my $url (sort keys %$old) {
        my ($before, $after) = map { $_->{$url}[0] // 'nobody' } $old, $new;
        my $wanted = $of{$before} // $before;
        $wanted = $before if $mode ne 'perl-cgi' && $after eq 'cgi-script';
        is $after, $wanted, "$url: $before, then $wanted";
        $won++ if $before eq 'cgi-script' && $after ne $before;
        is $new->{$url}[1], $old->{$url}[1],
            "$url gives the same answer after the migration"
            if $url !~ /status/ && $before ne 'cgi-script';
        like $new->{$url}[1], qr/^200 /, "$url is served after the migration"
            if $before eq 'cgi-script';
    }
    ok $won > ($mode eq 'perl-cgi' ? 50 : 5), "$won scripts changed hands";
    return $notes;
}

subtest 'perl-cgi'     => sub { compared('perl-cgi') };
subtest 'inside httpd' => sub {
    my $notes = compared('registry');
    like $notes,
        qr/ScriptAlias stays unchanged: another handler has a part of it/,
        'the handlers that stay are named';
};

done_testing;
