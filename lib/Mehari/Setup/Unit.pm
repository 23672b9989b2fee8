package Mehari::Setup::Unit;

# systemd's units of a site: its httpd, and its log rotation. Each line has its
# reason above it.

use Mehari::Perl;

# The system calls of a service, and userfaultfd, the fastest way to restore the
# memory of scripts, in case that systemd's list lacks it.
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
        # httpd stays in the foreground, so that systemd sees its end and why.
        Type=exec
        ExecStart=$command -DFOREGROUND
        # "systemctl reload" takes the new configuration and breaks off no
        # request. If the configuration has an error, httpd keeps the old one.
        ExecReload=$command -t
        ExecReload=/bin/kill -USR1 \$MAINPID
        # "systemctl stop" lets requests finish, within GracefulShutdownTimeout.
        KillMode=mixed
        KillSignal=SIGWINCH
        TimeoutStopSec=45
        # Start httpd again after a crash, at most 5 times in 10 seconds.
        Restart=on-failure
        RestartSec=1
        # If a script takes too much memory, the kernel ends one process, and
        # not the whole site.
        OOMPolicy=continue
        MemoryMax=75%
        TasksMax=2048
        LimitNOFILE=8192
        # Users outside of the site's group cannot read files that it writes.
        UMask=0027
        Environment=LANG=C.UTF-8

        UNIT
}

sub privileges ($site) {
    my $bounding = $site->by_root ? capabilities($site) : '';
    return <<~"UNIT" . $bounding;
        # No program gains rights by setuid or setgid. Write "no" if scripts
        # pipe mail to a setgid sendmail. Mail by SMTP works either way.
        NoNewPrivileges=yes
        # The system calls that services need, and userfaultfd, with which
        # mehari restores the memory of scripts. seccomp=on allows fewer.
        SystemCallFilter=$CALLS
        SystemCallErrorNumber=EPERM
        SystemCallArchitectures=native
        # Sockets: local ones, Internet, and netlink, which lists addresses.
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
        # The rights that root keeps: to become httpd's user and the pool's, to
        # open a port below 1024, and to send signals to its processes. It must
        # obey the permissions of files.
        CapabilityBoundingSet=CAP_SETUID CAP_SETGID CAP_KILL
        CapabilityBoundingSet=CAP_NET_BIND_SERVICE
        UNIT
}

# The options of the sandbox. A user's own systemd cannot make name spaces for
# them.
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
        # The site can write to these folders only. Add the folders to which
        # scripts write. Its /tmp is private, and is removed when it stops.
        ProtectSystem=strict
        ReadWritePaths=@paths
        PrivateTmp=yes
        ProtectHome=$home
        # The site has no devices except null, zero, random and similar, sees
        # only its own processes in /proc, and cannot change kernel settings.
        PrivateDevices=yes
        ProtectProc=invisible
        ProtectKernelTunables=yes
        ProtectKernelModules=yes
        ProtectKernelLogs=yes
        ProtectControlGroups=yes
        ProtectClock=yes
        ProtectHostname=yes
        # System V shared memory and semaphores are removed with the service.
        PrivateIPC=yes
        RemoveIPC=yes
        UNIT
}

# Quotes a word of a list of paths.
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
# renamed file. So that file is compressed a day later, and no line is lost.
sub rotation ($class, $site) {
    my $root = $site->root;
    return <<~"CONF";
        # Rotation of the logs of ${\$site->name}, written by "mehari setup":
        # once a day, or when a log exceeds 200 MB. 14 old logs are kept.
        "$root/logs/*.log" {
            daily
            maxsize 200M
            rotate 14
            missingok
            notifempty
            # httpd creates the new file.
            nocreate
            # httpd writes to the renamed file until its last request has
            # ended, so logrotate compresses that file at the next rotation.
            compress
            delaycompress
            # One graceful restart of httpd opens all new files.
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
        # Rotates the logs of $name once. The timer beside it starts this.

        [Unit]
        Description=log rotation of mehari: $name

        [Service]
        # logrotate keeps the times of rotations in the state file. Relative
        # paths begin in the folder of the site.
        Type=oneshot
        ExecStart=/usr/sbin/logrotate -s run/logrotate.state conf/logrotate.conf
        WorkingDirectory=$root
        UNIT
}

sub timer ($class, $site) {
    return <<~"UNIT";
        # Starts log rotation of ${\$site->name} each hour, so that a log that
        # grows fast does not fill the disk before the day is over.

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
