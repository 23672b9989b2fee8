# examples/login: who may see what; two people in turn.

use Mehari::Test;
use MIME::Base64 qw(encode_base64);
use Mehari::Test::Serve;

plan skip_all => 'mod_perl has no PerlAddAuthzProvider'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $site = Mehari::Test::Serve::root() . '/examples/login';

sub ask ($server, $path, $who = undef) {
    return $server->get($path) unless defined $who;
    return $server->get($path,
        Authorization => 'Basic ' . encode_base64($who, ''));
}

for my $mpm (qw(event prefork)) {
    my $server
        = Mehari::Test::Serve->start($site, '--workers', 1, '--mpm', $mpm);
    is $server->get('/')->{status}, 200, "$mpm: a page for everybody";
    for my $round (1, 2) {
        my $got = ask($server, '/members/');
        is $got->{status}, 401, "a request without a name gets 401 ($round)";
        like $got->{headers}{'www-authenticate'}, qr/Basic realm="the exam/,
            'a name is asked for';
        is ask($server, '/members/', $_)->{status}, 401,
            "a request with $_ gets 401"
            for qw(ann:banana bob: eve:apple);
        is ask($server, '/members/', 'ann:apple')->{content},
            "Hello ann, you are a member and staff.\n",
            'Ann is greeted as a member and staff';
        is ask($server, '/members/', 'bob:banana')->{content},
            "Hello bob, you are a member.\n", 'Bob is greeted as a member';
        is ask($server, '/members/staff', 'ann:apple')->{status}, 200,
            'Ann may see the page of staff';
        is ask($server, '/members/staff', 'bob:banana')->{status}, 401,
            'Bob may not see the page of staff';
        is ask($server, '/members/staff')->{status}, 401,
            'nobody without a name may see the page of staff';
    }
    is $server->end, 0, 'the server ends with status 0';
}
done_testing;
