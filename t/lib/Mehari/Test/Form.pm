package Mehari::Test::Form;

# The requests of t/form: forms, uploads and cookies, well-formed and not. The
# answers of t/fixtures/form/TestForm.pm to them are in t/fixtures/form/answers.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Test;

our @EXPORT = qw(form_config form_cases form_answer form_part form_body);

my $URLENCODED = 'application/x-www-form-urlencoded';
my $MULTIPART  = 'multipart/form-data; boundary=AaB';

sub form_config () {
    my $library = fixture('form');
    return <<~"CONF";
        PerlSwitches "-I$library"
        PerlModule TestForm TestForm::Cookies
        <Location /f>
        SetHandler modperl
        PerlResponseHandler TestForm
        </Location>
        <Location /early>
        SetHandler modperl
        PerlFixupHandler TestForm::early
        PerlResponseHandler TestForm::late
        </Location>
        CONF
}

# Returns the handler's answer without the parts that differ from run to run.
sub form_answer ($httpd, $path, %option) {
    my $response = get($httpd, $path, %option);
    my $body     = $response->body // '';
    return ($response->status // 'none') . "\n" . $body
        =~ s/\(0x[0-9a-f]+\)/(ADDRESS)/gr;
}

sub lines ($text) { return $text =~ s/\n/\r\n/gr }

# Returns one part of a multipart body.
sub form_part ($attributes, $content, @headers) {
    return lines(join "\n", '--AaB',
        "Content-Disposition: form-data$attributes",
        @headers, '', "$content\n");
}

sub form_body (@parts) {
    return join '', @parts, "--AaB--\r\n";
}

sub post ($name, $path, $body, $type = $URLENCODED) {
    return [
        $name, $path,
        method  => 'POST',
        body    => $body,
        headers => [ 'Content-Type' => $type ]
    ];
}

sub multipart ($name, $body, $type = $MULTIPART) {
    return post("multipart: $name", '/f/all', $body, $type);
}

my @QUERIES = (
    'a=1&b=2&a=3',    'a=1;b=2',
    'a+b=c%20d',      'a=1&b=%zz',
    'a=%',            'a=%4&b=1',
    'a&b=&=c&&d=1',   'a=b=c&==d',
    'a=%00b&c=1%00',  'a=%c3%a9&b=%e9&c=%80&d=%u00e9&e=%u20ac',
    'a=%ud83d%ude00', 'a=%ud83d',
    "a=\xc3\xa9",     'a=%u12',
    '&',              '%41=%42',
);

my @FORMS = (
    'a=1&b=2',     'a=1&b=%zz&c=3', 'a', 'a=1&', '&&a=1&&', '', 'a=1;b=2',
    "a=1\r\n&b=2", 'a=%C3%A9&%C3%A9=1',
);

my @TYPES = (
    "$URLENCODED; charset=UTF-8",    'Application/X-WWW-Form-URLencoded',
    'application/json',              'text/plain',
    'multipart/mixed; boundary=AaB', 'application/x-www-form-urlencodedly',
);

sub queries () {
    return (
        [ 'no query', '/f/all' ],
        (map { [ "query: $_", "/f/all?$_" ] } @QUERIES),
        (map { post("form: " . s/\r\n/ CR LF /r, '/f/all', $_) } @FORMS),
        (map { post("type: $_", '/f/all', 'a=1', $_) } @TYPES),
        post('both', '/f/all?a=0', 'a=1&b=2'),
    );
}

sub multiparts () {
    my $field = form_part('; name="a"', 1);
    my $file  = form_part(
        '; name="f"; filename="x.txt"',
        "hello\nworld\n",
        'Content-Type: text/plain; charset=utf-8'
    );
    my %part = (
        'no quotes'      => '; name=a',
        'spaces'         => ' ;  name = "a" ',
        'no name'        => '; filename="x"',
        'nothing chosen' => '; name="f"; filename=""',
        'UTF-8'          => "; name=\"\xc3\xa9\"; filename=\"\xc3\xa9\"",
        'escapes'        => '; name="a\\"b"; filename="c\\\\d\\"e"',
        'a path'         => '; name="a"; filename="C:\\dir\\file.txt"',
        'filename*'      => q(; name="a"; filename*=utf-8''na%c3%afve),
        'folded'         => ";\n name=\"a\"",
        'capitals'       => '; NAME="a"; FileName=x',
        'a semicolon'    => '; name="a;b"; filename="c; name=d"',
        'an open quote'  => '; name="a',
        'a similar name' => '; xname="no"; name="a"; filenamex="no"',
    );
    return (
        multipart('a field and a file', form_body($field, $file)),
        multipart('no end',             $field . "--AaB\r\n"),
        multipart('cut off',            substr $field, 0, -3),
        multipart('in a header',        substr $field, 0, 20),
        multipart('around it',    "before\r\n" . form_body($field) . 'after'),
        multipart('empty',        ''),
        multipart('only the end', form_body()),
        multipart('no boundary',  form_body($field), 'multipart/form-data'),
        multipart(
            'a quoted boundary',
            form_body($field),
            'multipart/form-data; boundary="AaB"; charset=utf-8'
        ),
        multipart('another boundary', form_body($field), $MULTIPART . 'x'),
        multipart('line feeds',       form_body($field) =~ s/\r//gr),
        multipart('an empty value',   form_body(form_part('; name="a"', ''))),
        multipart(
            'an empty part',
            "--AaB\r\nContent-Disposition: form-data; name=a\r\n"
                . "\r\n--AaB--\r\n"
        ),
        multipart(
            'boundaries in it',
            form_body(form_part('; name=a', "x--AaB y\n--Aa\n-AaB"))
        ),
        multipart(
            'a longer line',
            form_body(form_part('; name=a', "x\n--AaBx"))
        ),
        multipart('no colon', "--AaB\r\nnothing\r\n" . form_body($field)),
        multipart('no disposition', "--AaB\r\nX: y\r\n\r\n1\r\n--AaB--\r\n"),
        multipart(
            'spaces behind',
            lines(
                      "--AaB  \nContent-Disposition: "
                    . "form-data; name=a\n\n1\n--AaB--  \n"
            )
        ),
        multipart(
            'twice',
            form_body($field, form_part('; name="A"', 2), $file, $file)
        ),
        multipart(
            'related',
            lines("--AaB\nContent-ID: <x>\n\n1\n--AaB--\n"),
            'multipart/related; boundary=AaB'
        ),
        map { multipart($_, form_body(form_part($part{$_}, 1))) }
            sort keys %part,
    );
}

my @COOKIES = (
    'a=1',
    'a=1; b=2',
    'a=1;b=2',
    'a=1, b=2',
    'a=1 b=2',
    'a="q v"; b=2',
    'a=b=c',
    'a',
    'a; b=1',
    '=x; b=1',
    'a=1; b',
    'a=1%20b&c',
    'a=%zz',
    'A=1; a=2',
    ' a = 1 ',
    'a="x',
    'a=x"y',
    'a="x\\"y"; b=1',
    'a="x"y; b=1',
    "a=\xc3\xa9",
    'a=;b=1',
    'a=1;;b=2',
    'a=1;',
    'a=x&y',
    'a=%26&b',
    'a=+',
    'a=[{"x":1}]; b=2',
    'a=x y; b=1',
    'a=x,y; b=1',
    'a=x,y=2',
    'a="x,y;z"',
    '$Version=1; a=1; $Path=/x; $Domain=y; b=2',
    '$Version=1',
    '$Version="1"; a="1"; $Path="/x"',
    '$Path=/x; a=1',
    'a=1; $foo=bar',
    'a=1;$Version=1;b=2',
    '$Version=1;a=1;$Port="80"; $domain=z',
    '$Version=1, a=1; $Path=x',
    'a=1; $Path="q',
    'a=1; $Port; b=2',
);

sub cookies () {
    return (
        [ 'no cookie', '/f/cookies' ],
        [
            'two headers', '/f/cookies',
            headers => [ Cookie => '$Version=1; a=1', Cookie => 'b=2' ]
        ],
        map { [ "cookie: $_", '/f/cookies', headers => [ Cookie => $_ ] ] }
            @COOKIES,
    );
}

sub methods () {
    my $body = form_body(
        form_part('; name="a"', 1),
        form_part(
            '; name="f"; filename="x.txt"',
            "hello\nworld\n",
            'Content-Type: text/plain; charset=utf-8'
        ),
        form_part('; name="b"', 2),
    );
    my $long = 'x' x 2000;
    return (
        post('param', '/f/param?a=1&a=2&b=3', 'a=4&c=5'),
        [ 'param of a query', '/f/param?a=1' ],
        [ 'param of nothing', '/f/param' ],
        post('param of malformed', '/f/param?a=1', 'a=1&x=%zz&b=2'),
        post('read only',          '/f/write?a=1', 'b=2'),
        post(
            'charset', '/f/charset?a=1&b=%c3%a9&c=%e9&d=%80',
            'e=%c3%a9&%c3%a9=1'
        ),
        post('within limits', '/f/limits?POST_MAX=1000', 'a=1&b=2'),
        post('POST_MAX',      '/f/limits?POST_MAX=3',    'a=1&b=2'),
        post('MAX_BODY',      '/f/limits?MAX_BODY=1K',   "a=1&b=$long"),
        post('no size',       '/f/limits?MAX_BODY=1X',   'a=1'),
        post(
            'TEMP_DIR', '/f/limits?TEMP_DIR=/var/tmp,brigade_limit=5', 'a=1'
        ),
        post('no uploads',  '/f/limits?DISABLE_UPLOADS=1', $body, $MULTIPART),
        post('uploads',     '/f/limits?DISABLE_UPLOADS=0', $body, $MULTIPART),
        post('upload',      '/f/upload',                   $body, $MULTIPART),
        post('upload hook', '/f/upload?hook',              $body, $MULTIPART),
        post(
            'upload to a file',
            '/f/upload?brigade_limit=3,temp_dir=/var/tmp',
            $body, $MULTIPART
        ),
        [ 'bake', '/f/bake', headers => [ Cookie => 'a=1%202; b=2' ] ],
        post('misc',           '/f/misc?a=7',     'a=8'),
        post('not read early', '/early/x',        'a=1&b=2'),
        post('parsed early',   '/early/x?parse',  'a=1&b=2'),
        post('found early',    '/early/x?scalar', 'a=1&b=2'),
        post('large early',    '/early/x?parse',  'a=1&b=' . 'x' x 900_000),
        post('upload early',   '/early/x?parse',  $body, $MULTIPART),
        post('discarded',      '/f/discard',      'a=1&b=2'),
    );
}

# [ name, path, options of get() ]
sub form_cases () {
    return (queries(), multiparts(), cookies(), methods());
}

1;
