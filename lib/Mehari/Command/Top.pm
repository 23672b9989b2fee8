package Mehari::Command::Top;

# mehari top: the status page, or the memory of each process, in a terminal.

use Mehari::Perl;
use HTTP::Tiny ();
use JSON::PP   ();
use POSIX      qw(strftime);

use Mehari::Command::Usage;
use Mehari::Memory::Server;
use Mehari::Top::Keys;
use Mehari::Top::Screen;

my $DEFAULT = 'http://127.0.0.1/mehari-status';

sub run ($class, @args) {
    my %option;
    Mehari::Command::Usage->options('top', \@args, \%option,
        qw(interval=f lines=i once memory pool=s json));
    return memory(\%option, @args) if $option{memory};
    %option = (interval => 2, lines => 15, %option);
    usage('name one URL')               if @args > 1;
    usage('--interval is at least 0.1') if $option{interval} < .1;
    usage('--lines is at least 1')      if $option{lines} < 1;
    for my $name (qw(pool json)) {
        usage("--$name is for --memory") if defined $option{$name};
    }
    return watch(url_of($args[0] // $DEFAULT), %option);
}

sub usage ($text) { Mehari::Command::Usage->throw("top: $text") }

sub memory ($option, @args) {
    for my $name (qw(interval lines)) {
        usage("--$name is not for --memory") if defined $option->{$name};
    }
    return Mehari::Memory::Server->run($option, @args);
}

# The page's own address, with the query for JSON.
sub url_of ($url) {
    $url = "http://$url" if $url !~ m{\A\w+://};
    $url =~ s/[?#].*//s;
    return "$url?format=json";
}

# The first answer must come. Later ones may fail, because httpd may restart.
sub watch ($url, %option) {
    my $screen = Mehari::Top::Screen->new($option{lines});
    my $client = HTTP::Tiny->new(agent => 'mehari-top', timeout => 10);
    my $status = status($client, $url);

    if ($option{once}) {
        print $screen->text($status);
        return 0;
    }
    STDOUT->autoflush(1);
    my $keys = Mehari::Top::Keys->new;
    my $ends = 0;
    local @SIG{qw(INT TERM)} = (sub ($name) { $ends = 1 }) x 2;
    while (!$ends) {
        print $screen->clear if -t STDOUT;
        print title($url), ref $status ? $screen->text($status) : "$status";
        last if ($keys->wait($option{interval}) // '') eq 'q';
        $status = eval { status($client, $url) } // "mehari: $@";
    }
    return 0;
}

sub title ($url) {
    my $page = $url =~ s/\?.*//r =~ s/[^[:print:]]/?/gr;
    return strftime("mehari top  $page  %H:%M:%S  q: quit\n\n", localtime);
}

sub status ($client, $url) {
    my $response = $client->get($url);
    my $why      = $response->{content} // '';

    # HTTP::Tiny uses this status for errors of its own.
    failed($url, 'does not answer: ' . first_line($why))
        if $response->{status} == 599;
    failed($url, "answers $response->{status} $response->{reason}")
        if !$response->{success};
    my $status = eval { JSON::PP->new->utf8->decode($response->{content}) };
    failed($url, 'is not a status page of mehari')
        if ref $status ne 'HASH' || ref $status->{pools} ne 'ARRAY';
    return $status;
}

sub failed ($url, $how) {
    my $page = $url =~ s/\?.*//sr;
    die
        "$page $how; name a page with SetHandler mehari-status: mehari top URL"
        . " (docs/status.md)\n";
}

sub first_line ($text) { return $text =~ s/\s*\n.*//sr }

1;

__END__

=head1 NAME

mehari-top - show the work and the memory of pools and processes

=head1 SYNOPSIS

  mehari top [OPTIONS] [URL]
  mehari top --memory [OPTIONS] [PID|PIDFILE]

=head1 DESCRIPTION

C<mehari top> shows the pools, scripts and processes of a running httpd, and
refreshes them until you press q or Ctrl-C. URL is the status page
(C<SetHandler mehari-status>, F<docs/status.md>). Default:
C<http://127.0.0.1/mehari-status>.

B<--memory> lists once the processes of a running httpd and of its pools, with
their private and shared memory, and the requests that made them grow. If you
give neither PID nor PIDFILE, it looks at the system's httpd. Run it as root if
the processes belong to another user. All numbers come from the kernel and are
in KB. F<docs/memory.md> says how to read them.

=head1 OPTIONS

=over 20

=item B<--interval> I<SECONDS>

Refresh at this interval. Default: 2.

=item B<--lines> I<N>

Show at most N scripts and N processes of each pool. Default: 15.

=item B<--once>

Print once and end. The exit status is 1 if the page does not answer.

=item B<--memory>

Show the memory of each process, and what made it grow.

=item B<--pool> I<NAME>

With B<--memory>: only the processes of this pool.

=item B<--json>

With B<--memory>: print JSON, for programs.

=back

=head1 SEE ALSO

L<mehari(1)>, L<mehari-doctor(1)>, F<docs/status.md>, F<docs/memory.md>

=cut
