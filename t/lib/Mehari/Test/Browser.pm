package Mehari::Test::Browser;

# chromium under the control of a test, by the DevTools protocol over two pipes. It
# shows pages in a width and a colour scheme, has what a screen reader gets of them,
# and takes keys.

use Mehari::Perl;

use File::Temp   qw(tempdir);
use JSON::PP     ();
use MIME::Base64 qw(decode_base64);
use POSIX        qw(_exit dup2);

my $JSON    = JSON::PP->new->utf8->canonical;
my $TIMEOUT = 60;

# Returns undef where there is no chromium.
sub start ($class) {
    my ($program) = grep { -x } map { "/usr/bin/$_" } qw(chromium
        chromium-browser);
    return undef if !defined $program;
    my $home = tempdir(CLEANUP => 1);
    pipe my $told, my $tell or die "pipe: $!";
    pipe my $hear, my $says or die "pipe: $!";
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        setpgrp;
        run($program, $home, fileno $told, fileno $says);
    }
    my $self = bless {
        pid    => $pid,
        home   => $home,
        tell   => $tell,
        hear   => $hear,
        rest   => '',
        last   => 0,
        events => [],
    }, $class;
    $tell->autoflush(1);
    my $target  = $self->ask('Target.createTarget', url => 'about:blank');
    my $session = $self->ask(
        'Target.attachToTarget',
        targetId => $target->{targetId},
        flatten  => JSON::PP::true
    );
    $self->{session} = $session->{sessionId};
    $self->ask("$_.enable") for qw(Page Runtime Log Accessibility DOM);
    return $self;
}

# The browser has the pipes as descriptors 3 and 4. Descriptors of this process
# may have these numbers already.
sub run ($program, $home, $in, $out) {
    $ENV{HOME} = $ENV{TMPDIR} = $home;
    open STDIN,  '<', '/dev/null';
    open STDOUT, '>', '/dev/null';
    open STDERR, '>', '/dev/null';
    my ($from, $to) = map { dup_high($_) } $in, $out;
    dup2($from, 3);
    dup2($to,   4);
    exec $program, '--headless', '--no-sandbox', '--disable-gpu',
        '--hide-scrollbars',          '--remote-debugging-pipe',
        '--force-color-profile=srgb', "--user-data-dir=$home"
        or _exit(127);
}

sub dup_high ($number) {
    my $copy = POSIX::dup($number);
    $copy = POSIX::dup($number) while $copy < 10;
    return $copy;
}

# Returns the answer to a command; dies if none comes, or if it is an error.
sub ask ($self, $method, %parameters) {
    my $id      = ++$self->{last};
    my $message = { id => $id, method => $method, params => {%parameters} };
    $message->{sessionId} = $self->{session} if defined $self->{session};
    print { $self->{tell} } $JSON->encode($message), "\0";
    while (my $said = $self->next_message) {
        if (($said->{id} // 0) == $id) {
            die "$method: $said->{error}{message}\n" if $said->{error};
            return $said->{result};
        }
        push @{ $self->{events} }, $said if $said->{method};
    }
    die "$method: chromium has ended\n";
}

sub next_message ($self) {
    my $end;
    while (($end = index $self->{rest}, "\0") < 0) {
        vec(my $bits = '', fileno $self->{hear}, 1) = 1;
        select($bits, undef, undef, $TIMEOUT) > 0
            or die "chromium does not answer\n";
        sysread $self->{hear}, $self->{rest}, 65536, length $self->{rest}
            or return undef;
    }
    my $text = substr $self->{rest}, 0, $end + 1, '';
    return $JSON->decode(substr $text, 0, -1);
}

# Waits for something that the page, or chromium, says by itself.
sub wait_for_event ($self, $method) {
    while (1) {
        my ($found) = grep { $_->{method} eq $method } @{ $self->{events} };
        if ($found) {
            @{ $self->{events} }
                = grep { $_ != $found } @{ $self->{events} };
            return $found->{params};
        }
        my $said = $self->next_message // die "chromium has ended\n";
        push @{ $self->{events} }, $said if $said->{method};
    }
}

# scheme: light or dark
sub open_page ($self, $url, $width, $scheme) {
    $self->ask(
        'Emulation.setDeviceMetricsOverride',
        width             => $width,
        height            => 900,
        deviceScaleFactor => 1,
        mobile            => JSON::PP::false,
    );
    $self->ask('Emulation.setEmulatedMedia',
        features => [ { name => 'prefers-color-scheme', value => $scheme } ]);
    @{ $self->{events} } = ();
    $self->ask('Page.navigate', url => $url);
    $self->wait_for_event('Page.loadEventFired');
    return;
}

# Errors of the page: its script, its policy, things that it could not load.
sub complaints ($self) {
    $self->value_of('1');    # earlier messages have come by then
    return map {
              $_->{method} eq 'Log.entryAdded' ? $_->{params}{entry}{text}
            : $_->{method} eq 'Runtime.exceptionThrown'
            ? $_->{params}{exceptionDetails}{text}
            : ()
    } @{ $self->{events} };
}

# The value of an expression of JavaScript.
sub value_of ($self, $expression) {
    my $said = $self->ask(
        'Runtime.evaluate',
        expression    => $expression,
        returnByValue => JSON::PP::true,
        awaitPromise  => JSON::PP::true,
    );
    die "$expression: $said->{exceptionDetails}{exception}{description}\n"
        if $said->{exceptionDetails};
    return $said->{result}{value};
}

sub press ($self, $key) {
    my %code = (Tab => 9, Enter => 13);
    for my $type (qw(rawKeyDown keyUp)) {
        $self->ask(
            'Input.dispatchKeyEvent',
            type                  => $type,
            key                   => $key,
            code                  => $key,
            windowsVirtualKeyCode => $code{$key},
            $key eq 'Enter' && $type eq 'rawKeyDown'
            ? (type => 'keyDown', text => "\r")
            : (),
        );
    }
    return;
}

# Returns what a screen reader gets of the page: [depth, role, name, properties] in
# the order of the page, without the nodes that are ignored.
sub tree ($self) {
    my $all    = $self->ask('Accessibility.getFullAXTree')->{nodes};
    my %node   = map { $_->{nodeId} => $_ } @$all;
    my ($root) = grep { !defined $_->{parentId} } @$all;
    my @rows;
    my $walk;
    $walk = sub ($node, $depth) {
        my $role = $node->{role}{value} // '';
        my $seen = !$node->{ignored} && $role !~ /\A(?:InlineTextBox|none)\z/;
        push @rows,
            [
            $depth, $role,
            $node->{name}{value} // '',
            {
                map { $_->{name} => $_->{value}{value} }
                    @{ $node->{properties} // [] }
            }
            ]
            if $seen;
        $walk->($_, $depth + $seen)
            for grep { defined } map { $node{$_} } @{ $node->{childIds} };
    };
    $walk->($root, 0);
    return @rows;
}

sub picture ($self, $file) {
    my $said = $self->ask(
        'Page.captureScreenshot',
        format                => 'png',
        captureBeyondViewport => JSON::PP::true
    );
    open my $out, '>:raw', $file or die "Cannot write $file: $!";
    print {$out} decode_base64($said->{data});
    close $out or die "Cannot write $file: $!";
    return;
}

sub DESTROY ($self) {
    local ($?, $!, $@);
    kill KILL => -$self->{pid};
    waitpid $self->{pid}, 0;
    return;
}

1;
