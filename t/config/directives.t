# Each directive: its effect, its merging between server, virtual host, section
# and .htaccess, and the error at the start when it is wrong.

use Mehari::Test;

my $lib = fixture('config');

sub with ($config, %option) {
    return server(
        start    => 0,
        handlers => { '/' => 'Config::Show' },
        config   => <<~"CONF",
            PerlSwitches "-I$lib"
            $config
            CONF
        %option,
    );
}

sub shows ($h, $path, $expected, %option) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my ($question) = $expected =~ /\A(.*?)=/;
    $option{headers} = [ Host => delete $option{host} ] if $option{host};
    for my $response (get($h, "$path?$question", repeat => 2, %option)) {
        is $response->body, "$expected\n", "$path answers \"$expected\"";
    }
    return;
}

sub refused ($config, $pattern, $name) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $h = with($config);
    my ($good, $said) = $h->configtest;
    ok !$good, "httpd does not start: $name";
    return like $said, $pattern, $name;
}

my $hosts = with(
    <<'CONF',
PerlSetVar name base
PerlSetVar kept base
PerlAddVar list base1 base2
PerlSetEnv CAMEL_BASE base
PerlSetEnv CAMEL_NAME base
PerlPassEnv CAMEL_PASSED CAMEL_NOT_THERE
PerlOptions +Autoload
PerlFixupHandler Config::Show::one
<VirtualHost *>
ServerName plain.example
</VirtualHost>
<VirtualHost *>
ServerName camel.example
PerlSetVar name host
PerlAddVar list host
PerlSetEnv CAMEL_NAME host
PerlOptions -ChildInit
</VirtualHost>
<Location "/set">
PerlSetVar name section
PerlAddVar list section
PerlSetEnv CAMEL_NAME section
</Location>
<Location "/list">
PerlSetVar list anew
PerlAddVar list more
</Location>
<Location "/replace">
PerlFixupHandler Config::Show::two
</Location>
<Location "/merge">
PerlOptions +MergeHandlers
PerlFixupHandler Config::Show::two Config::Show::three
</Location>
<Location "/environment">
PerlSetupEnv On
</Location>
<Location "/environment/off">
PerlSetupEnv Off
</Location>
<Location "/global">
PerlOptions +GlobalRequest +SetupEnv
</Location>
<Location "/global/none">
PerlOptions None
</Location>
<Location "/global/less">
PerlOptions -SetupEnv
</Location>
<Location "/global/only">
PerlOptions SetupEnv
</Location>
PerlHtaccess PerlFixupHandler Config::Show::three
<Directory "${DOCUMENT_ROOT}">
AllowOverride All
PerlSetVar name directory
</Directory>
CONF
    env   => { CAMEL_PASSED => 'through' },
    files => {
        'deep/.htaccess' =>
            "PerlSetVar name htaccess\nPerlAddVar list htaccess\n"
            . "PerlSetEnv CAMEL_NAME htaccess\n"
            . "PerlFixupHandler Config::Show::three\n"
            . "PerlOptions +SetupEnv\n",
        'deep/x.txt' => 'x',
        'flat/x.txt' => 'x',
    },
);
$hosts->start;
my %plain = (host => 'plain.example');
my %camel = (host => 'camel.example');

subtest 'PerlSetVar, PerlAddVar' => sub {
    shows($hosts, '/x',          'srvvar:name=base',                  %plain);
    shows($hosts, '/x',          'srvvar:name=host',                  %camel);
    shows($hosts, '/x',          'var:kept=base',                     %camel);
    shows($hosts, '/set',        'var:name=section',                  %camel);
    shows($hosts, '/set',        'var:list=base1,base2,section',      %plain);
    shows($hosts, '/set',        'var:list=base1,base2,host,section', %camel);
    shows($hosts, '/list',       'var:list=anew,more',                %plain);
    shows($hosts, '/flat/x.txt', 'var:name=directory',                %plain);
    shows($hosts, '/deep/x.txt', 'var:name=htaccess',                 %plain);
    shows($hosts, '/deep/x.txt', 'var:list=base1,base2,htaccess',     %plain);
};

subtest 'PerlSetEnv, PerlPassEnv' => sub {
    shows($hosts, '/x',          'env:CAMEL_BASE=base',     %camel);
    shows($hosts, '/x',          'env:CAMEL_NAME=base',     %plain);
    shows($hosts, '/x',          'env:CAMEL_NAME=host',     %camel);
    shows($hosts, '/set',        'env:CAMEL_NAME=section',  %camel);
    shows($hosts, '/deep/x.txt', 'env:CAMEL_NAME=htaccess', %plain);
    shows($hosts, '/x',          'env:CAMEL_NAME=base',     %plain);
    shows($hosts, '/x',          'env:CAMEL_PASSED=through');
    shows($hosts, '/x',          'env:CAMEL_NOT_THERE=undef');
};

