package Mehari::Command::Top;

# mehari top: the status page in a terminal.

use v5.36;
use HTTP::Tiny ();
use JSON::PP   ();
use POSIX      qw(strftime);

use Mehari::Command::Usage;
use Mehari::Top::Keys;
use Mehari::Top::Screen;

my $DEFAULT = 'http://127.0.0.1/mehari-status';

sub run ($class, @args) {
    my %option = (interval => 2, lines => 15);
    Mehari::Command::Usage->options('top', \@args, \%option,
        qw(interval=f lines=i once));
    Mehari::Command::Usage->throw('top: name one URL') if @args > 1;
    Mehari::Command::Usage->throw('top: --interval is at least 0.1')
        if $option{interval} < .1;
    Mehari::Command::Usage->throw('top: --lines is at least 1')
        if $option{lines} < 1;
    return watch(url_of($args[0] // $DEFAULT), %option);
}

# The page's own address, with what makes it JSON.
sub url_of ($url) {
    $url = "http://$url" if $url !~ m{\A\w+://};
    $url =~ s/[?#].*//s;
    return "$url?format=json";
}

# The first answer must come; later a restart of httpd may be in between.
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

    # HTTP::Tiny's own words come with this status.
    die "$url: ${\first_line($why)}\n" if $response->{status} == 599;
    die "$url answers $response->{status} $response->{reason}\n"
        if !$response->{success};
    my $status = eval { JSON::PP->new->utf8->decode($response->{content}) };
    die "$url is not a status page of mehari\n"
        if ref $status ne 'HASH' || ref $status->{pools} ne 'ARRAY';
    return $status;
}

sub first_line ($text) { return $text =~ s/\s*\n.*//sr }

1;

__END__

=head1 NAME

mehari-top - show what pools and processes do

=head1 SYNOPSIS

  mehari top [OPTIONS] [URL]

=head1 DESCRIPTION

C<mehari top> shows pools, scripts and processes of a running httpd, and
refreshes them until you press q or Ctrl-C. URL is the status page
(C<SetHandler mehari-status>, F<docs/status.md>); the default is
C<http://127.0.0.1/mehari-status>.

=head1 OPTIONS

=over 20

=item B<--interval> I<SECONDS>

The time between two looks. Default: 2.

=item B<--lines> I<N>

The number of scripts and processes of each pool that are shown. Default: 15.

=item B<--once>

Print once and end, with exit status 1 when there is no such page.

=back

=head1 SEE ALSO

L<mehari(1)>, L<mehari-memory(1)>, F<docs/status.md>

=cut
