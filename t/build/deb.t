# The Debian package: built, installed with apt in a copy of this machine that
# goes away, used as its users would, upgraded, removed.
use v5.36;
use File::Temp qw(tempdir);
use IO::Socket::INET;
use Test::More;

use Mehari::Test;

plan skip_all => 'make deb needs debhelper' unless -x '/usr/bin/dh';

my $root = source_root();
my $dir  = tempdir('mehari-deb-XXXXXX', DIR => '/var/tmp', CLEANUP => 1);
chmod 0755, $dir;

# --- built --------------------------------------------------------------------

my $deb = qx($root/packaging/deb $dir/build 2>&1) =~ s/\n\z//r;
like $deb, qr{/libapache2-mod-mehari_[\d.]+_\w+\.deb\z}, 'the package is made'
    or die "no package\n";
my $files = join '', map { (split ' ', $_, 6)[5] } qx(dpkg -c $deb);
for my $file (
    qw(etc/apache2/mods-available/mehari.load usr/bin/mehari
    usr/lib/apache2/modules/mod_mehari.so
    usr/lib/apache2/modules/mehari-pool
    usr/share/mehari/perl5/Apache2/RequestRec.pm
    usr/share/man/man1/mehari.1.gz
    usr/share/bash-completion/completions/mehari
    usr/share/zsh/vendor-completions/_mehari)
    )
{
    like $files, qr{^\./\Q$file\E$}m, "$file is in it";
}
unlike $files, qr{/(?:t|fuzz)/},            'no test is';
unlike $files, qr{usr/share/perl5/Apache2}, 'nothing that mod_perl has, is';

# --- installed ----------------------------------------------------------------

# A namespace of its own with this machine as its lower layer: what happens in
# it is seen nowhere else, and its processes end with it.
sub inside ($script) {
    write_file("$dir/inside.sh", <<~"SH");
        set -e
        mount -t overlay -o lowerdir=/,upperdir=$dir/upper,workdir=$dir/work \\
            overlay $dir/root
        mount -t proc proc $dir/root/proc
        mount --rbind /dev $dir/root/dev
        mount -t tmpfs tmpfs $dir/root/run
        mkdir $dir/root/run/lock
        mount --bind $dir/build $dir/root/mnt
        exec chroot $dir/root /bin/sh -e /mnt/steps.sh
        SH
    write_file("$dir/build/steps.sh", <<~'SH' . $script);
        export DEBIAN_FRONTEND=noninteractive LC_ALL=C
        exec 2>&1
        printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
        chmod 755 /usr/sbin/policy-rc.d
        SH
    my $text = qx(unshare --mount --pid --fork --kill-child \\
        /bin/sh $dir/inside.sh 2>&1);
    return ($? >> 8, $text);
}

subtest 'installed' => sub {
    plan skip_all => 'this needs root' if $> != 0;
    mkdir $_ for map { "$dir/$_" } qw(upper work root);
    my ($status, $text) = inside('true');
    plan skip_all => one_line("no overlay file system here: $text")
        if $status;

    my $port = free_port();
    my ($name) = $deb =~ m{([^/]+)\z};
    ($status, $text) = inside(<<~"SH");
        a2query -q -m perl 2>/dev/null && a2dismod -q -f perl || true
        [ -e /etc/apache2/apache2.conf ] ||
            apt-get -qq -y --no-install-recommends install apache2 || exit 77
        apt-get -qq -y --no-install-recommends install /mnt/$name
        echo "enabled: \$(a2query -m mehari)"
        a2dismod -q -f mpm_prefork mpm_worker || true
        a2enmod -q mpm_event
        echo 'Listen 127.0.0.1:$port' >/etc/apache2/ports.conf
        mkdir -p /srv/cgi
        cat >/srv/cgi/hello.pl <<'END'
        #!/usr/bin/perl
        print "Content-Type: text/plain\\n\\nhello from \$^V\\n";
        END
        chmod 755 /srv/cgi/hello.pl
        printf '%s\\n' 'Alias /cgi /srv/cgi' '<Directory /srv/cgi>' \\
            'SetHandler perl-cgi' 'Options ExecCGI' 'Require all granted' \\
            '</Directory>' >/etc/apache2/conf-available/cgi.conf
        a2enconf -q cgi
        . /etc/apache2/envvars
        mkdir -p \$APACHE_RUN_DIR \$APACHE_LOCK_DIR \$APACHE_LOG_DIR
        apache2ctl configtest
        apache2ctl start
        echo "page: \$(curl -sS http://127.0.0.1:$port/cgi/hello.pl)"
        apache2ctl stop
        mehari version
        perl -I/usr/share/mehari/perl5 -MAPR::UUID \\
            -e 'print "outside: ", length(APR::UUID->new->format), "\\n"'

        # A later version comes; what the administrator wrote stays.
        echo '# mine' >>/etc/apache2/mods-available/mehari.conf
        dpkg-deb -R /mnt/$name /tmp/next
        sed -i 's/^Version: .*/Version: 99/' /tmp/next/DEBIAN/control
        dpkg-deb -b /tmp/next /tmp/next.deb >/dev/null
        dpkg -i /tmp/next.deb
        echo "upgraded: \$(dpkg-query -W -f '\${Version}' libapache2-mod-mehari)"
        echo "kept: \$(tail -n 1 /etc/apache2/mods-enabled/mehari.conf)"
        echo "still enabled: \$(a2query -m mehari)"

        dpkg -r libapache2-mod-mehari
        a2query -m mehari || true
        a2disconf -q cgi
        apache2ctl configtest
        dpkg -P libapache2-mod-mehari
        echo "left: \$(find /etc /usr /var/lib/apache2 /var/lib/dpkg \\
            -xdev -path '*mehari*' 2>/dev/null | tr '\\n' ' ')"
        SH
    plan skip_all => one_line("no apache2 to be had here: $text")
        if $status == 77;
    is $status, 0, 'all of it worked' or diag $text;
    for my $line (
        'enabled: mehari (enabled by maintainer script)',
        qr/page: hello from v5\.[\d.]+/,
        qr/mehari \d.*/,
        'outside: 36',
        'upgraded: 99',
        'kept: # mine',
        'still enabled: mehari (enabled by maintainer script)',
        qr/No module matches mehari.*/,
        'left: '
        )
    {
        like $text, ref $line ? qr/^$line$/m : qr/^\Q$line\E$/m, "$line";
    }
    is scalar(() = $text =~ /Syntax OK/g), 2,
        'httpd starts with it, and after';
};

sub one_line ($text) { return $text =~ s/\s+/ /gr }

sub free_port () {
    my $socket = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1',
        Listen    => 1,
    ) or die "no port: $@";
    return $socket->sockport;
}

done_testing;
