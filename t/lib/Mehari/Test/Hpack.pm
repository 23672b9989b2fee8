package Mehari::Test::Hpack;

# The headers of HTTP/2 (RFC 7541), for a client that allows its server no table
# of headers that were sent before: the meaning of an index never changes.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(encode_headers decode_headers);

# The static table, from index 1 on: a name, or name=value.
my @STATIC = (
    undef,
    map { /=/ ? [ split /=/, $_, 2 ] : [ $_, '' ] }
        qw(
        :authority :method=GET :method=POST :path=/ :path=/index.html
        :scheme=http :scheme=https :status=200 :status=204 :status=206
        :status=304 :status=400 :status=404 :status=500 accept-charset
        accept-encoding accept-language accept-ranges accept
        access-control-allow-origin age allow authorization cache-control
        content-disposition content-encoding content-language content-length
        content-location content-range content-type cookie date etag expect
        expires from host if-match if-modified-since if-none-match if-range
        if-unmodified-since last-modified link location max-forwards
        proxy-authenticate proxy-authorization range referer refresh
        retry-after server set-cookie strict-transport-security
        transfer-encoding user-agent vary via www-authenticate
        )
);
$STATIC[16][1] = 'gzip, deflate';

# Huffman's code is given by its lengths: a letter for each octet, from A for
# five bits to Z for thirty. Codes of one length follow each other.
my $LENGTHS = <<~'LETTERS' =~ s/\n//gr;
    ISXXXXXXXTZXXZXXXXXXXXZXXXXXXXXXBFFHIBDGFFDGDBBBAAABBBBBBBCDKBHF
    IBCCCCCCCCCCCCCCCCCCCCCCDCDIOIJBKABABABBBACCBBBABCBAABCCCCCKGJIX
    PRPPRRRSRSSSSSTSTTRSTSSSSQRSRSSTRQPRRSSQSRRTQRSSQQRQSRSSPRRRSRRS
    VVPORSRUVVVWWVTUOQVWWVWTQQVVXWWWPTPQRQQSRRUUTTVSVWVVWWWWWXWWWWWV
    Z
    LETTERS

my %OCTET = octets();
my $CODE  = join '|', sort { length $a <=> length $b } keys %OCTET;

# Returns code => octet; a code is a string of bits. The last code, of 30 bits,
# stands for no octet.
sub octets () {
    my @length = map { 5 + ord($_) - ord 'A' } split //, $LENGTHS;
    my ($code, $before, %octet) = (0, 0);
    for my $n (sort { $length[$a] <=> $length[$b] || $a <=> $b } 0 .. 255) {
        $code <<= $length[$n] - $before;
        $before = $length[$n];
        $octet{ sprintf '%0*b', $before, $code++ } = chr $n;
    }
    return %octet;
}

# Writes each pair as it is, with no index.
sub encode_headers (@pairs) {
    return join '',
        map { "\0" . encode_string($_->[0]) . encode_string($_->[1]) } @pairs;
}

sub encode_string ($text) {
    return encode_number(length $text) . $text;
}

# Writes a number into the last bits of an octet, and into further octets if these
# bits are too few.
sub encode_number ($number) {
    return chr $number if $number < 127;
    my $bytes = chr 127;
    for ($number -= 127; $number > 127; $number >>= 7) {
        $bytes .= chr($number & 127 | 128);
    }
    return $bytes . chr $number;
}

# Returns the pairs of name and value in their order.
sub decode_headers ($bytes) {
    my @pairs;
    while (length $bytes) {
        my $first = ord $bytes;
        if ($first & 128) {
            push @pairs, [ $STATIC[ decode_number(\$bytes, 7) ]->@* ];
        }
        elsif (($first & 224) == 32) {    # the size of that table: none
            decode_number(\$bytes, 5);
        }
        else {
            my $name = decode_number(\$bytes, $first & 64 ? 6 : 4);
            $name = $name ? $STATIC[$name][0] : decode_string(\$bytes);
            push @pairs, [ $name, decode_string(\$bytes) ];
        }
    }
    return @pairs;
}

# Takes a number from the front of $$bytes.
sub decode_number ($bytes, $bits) {
    my $most   = (1 << $bits) - 1;
    my $number = take($bytes, 1) & $most;
    return $number if $number < $most;
    my $shift = 0;
    while (1) {
        my $octet = take($bytes, 1);
        $number += ($octet & 127) << $shift;
        return $number if $octet < 128;
        $shift += 7;
    }
    return;
}

sub take ($bytes, $count) {
    die "A header ends in its middle.\n" if length $$bytes < $count;
    return ord substr $$bytes, 0, $count, '';
}

sub decode_string ($bytes) {
    my $coded = ord($$bytes) & 128;
    my $text  = substr $$bytes, 0, decode_number($bytes, 7), '';
    return $text if !$coded;
    return join '', map { $OCTET{$_} } unpack('B*', $text) =~ /\G($CODE)/g;
}

1;
