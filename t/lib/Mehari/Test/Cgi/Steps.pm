package Mehari::Test::Cgi::Steps;

# A <name>.request file: requests to send, and changes of the files of the case
# between them.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(parse_steps filler);

my %FILE_STEP = map { $_ => 1 } qw(WRITE REMOVE LINK CHMOD MKDIR WAIT);

# The number of words that follow each option.
my %OPTION = (
    size    => 1,
    query   => 1,
    header  => 2,
    headers => 1,
    chunked => 1,
    until   => 2,
    abort   => 2,
    crlf    => 0,
    once    => 0,
    mod_cgi => 0,
);

# A list of steps: { method, target, protocol, headers => [[name, value]],
# option => {name => [words]}, body }, or { method, words, body } for what is
# done to a file.
sub parse_steps ($text) {
    return map { parse_part($_) } grep { /\S/ } split /^---[ \t]*\n/m, $text;
}

# A body ends a part. Without one, the next step begins with the first line that
# is no header and no option.
sub parse_part ($text) {
    my ($head, $body) = split /^[ \t]*\n/m, $text =~ s/\A(?:\s*\n)+//r, 2;
    my @steps;
    for my $line (grep { !/\A#/ } split /\n/, $head) {
        if ($line =~ /\A(?:@|[^:\s]+:)/) { push @{ $steps[-1] }, $line }
        else                             { push @steps, [$line] }
    }
    my $last = pop @steps;
    $body =~ s/\n\z// if defined $body;
    return (map { parse_step(undef, @$_) } @steps), parse_step($body, @$last);
}

sub parse_step ($body, $first, @lines) {
    my ($method, @words) = split ' ', $first;
    return { method => $method, words => \@words, body => $body }
        if $FILE_STEP{$method};
    return request_step($method, \@words, \@lines, $body);
}

sub request_step ($method, $words, $lines, $body) {
    my $protocol
        = @$words && $words->[-1] =~ m{\AHTTP/} ? pop @$words : undef;
    my $step = {
        method   => $method,
        target   => $words->[0] // '',
        protocol => $protocol,
        headers  => [],
        option   => {},
        body     => $body,
    };
    for my $line (@$lines) {
        if    ($line =~ /\A@(\w+)\s*(.*)/) { add_option($step, $1, $2) }
        elsif ($line =~ /\A([^:\s]+):[ \t]*(.*)/) {
            push @{ $step->{headers} }, [ $1, $2 ];
        }
        else {
            die "A request has the line '$line': no header, no \@option.\n";
        }
    }
    return expand($step);
}

sub add_option ($step, $name, $rest) {
    my $count = $OPTION{$name}
        // die "A request has \@$name, which does not exist.\n";
    my @words = split ' ', $rest, $count || 1;
    @words == $count or die "A request has \@$name with '$rest'.\n";
    $step->{option}{$name} = \@words;
    return;
}

# Carries out the options that only say what the request is made of.
sub expand ($step) {
    my $option = $step->{option};
    if (my $size = $option->{size}) { $step->{body} = filler($size->[0]) }
    if ($option->{crlf})            { $step->{body} =~ s/\n/\r\n/g }
    if (my $query = $option->{query}) {
        $step->{target} .= '?' . letters($query->[0]);
    }
    if (my $header = $option->{header}) {
        push @{ $step->{headers} }, [ $header->[0], letters($header->[1]) ];
    }
    if (my $many = $option->{headers}) {
        push @{ $step->{headers} },
            map { [ "X-Many-$_", $_ ] } 1 .. $many->[0];
    }
    return $step;
}

# Bytes of all values. They repeat at no power of two, so that blocks which
# changed places are seen.
sub filler ($size) {
    state $block
        = substr pack('V*', map { ($_ * 2654435761) % 2**32 } 1 .. 16381), 0,
        65521;
    return substr $block x (1 + $size / length $block), 0, $size;
}

sub letters ($size) {
    return substr join('', 'a' .. 'zz') x (1 + $size / 1378), 0, $size;
}

1;
