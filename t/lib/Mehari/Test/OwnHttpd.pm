package Mehari::Test::OwnHttpd;

# An httpd like one that a user compiled for himself: a prefix of its own with
# apxs, apachectl, modules and httpd.conf. The program and the modules are the
# system's. An ordinary user owns it, also if the test runs as root.

use Mehari::Perl;
use File::Basename qw(basename);
use File::Path     qw(make_path);
use File::Temp     qw(tempdir);
use IO::Socket::IP;
use Mehari::Httpd::Config  qw(find_httpd modules_dir);
use Mehari::Httpd::Process qw(spawn watch dismiss end_group);
use Mehari::Test           qw(read_file write_file);
use Time::HiRes            qw(sleep time);

my $NOBODY   = 65534;
my $PATIENCE = 60;      # seconds for a start or a restart

sub new ($class) {
    my $root
        = tempdir('mehari-own-XXXXXXXX', DIR => '/var/tmp', CLEANUP => 1);
    chmod 0755, $root;
    my $self = bless { root => $root, port => free_port() }, $class;
    make_path(map { "$root/$_" } qw(bin conf htdocs logs modules home tmp));
    for my $file (glob modules_dir() . '/*.so') {
        my $name = basename($file);
        symlink $file, "$root/modules/$name"
            if $name !~ /\Amod_(?:perl|mehari)\.so\z/;
    }
    $self->write_apxs;
    $self->write_apachectl;
    return $self;
}

sub free_port () {
    my $socket = IO::Socket::IP->new(LocalHost => '127.0.0.1', Listen => 1)
        or die "No free port: $@.\n";
    return $socket->sockport;
}

sub root ($self) { return $self->{root} }
sub port ($self) { return $self->{port} }
sub conf ($self) { return "$self->{root}/conf/httpd.conf" }

# --- its programs -------------------------------------------------------------

sub write_apxs ($self) {
    my $root = $self->{root};
    my ($apxs) = grep { -x } map { ("$_/apxs", "$_/apxs2") }
        split(/:/, $ENV{PATH}), '/usr/sbin';
    write_file("$root/bin/apxs", <<~"SH", 0755);
        #!/bin/sh
        case "\$*" in
        '-q SYSCONFDIR') echo $root/conf ;;
        '-q SBINDIR') echo $root/bin ;;
        '-q LIBEXECDIR') echo $root/modules ;;
        '-q PROGNAME') echo httpd ;;
        *) exec $apxs "\$@" ;;
        esac
        SH
    return;
}

sub write_apachectl ($self) {
    my $root  = $self->{root};
    my $httpd = find_httpd();
    write_file("$root/bin/httpd", <<~"SH", 0755);
        #!/bin/sh
        exec $httpd "\$@"
        SH
    write_file("$root/bin/apachectl", <<~"SH", 0755);
        #!/bin/sh
        case \$1 in
        configtest) set -- -t ;;
        *) set -- -k "\$1" ;;
        esac
        exec $root/bin/httpd -d $root -f $root/conf/httpd.conf "\$@"
        SH
    return;
}

# --- its user -----------------------------------------------------------------

sub give ($self) {
    return if $> != 0;
    system('chown', '-R', "$NOBODY:$NOBODY", $self->{root}) == 0
        or die "Cannot give $self->{root} to a user.\n";
    return;
}

sub as_user ($self, @command) {
    return @command if $> != 0;
    return ('setpriv', "--reuid=$NOBODY", "--regid=$NOBODY", '--clear-groups',
        @command);
}

sub environment ($self) {
    my $root = $self->{root};
    my %env  = map { defined $ENV{$_} ? ($_ => $ENV{$_}) : () } qw(CC LANG);
    return (
        %env,
        HOME        => "$root/home",
        TMPDIR      => "$root/tmp",
        PATH        => "$root/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        PERL_MM_OPT => "INSTALL_BASE=$root/home/perl5",
        NO_COLOR    => 1,
    );
}

# Runs a line of a shell in a folder; returns (exit status, output).
sub types ($self, $folder, $line) {
    local %ENV = $self->environment;
    my @command = $self->as_user('/bin/sh', '-c', "cd '$folder' && $line");
    open my $pipe, '-|', '/bin/sh', '-c', 'exec "$@" 2>&1 </dev/null', 'sh',
        @command
        or die "Cannot start a shell: $!.\n";
    my $text = join '', <$pipe>;
    close $pipe;
    return ($? >> 8, $text);
}

# --- its server ---------------------------------------------------------------

sub start ($self) {
    my $root = $self->{root};
    $self->{pid} = spawn(
        [
            '/usr/bin/env',
            $self->as_user(
                "$root/bin/httpd", '-d',
                $root,             '-f',
                $self->conf,       '-DFOREGROUND'
            )
        ],
        { $self->environment },
        "$root/logs/console"
    );
    $self->{watch} = watch($self->{pid}, undef);
    $self->wait_for_start;
    return;
}

# Waits until httpd has begun again since the last wait.
sub wait_for_start ($self) {
    my $end  = time + $PATIENCE;
    my $seen = $self->{seen} // 0;
    while (time < $end) {
        my $log = $self->log;
        $self->{seen} = () = $log =~ /resuming normal operations/g;
        return if $self->{seen} > $seen;
        sleep 0.05;
    }
    die 'httpd did not begin: ' . $self->log;
}

sub log ($self) {
    return join '', map { -e $_ ? read_file($_) : '' }
        map { "$self->{root}/logs/$_" } qw(console error_log);
}

sub stop ($self) {
    my $pid = delete $self->{pid} // return;
    kill TERM => $pid;
    end_group($pid, 10);
    dismiss(delete $self->{watch});
    return;
}

sub DESTROY ($self) {
    local ($@, $?, $!);
    $self->stop;
    return;
}

1;

__END__

=head1 NAME

Mehari::Test::OwnHttpd - an httpd that an ordinary user compiled for himself

=cut
