# Attributes of filters and init handlers; the filters of each place.

use Mehari::Test;
use Mehari::Test::Filter;

sub output ($name, @lines) {
    return place("/$name", 'short',
        map { "PerlOutputFilterHandler $_" } @lines);
}

my $allow = "PerlHtaccess PerlOutputFilterHandler Stream::upper\n";
my $port  = Mehari::Httpd->new(module => 'mehari')->free_port;
my $h     = filter_server(
    config => join(
        '',
        "PerlModule Stream Attributes\n",
        output('begun', 'Attributes::begun'),
        output('named', 'Attributes::named'),
        output('left',  'Attributes::left', 'Stream::upper'),
        output('early', '+Stream::upper'),
        output('all',   'Stream::upper Stream->method'),
        place('/closures', 'short', 'PerlFixupHandler Attributes::add'),
        inside_host(
            $port,
            'PerlOptions -OutputFilter',
            'PerlOptions -PreConnection',
            place('/', 'short')
        ),
        is_mehari() ? $allow : '',
        <<~'CONF'),
        <Location "/refused">
        SetHandler modperl
        PerlResponseHandler Attributes::add_refused
        </Location>
        <Location "/unknown">
        SetHandler modperl
        PerlResponseHandler Attributes::unknown
        </Location>
        <Directory "/">
        AllowOverride All
        </Directory>
        CONF
    files => {
        'own/.htaccess' => "PerlOutputFilterHandler Stream::upper\n",
        'own/page.txt'  => "a page\n",
    },
);

for my $round (1, 2) {
    my $none  = is_mehari() ? 'none' : 'some';
    my $gives = sub ($path, $expected, $name = $path) {
        is get($h, $path)->body, $expected,
            "$name filters the response of request $round";
    };
    my $class = 'Apache2::Filter';
    $gives->('/begun',    "$class $none: hello\n", 'an init handler');
    $gives->('/named',    "$class $none: hello\n", 'by name');
    $gives->('/left',     "HELLO\n", 'an init handler can remove its filter');
    $gives->('/early',    "HELLO\n", 'loaded early');
    $gives->('/all',      "Stream: HELLO\n",                 'two on a line');
    $gives->('/closures', "two $class: one $class: hello\n", 'closures')
        if is_mehari();
    $gives->('/refused', "APR::Error 500\n", 'an init handler refuses')
        if is_mehari();
    $gives->('/unknown', "Camel FilterCamel(2)\n", 'others go back')
        if is_mehari();
    $gives->('/own/page.txt', "A PAGE\n", 'from .htaccess');
}

subtest 'switched off for a server' => sub {
    my $off = filter_server(
        start  => 0,
        config => "PerlModule Stream\n"
            . inside_host(
            $port,
            'PerlOptions -OutputFilter',
            output('page', 'Stream::upper')
            ),
    );
    eval { $off->start };
    like $@, qr/PerlOutputFilterHandler is disabled for server/,
        'a filter switched off for a server throws a sentence';
    $off->stop;
};

subtest 'threads' => sub {
    plan skip_all => 'mod_perl has an interpreter for each'
        if !is_mehari();
    my $event = filter_server(
        mpm    => 'event',
        config => "PerlModule Stream\n" . <<~'CONF',
            <Location "/page.txt">
            PerlOutputFilterHandler Stream::upper
            </Location>
            CONF
        files => { 'page.txt' => "a page\n", 'other.txt' => "other\n" },
    );
    is get($event, '/page.txt')->body, "A PAGE\n",
        "a page is filtered under threads, round $_"
        for 1, 2;
    is get($event, '/other.txt')->body, "other\n",
        'other pages go on under threads';
};

done_testing;
