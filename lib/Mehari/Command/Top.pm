package Mehari::Command::Top;

# mehari top: the status page in a terminal.

use v5.36;
use Getopt::Long qw(GetOptionsFromArray);
use HTTP::Tiny   ();
use JSON::PP     ();
use Time::HiRes  qw(sleep);

use Mehari::Command::Usage;
use Mehari::Top::Screen;

my $DEFAULT = 'http://127.0.0.1/mehari-status';

sub summary ($class) { return 'show what pools and processes do' }

sub options ($class) {
    return <<~"TEXT";
        mehari top [OPTIONS] [URL]

          Pools, scripts and processes of a running httpd, again and again
          until Ctrl-C. URL is where "SetHandler mehari-status" is; without,
          $DEFAULT.

          --interval SECONDS  how often (default 2)
          --lines N           of scripts and of processes each (default 15)
          --once              once, and end
        TEXT
}

sub run ($class, @args) {
    my %option = (interval => 2, lines => 15);
    my $problem;
    local $SIG{__WARN__} = sub ($text) { $problem = lcfirst $text };
    GetOptionsFromArray(\@args, \%option, 'interval=f', 'lines=i', 'once')
        or Mehari::Command::Usage->throw($problem =~ s/\n//gr);
    Mehari::Command::Usage->throw('more than one URL') if @args > 1;
    Mehari::Command::Usage->throw('an interval is at least 0.1 seconds')
        if $option{interval} < .1;
    Mehari::Command::Usage->throw('there is at least one line')
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

    local $SIG{INT} = sub ($name) { print "\n"; exit 0 };
    STDOUT->autoflush(1);
    while (1) {
        print $screen->clear if !$option{once} && -t STDOUT;
        print ref $status ? $screen->text($status) : "mehari: $status";
        return 0 if $option{once};
        sleep $option{interval};
        $status = eval { status($client, $url) } // $@;
    }
}

sub status ($client, $url) {
    my $response = $client->get($url);
    my $why      = $response->{content} // '';

    # What HTTP::Tiny says itself comes with this status.
    die "$url: ${\first_line($why)}\n" if $response->{status} == 599;
    die "$url answers $response->{status} $response->{reason}\n"
        if !$response->{success};
    my $status = eval { JSON::PP->new->utf8->decode($response->{content}) };
    die "$url is no status page of mehari\n"
        if ref $status ne 'HASH' || ref $status->{pools} ne 'ARRAY';
    return $status;
}

sub first_line ($text) { return $text =~ s/\s*\n.*//sr }

1;

__END__

=head1 NAME

Mehari::Command::Top - the status page in a terminal

=head1 SYNOPSIS

  mehari top --once http://127.0.0.1:8080/mehari-status

=cut
