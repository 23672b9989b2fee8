# Apache2::SizeLimit: a child that is too large ends after its request.

use Mehari::Test;
use Time::HiRes qw(sleep time);

needs('BSD::Resource');

sub limited ($settings, $config = 'PerlCleanupHandler Apache2::SizeLimit') {
    return server(
        workers  => 1,
        handlers => { '/' => \&pid },
        config   => <<~"CONF");
        PerlModule Apache2::SizeLimit
        <Perl>
        $settings
        </Perl>
        $config
        CONF
}

sub pid ($r) { $r->print($$); return 0 }

# Another process answers, as soon as the last one has gone.
sub process ($h) {
    return get($h, '/')->body;
}

sub replaced ($h, $name) {
    my $mark  = $h->error_log_mark;
    my $first = process($h);
    log_like(
        $h,
        $mark,
        qr/\($first\) \S+ httpd process too big, exiting at SIZE=\d.*\[MH2049\]/,
        $name
    );
    my $end = time + 10;
    sleep 0.01 while kill(0 => $first) && time < $end;
    return ok !kill(0 => $first), "$name: it ends";
}

sub kept ($h, $name) {
    my %seen = map { process($h) => 1 } 1 .. 3;
    return is keys %seen, 1, $name;
}

replaced(limited('Apache2::SizeLimit->set_max_process_size(1_000);'), 'size');
replaced(
    limited(<<'PERL', 'PerlCleanupHandler My::Limit'), 'a size of its own');
package My::Limit;
our @ISA = 'Apache2::SizeLimit';
sub _check_size { return 2_000, 500 }
__PACKAGE__->set_max_unshared_size(1_499);
PERL

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

my $sizes = server(
    workers  => 1,
    config   => 'PerlModule Apache2::SizeLimit',
    handlers => {
        '/sizes' => sub ($r) {
            $r->print(join(' ', Apache2::SizeLimit->$_), "\n")
                for qw(_check_size _linux_smaps_size_check _linux_size_check
                _bsd_size_check);
            Apache2::SizeLimit->_error_log('two words');
            return 0;
        }
    }
);
my $mark = $sizes->error_log_mark;
my ($checked, $smaps, $linux, $bsd) = split /\n/, get($sizes, '/sizes')->body;
like $checked, qr/\A\d+ \d+ \d+\z/, '_check_size: size, shared, unshared';
my ($size, $shared) = split / /, $smaps;
cmp_ok $size, '>', $shared, '_linux_smaps_size_check: size and shared';
like $linux, qr/\A\d+ \d+\z/, '_linux_size_check returns two numbers';
like $bsd,   qr/\A\d+\z/,     '_bsd_size_check returns a size';
log_like(
    $sizes, $mark,
    qr/\] \(\d+\) Apache2::SizeLimit two words/,
    '_error_log writes with pid and module'
);

replaced(
    limited(
        'Apache2::SizeLimit->set_max_process_size(1_000);',
        "$_ Apache2::SizeLimit"
    ),
    "in another phase, $_"
) for qw(PerlFixupHandler PerlLogHandler);
replaced(
    limited('Apache2::SizeLimit->set_max_process_size(1_000);', <<'CONF'),
PerlCleanupHandler "sub { Apache2::SizeLimit::handler($_[0]) }"
CONF
    'a function'
);

# Pages that are mapped but not in memory do not count.
my $own = server(
    workers  => 1,
    config   => 'PerlModule Apache2::SizeLimit',
    handlers => {
        '/own' => sub ($r) {
            my $c = 'Apache2::SizeLimit';
            my ($size, $shared, $own) = $c->_check_size;
            my @said = map {
                $c->set_max_unshared_size($_);
                $c->_limits_are_exceeded
            } $own + 1000, $own - 100;
            $c->set_max_unshared_size(undef);
            $r->print(join '|', $own + 1000 < $size - $shared, @said);
            return 0;
        }
    }
);
like get($own, '/own')->body, qr/\A1\|\|\d+ KB of it are unshared, more/,
    'unshared is what it has in memory';

my $pool = server(
    mpm      => 'event',
    workers  => 2,
    handlers => { '/' => [ \&pid, 'PerlCleanupHandler Apache2::SizeLimit' ] },
    config   => sub ($h) {
        write_file($h->root . '/conf/limit.pl',
            "Apache2::SizeLimit->set_max_process_size(1_000);\n1;\n");
        return <<~'CONF';
            PerlPool default workers=1
            PerlUsePool default
            PerlModule Apache2::SizeLimit
            PerlPostConfigRequire conf/limit.pl
            CONF
    },
);
my @served = map { process($pool) } 1 .. 6;
is_deeply [ map { $served[ 2 * $_ ] eq $served[ 2 * $_ + 1 ] } 0 .. 2 ],
    [ (1) x 3 ], 'a worker ends after the request that follows';
my %different = map { $_ => 1 } @served;
is keys %different, 3, 'each worker ends at its limit of size';

done_testing;
