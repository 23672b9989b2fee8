# Apache2::SizeLimit: a child that is too large ends after its request.

use v5.36;
use Test::More;
use Mehari::Test;
use Time::HiRes qw(sleep);

sub limited ($settings, $config = 'PerlCleanupHandler Apache2::SizeLimit') {
    return server(workers => 1, config => <<~"CONF");
        PerlModule Apache2::SizeLimit
        <Perl>
        $settings
        </Perl>
        $config
        <Location />
        SetHandler modperl
        PerlResponseHandler "sub { my \$r = shift; \$r->print(\$\$); 0 }"
        </Location>
        CONF
}

# Another process answers, as soon as the last one has gone.
sub process ($h) {
    return get($h, '/')->body;
}

sub replaced ($h, $name) {
    my $mark  = $h->error_log_mark;
    my $first = process($h);
    log_like($h, $mark, qr/Apache2::SizeLimit: process $first ends after/,
        $name);
    for (1 .. 100) {
        last if process($h) ne $first;
        sleep 0.05;
    }
    return isnt process($h), $first, "$name: another child";
}

sub kept ($h, $name) {
    my %seen = map { process($h) => 1 } 1 .. 3;
    return is keys %seen, 1, $name;
}

replaced(limited('Apache2::SizeLimit->set_max_process_size(1_000);'), 'size');
replaced(limited('$Apache2::SizeLimit::MAX_UNSHARED_SIZE = 10;'),
    'unshared, by its variable');
replaced(limited('Apache2::SizeLimit::setmin(100_000_000);'), 'shared');
kept(limited('Apache2::SizeLimit->set_max_process_size(10**15);'),
    'small enough');
kept(limited(''), 'no limit');

my $h = limited(<<'PERL');
Apache2::SizeLimit->set_max_process_size(1_000);
Apache2::SizeLimit->set_check_interval(4);
PERL
kept($h, 'looks only now and then');
replaced($h, 'and then');

replaced(
    limited('Apache2::SizeLimit->set_max_process_size(1_000);', <<'CONF'),
PerlFixupHandler "sub { Apache2::SizeLimit->add_cleanup_handler($_[0]) for 1, 2; 0 }"
CONF
    'add_cleanup_handler'
);

done_testing;
