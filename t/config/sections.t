# <Perl> sections and the Perl directive: the resulting configuration, the place
# where the code runs, other handlers, and refusals.

use Mehari::Test;

my $lib = fixture('config');

sub with ($config, %option) {
    my $h = server(
        start    => 0,
        handlers => { '/' => 'Config::Show' },
        config   => <<~"CONF",
            PerlSwitches "-I$lib"
            PerlModule Config::Show
            $config
            CONF
        %option,
    );
    return $h;
}

sub shows ($h, $path, @expected) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $question = join ';', map { s/=.*//sr } @expected;
    for my $response (get($h, "$path?$question", repeat => 2)) {
        is $response->body, join('', map { "$_\n" } @expected),
            "$path answers what its section says";
    }
    return;
}

subtest 'what a section says' => sub {
    my $h = with(<<'CONF');
<Perl>
use strict;
our ($PerlSetVar, @PerlAddVar, %Location, $PerlConfig, @PerlConfig, %Files);
$PerlSetVar = 'scalar "one two"';
@PerlAddVar = ('array a', [ 'array', 'b' ], [qw(array c d)]);
$Location{'/x'} = {
    PerlSetVar => [ [qw(inner a)], 'more b', \'refer c' ],
    PerlAddVar => [qw(words d e)],
    Limit      => { 'GET POST' => { Require => 'all granted' } },
};
$Location{'/twice'} = [ { PerlSetVar => 'first 1' },
    { PerlSetVar => 'second 2' } ];
$PerlConfig = "PerlSetVar line 1\nPerlSetVar other 2";
@PerlConfig = ('<Location "/raw">', 'PerlSetVar raw 3', '</Location>');
</Perl>
CONF
    $h->start;
    shows($h, '/', 'var:scalar=one two',
        'var:array=a,b,c,d', 'var:line=1', 'var:other=2');
    shows($h, '/x', 'var:inner=a', 'var:more=b', 'var:refer=c',
        'var:words=d,e');
    shows($h, '/twice', 'var:first=1', 'var:second=2');
    shows($h, '/raw', 'var:raw=3');
};

subtest 'where the code runs' => sub {
    my $h = with(<<'CONF');
<Perl>
    $Config::Seen::package = __PACKAGE__;
    $Config::Seen::file    = __FILE__;
    $Config::Seen::zero    = $0;
    $Config::Seen::line    = __LINE__;
    $Config::Seen::server  = Apache2::PerlSections->server->is_virtual;
    $Config::Seen::here    = <<'    HERE';
      indented \
    HERE
    $Config::Seen::version = $ENV{MOD_PERL_API_VERSION};
    sub left_behind { 1 }
</Perl>
Perl $Config::Seen::one = __PACKAGE__ . " $0";
<Perl package=My::Place>
    $Config::Seen::other = __PACKAGE__;
</Perl>
<VirtualHost *>
ServerName camel.example
<Perl>
    $Config::Seen::virtual = Apache2::PerlSections->server->server_hostname;
    $PerlSetVar = 'here virtual';
</Perl>
</VirtualHost>
Perl $Config::Seen::left = join ',', grep { /line_\d+/ } \
    keys %Apache2::ReadConfig::
CONF
    $h->start;
    my $file  = $h->config_file;
    my @lines = split /\n/, read_file($file);
    my ($at)  = grep { $lines[ $_ - 1 ] eq '<Perl>' } 1 .. @lines;
    my $place = join '::',
        map { s/\W/_/gr } grep { length } split m{/}, $file;
    my ($my) = grep { $lines[ $_ - 1 ] =~ /^<Perl pack/ } 1 .. @lines;
    shows(
        $h,
        '/',
        "global:Config::Seen::package=Apache2::ReadConfig::$place"
            . "::line_$at",
        "global:Config::Seen::file=$file",
        "global:Config::Seen::zero=$file",
        'global:Config::Seen::line=' . ($at + 4),
        'global:Config::Seen::server=0',
        'global:Config::Seen::version=2',
        "global:Config::Seen::one=main $file",
        "global:Config::Seen::other=My::Place::${place}::line_$my",
        'global:Config::Seen::virtual=camel.example',
        'var:here=virtual',
    );
    is get($h, '/?global:Config::Seen::here')->body,
        "global:Config::Seen::here=      indented \\\n\n",
        'lines reach Perl as they stand';
    shows($h, '/', 'global:Config::Seen::left=');
    unlike get($h, '/?global:0')->body, qr/\.conf/, '$0 is put back';
};

