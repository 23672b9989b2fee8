# Apache2::Resource: limits of a child, from PERL_RLIMIT_ variables.

use Mehari::Test;

plan skip_all => 'a sanitizer maps more memory than these limits allow'
    if $ENV{MEHARI_PRELOAD};
eval { require BSD::Resource } or plan skip_all => 'needs BSD::Resource';

sub limits ($config) {
    my $h = server(
        workers  => 1,
        handlers => { '/status' => 'Apache2::Status' },
        config   => <<"CONF");
PerlModule Apache2::Status
$config
<Location "/limits">
SetHandler modperl
PerlResponseHandler "sub { my \$r = shift; \\
    \$r->print(join(' ', BSD::Resource::getrlimit(\$_)), qq(\\n)) \\
    for map { BSD::Resource::get_rlimits()->{qq(RLIMIT_\$_)} } \\
    split /,/, \$r->args; 0 }"
</Location>
CONF
    return $h;
}

sub limit_is ($h, $name, $expected, $test) {
    return is get($h, "/limits?$name")->body, "$expected\n", $test;
}

my $h = limits(<<'CONF');
PerlModule Apache2::Resource
PerlSetEnv PERL_RLIMIT_CPU 500:600
PerlSetEnv PERL_RLIMIT_NOFILE 64:128
PerlSetEnv PERL_RLIMIT_CORE 2:3
PerlSetEnv PERL_RLIMIT_STACK 4
PerlSetEnv PERL_RLIMIT_FSIZE 2097152
PerlSetEnv PERL_RLIMIT_DATA :
PerlSetEnv PERL_RLIMIT_CAMEL 1
PerlChildInitHandler Apache2::Resource
CONF
limit_is($h, 'CPU',    '500 600', 'soft and hard, seconds');
limit_is($h, 'NOFILE', '64 128',  'a plain number sets the limit NOFILE');
limit_is($h, 'CORE',   '2097152 3145728', 'CORE is given in megabytes');
limit_is($h, 'STACK',  '4194304 4194304', 'one number is both limits');
limit_is($h, 'FSIZE',  '2097152 2097152', 'a large one is bytes');
limit_is(
    $h, 'DATA',
    '67108864 67108864',
    'DATA takes the default in megabytes'
);

my $page = get($h, '/status?rlimit')->body;
like $page, qr{<td>RLIMIT_CPU</td><td>500</td><td>600</td>},
    'the status page shows limits in seconds';
like $page, qr{<td>RLIMIT_CORE</td><td>2097152 \(2Mb\)</td>},
    'the status page shows limits in megabytes';

my $defaults = limits(<<'CONF');
PerlSetEnv PERL_RLIMIT_DEFAULTS On
PerlSetEnv PERL_RLIMIT_AS 8000:9000
PerlSetEnv PERL_RLIMIT_DATA 512
PerlModule Apache2::Resource
CONF
limit_is($defaults, 'CPU', '360 360',
    'PERL_RLIMIT_DEFAULTS sets the default limits');
limit_is(
    $defaults, 'DATA',
    '536870912 536870912',
    'a limit that is set goes before the defaults'
);

done_testing;
