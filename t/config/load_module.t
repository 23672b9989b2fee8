# PerlLoadModule and Apache2::Module::add: each args_how, the objects of
# servers and sections, merging, what $parms knows, and refusals.

use Mehari::Test;

my $lib = fixture('config');
my $h   = server(
    files => {
        'dir/.htaccess' => "CustomMerged htaccess\n",
        'dir/x.txt'     => "x\n",
    },
    handlers => { '/' => 'Config::Show' },
    config   => <<~"CONF",
        PerlSwitches "-I$lib"
        PerlLoadModule Config::Custom
        CustomMerged base
        CustomServer trunk
        <Directory "\${DOCUMENT_ROOT}/dir">
        AllowOverride All
        CustomMerged directory
        </Directory>
        <Location "/kinds">
        CustomRaw  a  "b c"
        CustomOne one
        CustomTwo a b
        CustomEach a b c
        CustomPairs k a b
        CustomFlag On
        CustomFlag Off
        CustomNone
        CustomOneTwo a
        CustomOneTwo a b
        CustomThree a b c
        CustomTwo3 a b
        CustomTwo3 a b c
        CustomOne23 a
        CustomOne3 a
        CustomOne3 a b c
        CustomAll a b c d
        CustomAbout word
        <CustomSection x y>
        Colour brown
        Humps 2
        </CustomSection>
        </Location>
        <Location "/outer">
        CustomMerged outer
        </Location>
        <Location "/outer/inner">
        CustomMerged inner
        </Location>
        <VirtualHost *>
        ServerName plain.example
        </VirtualHost>
        <VirtualHost *>
        ServerName branch.example
        CustomMerged branch
        CustomServer branch
        </VirtualHost>
        CONF
);

sub shows ($path, $expected, $host = 'plain.example') {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my ($question) = $expected =~ /\A(.*?)=/;
    for my $response (
        get($h, "$path?$question", repeat => 2, headers => [ Host => $host ]))
    {
        is $response->body, "$expected\n",
            "$path of $host answers \"$expected\"";
    }
    return;
}

subtest 'arguments' => sub {
    my %expected = (
        CustomRaw    => '[a  "b c"]',
        CustomOne    => '[one]',
        CustomTwo    => '[a|b]',
        CustomEach   => '[a b c]',
        CustomPairs  => '[k|a k|b]',
        CustomFlag   => '[1 0]',
        CustomNone   => '[none]',
        CustomOneTwo => '[a a|b]',
        CustomThree  => '[a|b|c]',
        CustomTwo3   => '[a|b a|b|c]',
        CustomOne23  => '[a]',
        CustomOne3   => '[a a|b|c]',
        CustomAll    => '[a|b|c|d]',
        section      => '[x y> Colour brown Humps 2]',
        path         => '/kinds',
        about        => '[a camel /kinds CustomAbout word CustomAbout 1 1'
            . ' not here APR::Pool APR::Pool Apache2::ConfVector]',
    );
    shows('/kinds', "custom:$_=$expected{$_}") for sort keys %expected;
};

subtest 'merging' => sub {
    shows('/outer/inner/x', 'custom:CustomMerged=[base outer inner]');
    shows('/x',             'custom:CustomMerged=[base]');
    shows('/x', 'custom:CustomMerged=[base branch]', 'branch.example');
    shows('/dir/x.txt', 'custom:CustomMerged=[base directory htaccess]');
    shows('/x',         'srvcustom:CustomServer=trunk');
    shows('/x',         'srvcustom:CustomServer=branch', 'branch.example');
    shows('/x',         'srvcustom:merges=1',            'branch.example');
};

subtest 'in a virtual host only' => sub {
    my $only = server(config => <<~"CONF");
        PerlSwitches "-I$lib"
        PerlLoadModule Config::Custom
        <VirtualHost *>
        CustomMerged host
        <Location "/">
        SetHandler modperl
        PerlResponseHandler Config::Show
        </Location>
        </VirtualHost>
        CONF
    is get($only, '/?custom:CustomMerged')->body,
        "custom:CustomMerged=[host]\n",
        'a virtual host has its own custom directive';
};

sub refused ($config, $pattern, $name) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $bad = server(
        start  => 0,
        config => qq{PerlSwitches "-I$lib"\n$config\n},
    );
    my ($good, $said) = $bad->configtest;
    ok !$good, "httpd does not start: $name";
    return like $said, $pattern, $name;
}

subtest 'refusals' => sub {
    my $load = 'PerlLoadModule Config::Custom';
    refused(
        "$load\nCustomTwo a",
        qr/CustomTwo takes two arguments/,
        'the number of arguments'
    );
    refused(
        "$load\n<Location /x>\nCustomServer a\n</Location>",
        qr/CustomServer not allowed/,
        'where it is legal'
    );
    refused(
        "$load\nCustomDies now",
        qr/line \d+ .*\n?CustomDies is angry: now/,
        'a sub that dies'
    );
    refused(
        'PerlLoadModule Camel::Missing',
        qr/PerlLoadModule Camel::Missing: Can't locate Camel\/Missing\.pm/,
        'a missing module'
    );
    refused('PerlLoadModule', qr/PerlLoadModule takes the names/, 'no name');
    refused(
        "<Location /x>\n$load\n</Location>",
        qr/PerlLoadModule .*not allowed/,
        'in a container'
    );
    refused(
        'Perl Apache2::Module::add("Camel", [ { name => "A", args_how =>'
            . ' "TAKE9" } ])',
        qr/directive A: args_how is "TAKE9"; it must be one of the constants/,
        'no such args_how'
    );
    refused(
        'Perl Apache2::Module::add("Camel", [ {} ])',
        qr/a directive needs a name/,
        'no name of a directive'
    );
    refused(
        "Perl Apache2::Module::add('Camel', [ { name => 'A' } ])\nA b",
        qr/A: there is no sub Camel::A; write it/,
        'no sub'
    );
};

subtest 'inherited subs' => sub {
    my $base = server(
        mpm      => 'prefork',
        handlers => { '/' => 'Camel' },
        config   => <<~'CONF',
            Perl sub Desert::Hump { $Desert::got .= "base $_[2] " }
            Perl sub Desert::Tail { $Desert::got .= "not this one " }
            Perl sub Camel::Tail { $Desert::got .= "own $_[2] " }
            Perl sub Camel::other { $Desert::got .= "other $_[2]" }
            Perl sub Camel::handler { shift->print($Desert::got); 0 }
            Perl @Camel::ISA = 'Desert'
            Perl use Apache2::RequestIO ()
            Perl Apache2::Module::add('Camel', [ { name => 'Hump' }, \
                { name => 'Tail' }, { name => 'Foot', func => 'Camel::other' } ])
            Hump two
            Tail long
            Foot soft
            CONF
    );
    is get($base, '/')->body, 'base two own long other soft',
        'a directive has a sub of a base class, unless there is another';
};

done_testing;