subtest 'handlers' => sub {
    shows($hosts, '/x',          'fixups:=one');
    shows($hosts, '/replace',    'fixups:=two');
    shows($hosts, '/merge',      'fixups:=one,two,three');
    shows($hosts, '/deep/x.txt', 'fixups:=three');
};

subtest 'PerlOptions' => sub {
    my @known = qw(Enable Autoload Parent Clone InheritSwitches MergeHandlers
        ChildInit ChildExit OpenLogs PostConfig PostReadRequest Trans
        MapToStorage HeaderParser Access Authen Authz Type Fixup Response Log
        Cleanup);
    my %on = map { $_ => 1 } @known;
    @on{qw(Parent Clone InheritSwitches MergeHandlers)} = (0) x 4;
    shows($hosts, '/x', "srvoption:$_=$on{$_}",  %plain) for @known;
    shows($hosts, '/x', 'srvoption:ChildInit=0', %camel);
    shows($hosts, '/x', 'srvoption:Autoload=1',  %camel);
    shows($hosts, '/x', "option:$_=0") for qw(ParseHeaders SetupEnv
        GlobalRequest MergeHandlers);
    shows($hosts, '/merge',           'option:MergeHandlers=1');
    shows($hosts, '/environment',     'option:SetupEnv=1');
    shows($hosts, '/environment',     'env:REQUEST_METHOD=GET');
    shows($hosts, '/environment/off', 'option:SetupEnv=0');
    shows($hosts, '/global',          'option:GlobalRequest=1');
    shows($hosts, '/global/less',     'option:GlobalRequest=1');
    shows($hosts, '/global/less',     'option:SetupEnv=0');
    shows($hosts, '/global/none',     'option:GlobalRequest=0');
    shows($hosts, '/global/only',     'option:GlobalRequest=1');
    shows($hosts, '/global/only',     'option:SetupEnv=1');
    shows($hosts, '/deep/x.txt',      'option:SetupEnv=1');
};

subtest 'PerlSwitches, PerlTaintCheck, PerlWarn' => sub {
    my $h
        = with("PerlTaintCheck On\nPerlWarn On\nPerlSwitches -MPOSIX=floor");
    $h->start;
    shows($h, '/', 'taint:=1');
    shows($h, '/', 'warn:=1');
    shows($h, '/', 'inc:POSIX.pm=1');
    $h = with("PerlTaintCheck Off\nPerlWarn Off");
    $h->start;
    shows($h, '/', 'taint:=0');
    shows($h, '/', 'warn:=0');
    refused(
        "Perl 1\nPerlSwitches -w",
        qr/Perl is already running, too late for PerlSwitches -w/,
        'switches that come too late'
    );
};

subtest 'loading code' => sub {
    my $h = with(<<'CONF');
PerlPostConfigRequire "${ROOT}/late.pl"
PerlModule Camel::Module
PerlRequire require.pl
PerlConfigRequire "${ROOT}/config.pl"
CONF
    for my $name (qw(late require config)) {
        write_file(
            $h->root . "/$name.pl",
            "push \@Camel::order, '$name'; \$Camel::order = join ' ',"
                . " \@Camel::order; 1;\n"
        );
    }
    write_file($h->root . '/Camel/Module.pm',
        "push \@Camel::order, 'module'; 1;\n");
    $h->start;
    shows($h, '/', 'global:Camel::order=require module config late');
};

subtest 'the life of a child' => sub {
    my $h = with(<<'CONF', workers => 1);
PerlPostConfigRequire "${ROOT}/life.pl"
PerlChildInitHandler Camel::Life::init
PerlChildExitHandler Camel::Life::exit
PerlCleanupHandler Camel::Life::cleanup
CONF
    my $file = $h->root . '/tmp/life';
    write_file($h->root . '/life.pl', <<"PERL");
package Camel::Life;
sub note {
    open my \$out, '>>', '$file' or die;
    print {\$out} "\$_[0]\\n";
    return 0;
}
sub init    { note("init " . join ' ', map { ref } \@_) }
sub cleanup { note("cleanup " . ref shift) }
sub exit    { note("exit " . join ' ', map { ref } \@_) }
1;
PERL
    $h->start;
    get($h, '/');
    $h->end_processes;
    my %seen = map { $_ => 1 } split /\n/, read_file($file);
    is_deeply [ sort keys %seen ],
        [
        'cleanup Apache2::RequestRec',
        'exit APR::Pool Apache2::ServerRec',
        'init APR::Pool Apache2::ServerRec',
        ],
        'PerlChildInitHandler, PerlCleanupHandler and PerlChildExitHandler get their objects';
};

