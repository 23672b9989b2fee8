# APR::Request::CGI: the same results in a program that is not httpd.

use Mehari::Test;
use IPC::Open2 qw(open2);
use Mehari::Test::Form;

my $lib    = source_root() . '/lib';
my $module = Mehari::Httpd::Config::module_file('mehari');
local $ENV{MEHARI_APR} = $module =~ s{[^/]+\z}{mehari_apr.so}r;

my $program = <<'PERL';
use APR::Pool ();
use APR::Request::CGI ();
use APR::Request::Param ();
my $pool = APR::Pool->new;
my $req  = APR::Request::CGI->handle($pool);
print "first $_\n" for scalar $req->param('a') // 'none';
print "$_=", join('|', $req->param($_)), "\n" for $req->param;
print "cookie $_=", $req->jar($_), "\n" for $req->jar;
for my $upload (map { $req->upload($_) } $req->upload) {
    print 'file ', $upload->upload_filename, ' ', $upload->upload_size, "\n";
}
my $again = APR::Request::CGI->handle($pool);
print "again ", scalar(() = $again->param), "\n";
print "status ", $req->body_status, "\n";
print "left ", scalar(<STDIN> // 'nothing'), "\n";
PERL

sub run ($body, %environment) {
    local %ENV = (%ENV, %environment);
    $ENV{LD_PRELOAD} = $ENV{MEHARI_PRELOAD} if $ENV{MEHARI_PRELOAD};
    my $pid = open2(my $out, my $in, $^X, "-I$lib", '-we', $program);
    print {$in} $body;
    close $in;
    my $said = join '', readline $out;
    waitpid $pid, 0;
    return $said;
}

is run('', REQUEST_METHOD => 'GET', QUERY_STRING => 'a=1&b=2'),
    "first 1\na=1\nb=2\nagain 2\nstatus Missing input data\nleft nothing\n",
    'a query string is parsed outside httpd';
is run(
    'c=3&c=4 more',
    REQUEST_METHOD => 'POST',
    QUERY_STRING   => 'a=1',
    CONTENT_TYPE   => 'application/x-www-form-urlencoded',
    CONTENT_LENGTH => 7,
    HTTP_COOKIE    => 'x=y; z=%20'
    ),
    "first 1\na=1\nc=3|4\nc=3|4\ncookie x=y\ncookie z=%20\nagain 3\n"
    . "status Success\nleft  more\n",
    'a body, as long as it says';

my $body = form_body(form_part('; name="a"', 1),
    form_part('; name="f"; filename="g"', 'camels'));
is run(
    $body,
    REQUEST_METHOD => 'POST',
    CONTENT_TYPE   => 'multipart/form-data; boundary=AaB',
    CONTENT_LENGTH => length $body,
    ),
    "first 1\na=1\nf=g\nfile g 6\nagain 2\nstatus Success\nleft nothing\n",
    'an upload is parsed outside httpd';

done_testing;
