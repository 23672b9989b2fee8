package Mehari::Test::Fuse;

# A file system that the test itself serves (FUSE). Like one that another machine
# serves, it has no inotify, and may be slow, be silent, or refuse. Only root can
# mount it.

use Mehari::Perl;
use Carp  qw(croak);
use Fcntl qw(O_RDWR);
use IO::Handle;
use POSIX       ();
use Socket      qw(AF_UNIX SOCK_STREAM PF_UNSPEC);
use Time::HiRes qw(sleep time);

# Numbers of linux/fuse.h.
use constant {
    LOOKUP       => 1,
    FORGET       => 2,
    GETATTR      => 3,
    OPEN         => 14,
    READ         => 15,
    STATFS       => 17,
    RELEASE      => 18,
    FLUSH        => 25,
    INITIAL      => 26,
    OPENDIR      => 27,
    RELEASEDIR   => 29,
    ACCESS       => 34,
    INTERRUPT    => 36,
    BATCH_FORGET => 42,
};

my %UNANSWERED = map { $_ => 1 } FORGET,  BATCH_FORGET, INTERRUPT;
my %EMPTY      = map { $_ => 1 } RELEASE, RELEASEDIR,   FLUSH, ACCESS;

# cache: the seconds for which the kernel may keep an answer. Returns undef where
# there is no FUSE.
sub new ($class, $place, %option) {
    local $^F = 100;    # mount(8) has the descriptor
    return if $> || !sysopen my $file, '/dev/fuse', O_RDWR;
    my $words = 'rootmode=40000,user_id=0,group_id=0,allow_other,fd=';
    system(
        qw(mount -i -t fuse -o),
        $words . fileno $file,
        'mehari-test', $place
        ) == 0
        or return;
    socketpair my $ours, my $theirs, AF_UNIX, SOCK_STREAM, PF_UNSPEC
        or die "socketpair: $!";
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        close $ours;
        bless({ file => $file, orders => $theirs, cache => 0, %option },
            $class)->serve;
        POSIX::_exit(0);
    }
    $ours->autoflush;
    return bless { pid => $pid, orders => $ours, place => $place }, $class;
}

sub DESTROY ($self) {
    local ($?, $!);
    $self->end if $self->{place};
    return;
}

# Ends the program of the file system: whoever waits for it goes on.
sub end ($self) {
    my $pid = delete $self->{pid} or return;
    kill KILL => $pid;
    waitpid $pid, 0;
    system qw(umount -l), $self->{place};
    return;
}

# Orders to the file system; each has been obeyed on return. Requests that come
# while it is silent are answered afterwards.
sub write  ($self, $name, $text) { return $self->order(file => $name, $text) }
sub silent ($self, $silent = 1)  { return $self->order(silent => $silent) }
sub delay  ($self, $seconds)     { return $self->order(delay  => $seconds) }
sub refuse ($self, $errno)       { return $self->order(refuse => $errno) }
sub cache  ($self, $seconds)     { return $self->order(cache  => $seconds) }
sub requests ($self)             { return $self->order('requests') }

sub order ($self, @words) {
    my $text = join "\0", @words;
    syswrite $self->{orders}, pack 'N/a', $text;
    sysread $self->{orders}, my $answer, 100 or croak 'the server has gone';
    return $answer;
}

# --- the server ---------------------------------------------------------------

sub serve ($self) {
    $self->{$_} = 0 for qw(silent delay refuse requests);
    while (1) {
        my $ready = '';
        vec($ready, fileno $_, 1) = 1 for @$self{qw(file orders)};
        next        if select($ready, undef, undef, undef) < 1;
        $self->obey if vec $ready, fileno $self->{orders}, 1;
        next        if !vec $ready, fileno $self->{file}, 1;
        my $size = sysread $self->{file}, my $request, 1 << 17;
        return if !$size;
        $self->take($request);
    }
    return;
}

sub obey ($self) {
    sysread $self->{orders}, my $head, 4 or POSIX::_exit(0);
    sysread $self->{orders}, my $text, unpack 'N', $head;
    my ($what, @words) = split /\0/, $text, -1;
    if ($what eq 'file') {
        my ($name, $content) = @words;
        my $node = $self->{node}{$name} //= 2 + keys %{ $self->{node} // {} };
        $self->{content}{$node} = [ $content, time ];
    }
    else {
        $self->{$what} = $words[0] if @words;
    }
    syswrite $self->{orders}, $self->{requests} || '0';
    return if $self->{silent};
    $self->say_answer($_) for splice @{ $self->{kept} };
    return;
}

sub take ($self, $request) {
    my (undef, $what) = unpack 'L2', $request;
    return if $UNANSWERED{$what};
    $self->{requests}++;
    return push @{ $self->{kept} }, $request if $self->{silent};
    return $self->say_answer($request);
}

sub say_answer ($self, $request) {
    my (undef, $what, $id, $node) = unpack 'L2 Q2', $request;
    sleep $self->{delay} if $self->{delay} && $what != INITIAL;
    my $said  = $self->answer($what, $node, substr $request, 40);
    my $error = ref $said ? -$$said : 0;
    $said = '' if ref $said;
    syswrite $self->{file},
        pack('L l Q', 16 + length $said, $error, $id) . $said;
    return;
}

# Returns the answer to a request, or an errno.
sub answer ($self, $what, $node, $rest) {
    my $cache = $self->{cache};
    return pack('L4 S2 L2 S2 L8', 7, 31, 65536, 0, 12, 9, 65536, 1, (0) x 10)
        if $what == INITIAL;
    return \(0 + $self->{refuse}) if $self->{refuse};
    return ''                     if $EMPTY{$what};
    return pack('Q L2', $cache, 0, 0) . $self->attributes($node)
        if $what == GETATTR;
    return pack('Q5 L10', (1000) x 5, 4096, 255, 4096, (0) x 7)
        if $what == STATFS;
    return pack('Q L2', 1, 1, 0) if $what == OPEN || $what == OPENDIR;
    if ($what == READ) {
        my (undef, $from, $size) = unpack 'Q Q L', $rest;
        return $from < length $self->{content}{$node}[0]
            ? substr $self->{content}{$node}[0], $from, $size
            : '';
    }
    return \POSIX::ENOSYS() if $what != LOOKUP;
    my $found = $self->{node}{ $rest =~ s/\0.*//sr } // 0;
    return \POSIX::ENOENT() if !$found;
    return
        pack('Q4 L2', $found, 0, $cache, $cache, 0, 0)
        . $self->attributes($found);
}

sub attributes ($self, $node) {
    my ($text, $time) = @{ $self->{content}{$node} // [ '', 1 ] };
    my $mode = $node == 1 ? 040755 : 0100755;
    my $part = int(($time - int $time) * 1e9);
    return pack 'Q6 L10', $node, length $text, 1, (int $time) x 3,
        ($part) x 3,
        $mode, 1, (0) x 3, 4096, 0;
}

# Returns lines of configuration that serve the scripts of a folder under /held.
sub served ($place) {
    return <<~"CONF";
        Alias /held $place
        <Directory $place>
            AllowOverride None
            Options +ExecCGI
            SetHandler perl-cgi
            Require all granted
        </Directory>
        CONF
}

1;