subtest 'PerlHandler, PerlSetOutputFilter' => sub {
    my $h = with('', modules => [qw(include)]);
    $h->{config} .= <<'CONF';
<Location "/old">
SetHandler perl-script
PerlHandler Config::Show::header
PerlSendHeader On
</Location>
<Location "/included">
SetHandler default-handler
Options +Includes
PerlSetOutputFilter INCLUDES
</Location>
CONF
    write_file($h->document_root . '/included/x.html',
        'a<!--#set var="x" value="hump" --><!--#echo var="x" -->b');
    $h->start;
    my $response = get($h, '/old');
    is $response->header('Content-Type'), 'text/x-camel',
        'PerlHandler and PerlSendHeader set the content type';
    is $response->body, "humps\n", 'the text after the headers is the body';
    is get($h, '/included/x.html')->body, 'ahumpb', 'a filter of httpd';
};

subtest 'what does not start' => sub {
    my $unknown
        = qr/handler `Camel::Missing' \(.*httpd\.conf:\d+\): Can't locate/;
    refused('PerlFixupHandler +Camel::Missing',
        $unknown, 'an unknown handler with +');
    refused("PerlFixupHandler Camel::Missing\nPerlOptions +Autoload",
        $unknown, 'or with +Autoload');
    refused(<<~'CONF', $unknown, 'which may be of a virtual host');
        <VirtualHost *>
        ServerName camel.example
        PerlFixupHandler Camel::Missing
        PerlOptions +Autoload
        </VirtualHost>
        CONF
    refused(
        'PerlModule Camel::Missing',
        qr/PerlModule Camel::Missing \(.*httpd\.conf:\d+\): Can't locate/,
        'a missing module'
    );
    refused(
        'PerlRequire camel-missing.pl',
        qr/PerlRequire camel-missing\.pl \(.*httpd\.conf:\d+\): Can't locate/,
        'a missing file'
    );
    refused(
        'PerlConfigRequire camel-missing.pl',
        qr/line \d+ of .*:\s+PerlConfigRequire camel-missing\.pl: Can't loc.*\[MH1004\]/,
        'a file that is wanted at once'
    );
    refused(
        'PerlPostConfigRequire camel-missing.pl',
        qr/PerlPostConfigRequire camel-missing\.pl \(.*:\d+\): Can't locate/,
        'a file that is wanted late'
    );
    refused(
        'PerlOptions +ChildInnit',
        qr/line \d+ of .*:\s+PerlOptions: there is no option ChildInnit; use.*\[MH1110\]/,
        'a misspelt option'
    );
    refused(
        "<Location /x>\nPerlOptions +Autoload\n</Location>",
        qr/PerlOptions \+Autoload is for a whole server/,
        'a server option in a section'
    );
    refused(
        "<Location /x>\nPerlModule POSIX\n</Location>",
        qr/line \d+ of .*:\s+PerlModule is not allowed in a container: put it.*\[MH1109\]/,
        'PerlModule in a section'
    );
    refused(
        "PerlOptions -Fixup\nPerlFixupHandler Config::Show::one",
        qr/PerlFixupHandler is disabled for server \S+ by PerlOptions/,
        'a hook that is switched off'
    );
    refused(
        "PerlSetVar name",
        qr/PerlSetVar takes two arguments/,
        'a value that is missing'
    );
};

subtest 'a missing handler' => sub {
    my $h = with(<<'CONF');
<Location "/missing">
PerlFixupHandler Camel::Missing
</Location>
CONF
    my ($good, $said) = $h->configtest;
    ok $good, 'a missing handler is no error of the configuration';
    like $said,
        qr/mehari: failed to resolve handler `Camel::Missing' .*Can't locate.*\[MH1006\]/,
        'a handler that is not found is reported';
    $h->start;
    is get($h, '/missing')->status, 500, 'a request that needs it fails';
    is get($h, '/')->status, 200,
        'other places answer beside a missing handler';
};

subtest 'what .htaccess may not' => sub {
    my $h = with(<<'CONF');
<Directory "${DOCUMENT_ROOT}">
AllowOverride All
</Directory>
CONF
    my %refused = (
        'PerlModule POSIX' =>
            qr/PerlModule is not allowed in \.htaccess: it is for/,
        'PerlRequire x.pl' => qr/PerlRequire is not allowed in \.htaccess/,
        'PerlSwitches -w'  => qr/PerlSwitches not allowed here/,
        'PerlFixupHandler "sub { 0 }"' =>
            qr/PerlFixupHandler is not allowed in \.htaccess here/,
    );
    my $n = 0;
    my %line;
    for my $line (sort keys %refused) {
        $line{ ++$n } = $line;
        write_file($h->document_root . "/$n/.htaccess", "$line\n");
        write_file($h->document_root . "/$n/x.txt",     "x\n");
    }
    $h->start;
    for my $n (sort keys %line) {
        my $mark = $h->error_log_mark;
        is get($h, "/$n/x.txt")->status, 500, $line{$n};
        log_like($h, $mark, $refused{ $line{$n} });
    }
};

done_testing;
