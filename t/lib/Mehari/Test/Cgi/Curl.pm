package Mehari::Test::Cgi::Curl;

# Sends the requests of a case over HTTP/2: curl speaks it, with no TLS.

use v5.36;
use parent 'Mehari::Test::Client';
use File::Temp  qw(tempfile);
use POSIX       qw(_exit);
use Time::HiRes qw(time);

use Mehari::Test::Cgi::Client;
use Mehari::Test::Response;

# What curl would say on its own account.
my @SILENT = qw(User-Agent: Accept: Content-Type: Expect:);

sub exchange ($self, $step, $path, $go) {
    return $self->by_http1($step, $path, $go) if $step->{protocol};
    my $pid = $self->start_curl($self->arguments($step, $path));
    my $end = time + $self->{timeout};
    if (my $until = $step->{option}{until}) {
        $self->wait_for($until->[1]);
        $go->($until->[0]);
    }
    if (my $abort = $step->{option}{abort}) {
        $self->wait_for($abort->[1]);
        $self->stop_curl($pid);
        $go->($abort->[0]);
        return undef;
    }
    1 while $self->read_some($end);
    my $bytes = $self->{bytes};
    return time >= $end
        ? $self->stop_curl($pid)
        : response($bytes, $self->end_of_curl($pid));
}

sub by_http1 ($self, $step, $path, $go) {
    my $client
        = Mehari::Test::Cgi::Client->new($self, timeout => $self->{timeout});
    return $client->exchange($step, $path, $go);
}

sub port ($self) { return $self->{port} }

sub wait_for ($self, $text) {
    my $got = $self->read_until(qr/\Q$text\E/i) // return;
    $self->{bytes} = $got . $self->{bytes};
    return;
}

sub arguments ($self, $step, $path) {
    my @given = map { lc $_->[0] } @{ $step->{headers} };
    my @headers
        = map { length $_->[1] ? "$_->[0]: $_->[1]" : "$_->[0];" }
        @{ $step->{headers} };
    push @headers, 'Host: ' . Mehari::Test::Cgi::Client->host
        if !grep { $_ eq 'host' } @given;
    for my $line (@SILENT) {
        my $name = lc $line =~ s/:.*//r;
        push @headers, $line if !grep { $_ eq $name } @given;
    }
    return (
        qw(--http2-prior-knowledge --silent --include --no-buffer),
        qw(--path-as-is --globoff),
        '--max-time' => $self->{timeout} + 5,
        (map { ('--header' => $_) } @headers),
        $self->method_and_body($step),
        "http://127.0.0.1:$self->{port}$path",
    );
}

sub method_and_body ($self, $step) {
    return '--head' if $step->{method} eq 'HEAD';
    my @method = ('--request' => $step->{method});
    return @method if !defined $step->{body};
    my ($out, $file)
        = tempfile('cgi-body-XXXXXXXX', TMPDIR => 1, UNLINK => 1);
    binmode $out;
    print {$out} $step->{body};
    close $out or die "Cannot write $file: $!.\n";
    $self->{body_file} = $file;
    return (@method, '--upload-file' => '-', '--header' => 'Expect:')
        if $step->{option}{chunked};
    return (@method, '--data-binary' => "\@$file");
}

sub start_curl ($self, @arguments) {
    pipe my $read, my $write or die "Cannot make a pipe: $!.\n";
    my $pid = fork // die "Cannot fork: $!.\n";
    if (!$pid) {
        open STDIN,  '<',  delete $self->{body_file} // '/dev/null';
        open STDOUT, '>&', $write;
        open STDERR, '>',  '/dev/null';
        exec 'curl', @arguments or _exit(127);
    }
    @$self{qw(socket bytes)} = ($read, '');
    return $pid;
}

sub stop_curl ($self, $pid) {
    kill KILL => $pid;
    $self->end_of_curl($pid);
    return undef;
}

sub end_of_curl ($self, $pid) {
    local $? = 0;
    waitpid $pid, 0;
    unlink delete $self->{body_file} if defined $self->{body_file};
    delete $self->{socket};
    $self->{bytes} = '';
    return $? >> 8;
}

sub response ($bytes, $error) {
    1 while $bytes =~ s/\AHTTP\S* 1\d\d .*?\r\n\r\n//s;
    my ($head, $body) = split /\r\n\r\n/, $bytes, 2;
    return Mehari::Test::Response->of_parts($head // '', $body // '',
        !$error);
}

1;
