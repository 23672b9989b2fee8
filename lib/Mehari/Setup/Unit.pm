package Mehari::Setup::Unit;

# systemd's units of a site: its httpd, and what rotates its logs. Each line has
# its reason above it.

use v5.36;

# The system calls of a service, and the one by which memory of scripts is
# restored fastest, should a systemd not count it among those.
my $CALLS = '@system-service userfaultfd';

sub service ($class, $site) {
    return
          unit($site)
        . process($site)
        . privileges($site)
        . ($site->by_root ? sandbox($site) : '')
        . install($site);
}

sub unit ($site) {
    my $after = $site->by_root ? "After=network.target\n" : '';
    return <<~"UNIT";
        # The site ${\$site->name}, written by "mehari setup".

        [Unit]
        Description=mehari: ${\$site->name}
        Documentation=man:mehari-setup(1)
        $after
        UNIT
}

sub process ($site) {
    my ($httpd, $root) = ($site->httpd, $site->root);
    my $command = "$httpd -d $root -f conf/httpd.conf";
    return <<~"UNIT";
        [Service]
        # httpd stays in the foreground: systemd sees when it ends, and why.
        Type=exec
        ExecStart=$command -DFOREGROUND
        # "systemctl reload": new configuration, no request is broken off. A
        # configuration with an error is refused, and the old one stays.
        ExecReload=$command -t
        ExecReload=/bin/kill -USR1 \$MAINPID
        # "systemctl stop" lets requests end (GracefulShutdownTimeout).
        KillMode=mixed
        KillSignal=SIGWINCH
        TimeoutStopSec=45
        # Start it again when it crashes, but not more than 5 times in a minute.
        Restart=on-failure
        RestartSec=1
        # One script that takes too much memory does not end the whole site.
        OOMPolicy=continue
        MemoryMax=75%
        TasksMax=2048
        LimitNOFILE=8192
        # Users outside of its group cannot read what it writes.
        UMask=0027
        Environment=LANG=C.UTF-8

        UNIT
}

sub privileges ($site) {
    my $bounding = $site->by_root ? capabilities($site) : '';
    return <<~"UNIT" . $bounding;
        # No program gains rights by setuid or setgid. Scripts that pipe mail to
        # a setgid sendmail need "no" here; by SMTP to localhost they do not.
        NoNewPrivileges=yes
        # System calls of a service. mehari restores the memory of scripts with
        # userfaultfd. A pool with seccomp=on has a shorter list.
        SystemCallFilter=$CALLS
        SystemCallErrorNumber=EPERM
        SystemCallArchitectures=native
        # Sockets: local ones, the Internet, and netlink, which lists addresses.
        RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
        # No containers, no setuid files, no real-time priority, no other ABI.
        RestrictNamespaces=yes
        RestrictSUIDSGID=yes
        RestrictRealtime=yes
        LockPersonality=yes
        UNIT
}

sub capabilities ($site) {
    return <<~'UNIT';
        # root's remaining rights here: become httpd's user and the pool's, open
        # a port below 1024, signal its processes. Its files are its own.
        CapabilityBoundingSet=CAP_SETUID CAP_SETGID CAP_KILL
        CapabilityBoundingSet=CAP_NET_BIND_SERVICE
        UNIT
}

# A user's own systemd makes no name spaces for these.
sub sandbox ($site) {
    my $root  = $site->root;
    my @paths = map { path($_) } "$root/logs", "$root/run", $site->writable;
    my $home
        = (
        grep { m{\A/(?:home|root|run/user)/} } $root,
        $site->folder, $site->httpd
        )
        ? 'read-only'
        : 'yes';
    return <<~"UNIT";
        # The file system cannot be written, but for these folders: add those
        # that scripts write to. /tmp is the site's own, and goes with it.
        ProtectSystem=strict
        ReadWritePaths=@paths
        PrivateTmp=yes
        ProtectHome=$home
        # No devices but null, zero, random and the like; in /proc only one's
        # own processes; nothing of the kernel can be set.
        PrivateDevices=yes
        ProtectProc=invisible
        ProtectKernelTunables=yes
        ProtectKernelModules=yes
        ProtectKernelLogs=yes
        ProtectControlGroups=yes
        ProtectClock=yes
        ProtectHostname=yes
        # System V memory and semaphores go with the service.
        PrivateIPC=yes
        RemoveIPC=yes
        UNIT
}

# A word of a list of paths.
sub path ($name) {
    my $text = $name =~ s/%/%%/gr;
    return $text !~ /[\s"'\\]/
        ? $text
        : '"' . $text =~ s/(["\\])/\\$1/gr . '"';
}

sub install ($site) {
    my $target = $site->by_root ? 'multi-user.target' : 'default.target';
    return <<~"UNIT";

        [Install]
        WantedBy=$target
        UNIT
}

# --- logs ---------------------------------------------------------------------

# httpd opens its logs anew at a graceful restart. Until then it writes to the
# renamed file: it is compressed a day later, and no line is lost.
sub rotation ($class, $site) {
    my $root = $site->root;
    return <<~"CONF";
        # The logs of ${\$site->name}, written by "mehari setup". Once a day, or
        # when one is larger than 200 MB; two weeks are kept.
        "$root/logs/*.log" {
            daily
            maxsize 200M
            rotate 14
            missingok
            notifempty
            # httpd makes the new file.
            nocreate
            # httpd writes to the renamed file until its last request has
            # ended, so it is compressed at the next time.
            compress
            delaycompress
            # One graceful restart for all of them opens new files.
            sharedscripts
            postrotate
                test ! -s $root/run/httpd.pid || \\
                    kill -USR1 "\$(cat $root/run/httpd.pid)"
            endscript
        }
        CONF
}

sub rotation_service ($class, $site) {
    my ($name, $root) = ($site->name, $site->root);
    return <<~"UNIT";
        # Rotates the logs of $name, once; the timer beside it says when.

        [Unit]
        Description=log rotation of mehari: $name

        [Service]
        # The state says when each log was rotated; relative names start in the
        # folder of the site.
        Type=oneshot
        ExecStart=/usr/sbin/logrotate -s run/logrotate.state conf/logrotate.conf
        WorkingDirectory=$root
        UNIT
}

sub timer ($class, $site) {
    return <<~"UNIT";
        # When the logs of ${\$site->name} are looked at: each hour, so that one
        # that grows fast does not fill the disk before the day is over.

        [Unit]
        Description=log rotation of mehari: ${\$site->name}

        [Timer]
        OnCalendar=hourly
        Persistent=true
        RandomizedDelaySec=300

        [Install]
        WantedBy=timers.target
        UNIT
}

1;

__END__

=head1 NAME

Mehari::Setup::Unit - systemd's units and log rotation of a site

=head1 SYNOPSIS

    print Mehari::Setup::Unit->service($site);

=cut