subtest 'saved sections' => sub {
    my $h = with(<<'CONF');
<Perl>
$Apache2::PerlSections::Save = 1;
$PerlSetVar = 'kept "it\'s"';
$Location{'/kept'} = { PerlSetVar => 'x y' };
$Config::Seen::place = __PACKAGE__;
</Perl>
<Perl>
$Config::Seen::dump = Apache2::PerlSections->dump;
Apache2::PerlSections->store('saved.pl');
</Perl>
CONF
    $h->start;
    my $dump = read_file($h->root . '/saved.pl');
    like $dump, qr/__END__/, 'the dump ends with __END__';
    my $code = "package Config::Loaded; no strict; $dump";
    eval "$code" or diag $@;
    no warnings 'once';
    is $Config::Loaded::PerlSetVar, q(kept "it's"), 'a scalar comes back';
    is $Config::Loaded::Location{'/kept'}{PerlSetVar}, 'x y',
        'the dump has a hash too';
};

subtest 'an inner section' => sub {
    my $h = with(<<'CONF');
<Perl>
our $Include = Apache2::ServerUtil::server_root() . '/inner.conf';
our $PerlSetVar = 'outer 1';
</Perl>
CONF
    write_file($h->root . '/inner.conf',
        "<Perl>\n\$PerlAddVar = 'inner 2';\n</Perl>\n");
    $h->start;
    shows($h, '/', 'var:outer=1', 'var:inner=2');
};

subtest 'shared package, other handlers' => sub {
    my $h = with(<<'CONF');
<Perl>
push @Apache2::ReadConfig::PerlAddVar, 'shared 1';
</Perl>
<Perl>
1;
</Perl>
<Perl handler=Config::Section, colour=brown>
$Humps = 2;
</Perl>
CONF
    write_file($h->root . '/Config/Section.pm', <<'PERL');
package Config::Section;
sub handler {
    my ($class, $parms, $args) = @_;
    no strict 'refs';
    my $humps = ${ $args->get('package') . '::Humps' };
    $parms->add_config([ "PerlSetVar seen \"$class " . $args->get('colour')
        . " $humps\"" ]);
    return 0;
}
1;
PERL
    $h->start;
    shows($h, '/', 'var:shared=1', 'var:seen=Config::Section brown 2');
};

subtest 'restarts' => sub {
    my $h = with("<Perl>\n\$PerlSetVar = 'time ' . \$\$;\n</Perl>");
    $h->start;
    for my $restart (qw(graceful restart)) {
        $h->$restart;
        shows($h, '/', 'var:time=' . $h->pid);
    }
};

sub refused ($config, $pattern, $name) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $h = with($config);
    my ($good, $said) = $h->configtest;
    ok !$good, "httpd does not start: $name";
    return like $said, $pattern, $name;
}

subtest 'refusals' => sub {
    refused(
        "<Perl>\n\n  die 'camel';\n</Perl>",
        qr/on line \d+ of .*httpd\.conf:\s+camel at \S+httpd\.conf line \d+.*\[MH1119\]/,
        'code that dies'
    );
    refused(
        "<Perl>\n\$x = ;\n</Perl>",
        qr/syntax error at .*httpd\.conf/,
        'code that is wrong'
    );
    refused(
        "<Perl>\n\$Camel = 1;\n</Perl>",
        qr/Invalid command 'Camel'/,
        'no such directive'
    );
    refused("<Perl>\n1;\n",          qr/<Perl> is not closed/, 'no end');
    refused("<Perl camel>\n</Perl>", qr/name=value pairs/,     'no value');
    refused(
        "<Perl package=a;b>\n</Perl>",
        qr/package=a;b>: this is not a package name/,
        'no package'
    );
    refused(
        "<Perl handler=Camel::Missing>\n</Perl>",
        qr/<Perl handler=Camel::Missing>: Can't locate/,
        'no handler'
    );
    refused(
        "<Location /x>\n<Perl>\n1;\n</Perl>\n</Location>",
        qr/Perl.* not allowed/,
        'in a container'
    );
    refused('Perl die "hump\n"', qr/:\s+hump/, 'a line that dies');
    my $h = with(
        '<Directory "${DOCUMENT_ROOT}">'
            . "\nAllowOverride All\n</Directory>",
        files => { '.htaccess' => "Perl 1\n", 'x.txt' => 'x' }
    );
    $h->start;
    my $mark = $h->error_log_mark;
    is get($h, '/x.txt')->status, 500, '.htaccess may not run code';
    log_like($h, $mark, qr/Perl not allowed here/);
};

done_testing;
