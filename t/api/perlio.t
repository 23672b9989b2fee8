# The PerlIO layer :APR, in a request and in a plain perl.

use Mehari::Test;
use Mehari::Test::Call;

my $lib    = source_root() . '/lib';
my $module = Mehari::Httpd::Config::module_file('mehari');
local $ENV{MEHARI_APR} = $module =~ s{[^/]+\z}{mehari_apr.so}r;

my $h = call_server();

my %expected = (
    lines      => "one\ntwo\nthree\nend",
    places     => "45\n6\n9\n10",
    appends    => 'ab',
    wide       => 3,
    unbuffered => "[]\nkept back and sent",
    copies     => 'first',
    pool_goes  => "in time\nlost",
    pool_stays => 'still there',
    missing    => 2,
    no_pool    => qr/open\(:APR\): takes a file name and an APR::Pool object/,
    wrong_pool =>
        qr/open\(:APR\): argument 2: expected an APR::Pool object, got "a pool"/,
);

sub outside ($sub) {
    my @command = (
        $^X,
        "-I$lib",
        '-I' . fixture('api'),
        '-MTestPerlIO',
        '-MAPR::Pool',
        '-e',
        'sub pool { $_[0][0] } my $r = bless [APR::Pool->new]; $SIG{__DIE__} = '
            . 'sub { print @_; exit }; '
            . "print join qq(\\n), map { \$_ // 'undef' } TestPerlIO::$sub(\$r)"
    );
    local $ENV{LD_PRELOAD} = $ENV{MEHARI_PRELOAD} // '';
    open my $out, '-|', @command or die $!;
    local $/ = undef;
    return scalar <$out>;
}

for my $sub (sort keys %expected) {
    is_called($h, 'TestPerlIO', $sub,
        ref $expected{$sub} ? $expected{$sub} : [ $expected{$sub} ], $sub);
    my $got = outside($sub);
    if   (ref $expected{$sub}) { like $got, $expected{$sub}, "$sub outside" }
    else                       { is $got,   $expected{$sub}, "$sub outside" }
}

done_testing;
