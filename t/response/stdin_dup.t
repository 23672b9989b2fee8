# A script duplicates STDIN, points it elsewhere and restores it: STDIN reads on
# where it was, although the layer had read ahead. Under mod_cgi the two
# descriptors share an offset, too, but Perl's own buffer is lost there. So the
# test compares with the script's output after one read.

use Mehari::Test;

my $server = server(
    workers => 1,
    config  => <<~'CONF',
        <Files "*.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </Files>
        CONF
    files => {
        'dup.pl' => <<~'PERL',
            print "Content-Type: text/plain\n\n";
            read STDIN, my $data, 4;
            print "$data|";
            open my $kept, '<&', \*STDIN or die "dup: $!";
            open STDIN, '<', $0 or die "open: $!";
            my $own = <STDIN>;
            print length $own > 10 ? 'own|' : 'nothing|';
            close STDIN;
            open STDIN, '<&', $kept or die "restore: $!";
            read STDIN, $data, 3;
            print "$data|";
            print scalar <STDIN>, '|', <STDIN>, '|', eof STDIN ? 'end' : 'more';
            PERL
    },
);

my $body = "abcdefghij\nsecond\nthird\n";
for my $round (1 .. 3) {
    my $got = get($server, '/dup.pl', method => 'POST', body => $body);
    is(
        $got->body,
        "abcd|own|efg|hij\n|second\nthird\n|end",
        "round $round: restored, it goes on"
    );
}

my $long = join '', map { "line $_\n" } 1 .. 5000;
for my $round (1 .. 2) {
    my $got  = get($server, '/dup.pl', method => 'POST', body => $long);
    my $rest = $long =~ s/\Aline 1\n//r;
    is(
        $got->body,
        "line|own| 1\n|line 2\n|" . ($rest =~ s/\Aline 2\n//r) . '|end',
        "round $round: a body longer than the layer's buffer"
    );
}

done_testing;
