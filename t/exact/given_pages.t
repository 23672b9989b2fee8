# A script gives pages of its memory to a pipe (vmsplice(2)), and another process
# reads them after the script's end. The reader finds what the script wrote, as
# under mod_cgi. The next request finds its own memory as it should be.

use Mehari::Test;
use Config;
use POSIX                 ();
use Mehari::Test::Gateway qw(gateway_server script);
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();
my %number = (x86_64 => 278, aarch64 => 75);
my ($number) = map { $number{$_} } grep { $Config{archname} =~ /^$_/ }
    keys %number;
plan skip_all => 'the number of the system call is not known here'
    if !defined $number;

my $h = gateway_server(
    config => join '',
    map { <<~"CONF" } trackers()
        PerlPool $_ restore=$_
        Alias "/$_" "\${DOCUMENT_ROOT}"
        <Location "/$_">
        SetHandler perl-cgi
        PerlUsePool $_
        </Location>
        CONF
);
my $fifo = $h->root . '/pages';
POSIX::mkfifo($fifo, oct 600) or die "$fifo: $!\n";
chmod 0666, $fifo;
open my $pages, '+<', $fifo or die "$fifo: $!\n";

# The text is at the same place as before the checkpoint, in memory that is
# restored.
script($h, 'give.pl', <<"PERL");
our \$text;
BEGIN { \$text = '-' x 16_384 }
substr \$text, 0, length \$text, \$ENV{QUERY_STRING} x (16_384 / length \$ENV{QUERY_STRING});
open my \$to, '>', '$fifo' or die \$!;
my \$part = pack "PJ", \$text, length \$text;
my \$size = syscall $number, fileno \$to, \$part, 1, 0;
print "Content-Type: text/plain\\n\\n\$size\\n";
PERL

for my $way (trackers()) {
    for my $who (qw(alice-00 bob---00)) {
        is get($h, "/$way/give.pl?$who")->body, "16384\n",
            "$way: $who gives pages to a pipe"
            for 1 .. 2;
        for (1 .. 2) {
            get($h, "/$way/give.pl?later-00") if $_ == 2;
            my $read = '';
            sysread $pages, $read, 16_384 - length $read, length $read
                while length $read < 16_384;
            is $read, $who x 2048, "$way: the reader finds the text of $who";
        }
        sysread $pages, my $rest, 16_384;
    }
}

done_testing;
