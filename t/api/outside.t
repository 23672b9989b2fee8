# APR::* in a program that is not httpd: every module loads, its methods are
# those of the server, and misuse croaks.

use Mehari::Test;

my $lib    = source_root() . '/lib';
my $module = Mehari::Httpd::Config::module_file('mehari');
local $ENV{MEHARI_APR} = $module =~ s{[^/]+\z}{mehari_apr.so}r;

sub perl (@arguments) {
    my $pid = open my $out, '-|';
    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        $ENV{LD_PRELOAD} = $ENV{MEHARI_PRELOAD} if $ENV{MEHARI_PRELOAD};
        exec $^X, "-I$lib", @arguments;
    }
    local $/ = undef;
    return scalar <$out>;
}

# A program that loads only one module can call the methods of that module.
my %says = (
    'APR::Base64' => [ 'APR::Base64::encode("camel")', 'Y2FtZWw=' ],
    'APR::Date'   =>
        [ 'APR::Date::parse_http("Thu, 01 Jan 1970 00:00:07 GMT")', 7 ],
    'APR::Error' =>
        [ 'APR::Error::strerror(2)', 'No such file or directory' ],
    'APR::OS'     => [ 'APR::OS::current_thread_id() > 0',     1 ],
    'APR::Status' => [ 'APR::Status::is_ENOENT(2)',            1 ],
    'APR::String' => [ 'APR::String::format_size(42)',         ' 42 ' ],
    'APR::UUID'   => [ 'length APR::UUID->new->format',        36 ],
    'APR::Util'   => [ 'APR::Util::filepath_name_get("/a/b")', 'b' ],
    'APR::Pool'   => [ 'ref APR::Pool->new->new',              'APR::Pool' ],
    'APR::URI'    => [ 'APR::URI::port_of_scheme("https")',    443 ],
);
for my $name (sort keys %says) {
    my ($code, $expected) = @{ $says{$name} };
    is perl("-M$name", '-e', "print $code"), $expected, $name;
}

is perl('-MAPR::Table', '-MAPR::Pool', '-e', <<~'PERL'), "1,2|1|b:1;B:2;\n",
    my $t = APR::Table::make(APR::Pool->new, 2);
    $t->add(b => 1);
    $t->add(B => 2);
    print join(',', $t->get('b')), "|$t->{B}|";
    $t->do(sub { print "$_[0]:$_[1];"; 1 });
    print "\n";
    PERL
    'APR::Table, whose pool it keeps';

is perl('-MAPR::Finfo', '-MAPR::Pool', '-MAPR::Const=-compile,:finfo',
    '-e', <<~'PERL'), -s __FILE__, 'APR::Finfo works outside httpd';
    my $p = APR::Pool->new;
    print APR::Finfo::stat('t/api/outside.t', APR::Const::FINFO_NORM, $p)->size;
    PERL

is perl(
    '-MAPR::Const=-compile,URI_UNP_OMITUSER,URI_UNP_OMITPASSWORD',
    '-e',
    'print APR::Const::URI_UNP_OMITUSER | APR::Const::URI_UNP_OMITPASSWORD'
    ),
    6, 'APR constants are numbers outside httpd';

is perl('-MAPR::Pool', '-e',
    <<~'PERL'), 'inner,outer,end', 'cleanups of pools run in order outside httpd';
    my $p = APR::Pool->new;
    $p->cleanup_register(sub { print 'outer,' });
    my $below = $p->new;
    $below->cleanup_register(sub { print 'inner,' });
    undef $below;
    undef $p;
    print 'end';
    PERL

is perl('-T', '-MAPR::UUID', '-e', 'print length APR::UUID->new->format'),
    36, 'APR modules work under -T'
    if $ENV{MEHARI_APR} eq source_root() . '/build/mehari_apr.so';

like perl('-MAPR::Table', '-e', 'APR::Table::get(1)'),
    qr/takes 1 argument, got 0/,
    'a method without its argument throws a sentence';
like perl('-MAPR::Table', '-e', 'APR::Table::get(1, 2)'),
    qr/expected an APR::Table object, got "1"/,
    'a method with a wrong object throws a sentence';

my @open = grep { /\bU (?:ap|mh)_/ } `nm -D $ENV{MEHARI_APR}`;
is "@open", '', 'nothing of httpd is missing in APR.so';

{
    local $ENV{MEHARI_APR} = '/no/such/mehari_apr.so';
    unlike perl('-MAPR', '-e', '1'), qr/died|cannot/i,
        'a missing symbol would be found'
        if -e source_root() . '/build/mehari_apr.so';
}

done_testing;
