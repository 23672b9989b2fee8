# Filters around CGI scripts, of mod_cgi and of a pool.

use Mehari::Test;
use Mehari::Test::Filter;

plan skip_all => 'mod_perl has no pools' if !is_mehari();

my $script = <<~'CODE';
    #!/usr/bin/perl
    print "Content-Type: text/plain\n\nscript ";
    print <STDIN>;
    CODE

my $h = filter_server(
    modules => ['cgi'],
    config  => <<~'CONF',
        PerlModule Stream Brigades
        <Directory "/">
        Options +ExecCGI
        </Directory>
        <Location "/pool.cgi">
        SetHandler perl-cgi
        PerlOutputFilterHandler Stream::upper
        PerlInputFilterHandler Stream::slow
        </Location>
        <Location "/big.txt">
        PerlOutputFilterHandler Stream::copy
        </Location>
        <Location "/httpd.cgi">
        SetHandler cgi-script
        PerlOutputFilterHandler Brigades::upper
        PerlInputFilterHandler Stream::slow
        </Location>
        CONF
);
write_file($h->document_root . "/$_.cgi", $script, 0755) for qw(pool httpd);

for my $name (qw(pool httpd)) {
    is get($h, "/$name.cgi", method => 'POST', body => 'abcd')->body,
        'SCRIPT [ABC:3][D:1]', "$name passes both filters, request $_"
        for 1, 2;
}

subtest 'a client that leaves' => sub {
    write_file($h->document_root . '/big.txt', 'x' x (20 << 20));
    my $mark   = $h->error_log_mark;
    my $client = client($h);
    $client->send("GET /big.txt HTTP/1.1\r\nHost: a\r\n\r\n");
    ok $client->read_until(qr/x{1000}/),
        'the client has read a part of the page';
    $client->close;
    is get($h, '/pool.cgi', method => 'POST', body => 'a')->body,
        'SCRIPT [A:1]', 'the server goes on';
    # httpd warns if its only process is busy for a second.
    log_unlike(
        $h, $mark,
        qr/:error\] (?!.* MaxRequestWorkers )/,
        'a client that leaves makes no error'
    );
};

done_testing;
