# The places where writes to %ENV are visible, and those where they are not: the
# table of the request, subrequests, redirects, CGI programs, the next request.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server(
    'environment',
    modules => [qw(cgi include)],
    start   => 0,
    config  => <<~'CONF',
        Alias "/program" "${DOCUMENT_ROOT}"
        <Location "/program">
        SetHandler cgi-script
        Options +ExecCGI
        </Location>
        <Location "/ssi">
        Options +Includes
        SetOutputFilter INCLUDES
        </Location>
        <Location "/script/dies">
        ErrorDocument 500 /script/redirected
        </Location>
        <Location "/fixed">
        PerlFixupHandler Cases::fixup
        PerlSetEnv PLACE fixed
        </Location>
        CONF
);
$h->{config} = join '', ref $h->{config} ? $h->{config}->($h) : $h->{config},
    place(fixed => "SetHandler perl-script\nPerlFixupHandler Cases::fixup\n"
        . 'PerlSetEnv PLACE fixed');
write_file($h->document_root . '/env.cgi', <<~'SH', 0755);
    #!/bin/sh
    printf 'Content-Type: text/plain\n\n'
    echo "WRITTEN=$WRITTEN"
    SH
write_file($h->document_root . '/ssi/page.html', <<~'HTML');
    <!--#include virtual="/script/values_of?REQUEST_URI&FIXUP" -->
    <!--#include virtual="/fixed/values_of?QUERY_STRING&FIXUP&PLACE" -->
    <!--#include virtual="/plain/values_of?QUERY_STRING&FIXUP&PLACE" -->
    HTML
$h->start;

sub is_body ($path, $expected, $name) {
    for my $answer (interleaved($h, [$path])) {
        is $answer->{response}->body, $expected,
            "$name has its own environment ($answer->{client}, $answer->{round})";
    }
    return;
}

my $WRITTEN = <<~'END';
    table=yes
    query=undef
    WRITTEN=yes
    QUERY_STRING=WRITTEN&QUERY_STRING
    after=yes
    query=undef
    END
is_body('/script/write?q', $WRITTEN, 'a write and a delete');
is_body(
    '/script/values_of?WRITTEN&PATH_INFO',
    "WRITTEN=undef\nPATH_INFO=/values_of\n",
    'the next request sees no key that this one wrote'
);
is_body('/full/write?q',  $WRITTEN, 'modperl with +SetupEnv');
is_body('/plain/write?q', $WRITTEN, 'modperl');
is_body(
    '/plain/values_of?WRITTEN&QUERY_STRING',
    "WRITTEN=undef\nQUERY_STRING=undef\n",
    'nothing later'
);
is_body(
    '/script/local_table?q',
    "A=undef\nB=undef\nQUERY_STRING=q\n",
    'the table after local %ENV'
);
is_body('/script/include?/program/env.cgi',
    "WRITTEN=outer\n", 'a CGI program in a subrequest');

for my $place (qw(script full plain bare)) {
    for my $inner (
        '/script/change', '/script/change?all',
        '/plain/change',  '/plain/change?all',
        '/fixed/change',  '/full/change',
        '/bare/change',   '/script/nothing_here'
        )
    {
        is_body(
            "/$place/around?$inner",
            "position kept\n",
            "%ENV of $place around $inner"
        );
    }
}

is_body('/script/void', "there\nthere\n", 'void subprocess_env: perl-script');
is_body('/plain/void',  "not there\nthere\n", 'void subprocess_env: modperl');
is_body('/bare/void', "not there\nthere\n", 'void subprocess_env: -SetupEnv');

is_body('/script/local_redirect?/script/redirected', <<~'END', 'redirect');
    WRITTEN=undef
    REDIRECT_WRITTEN=1
    REQUEST_URI=/script/local_redirect?/script/redirected
    SCRIPT_NAME=/script
    REDIRECT_URL=/script/local_redirect
    END
is_body('/script/dies', <<~'END', 'ErrorDocument');
    WRITTEN=undef
    REDIRECT_WRITTEN=1
    REQUEST_URI=/script/dies
    SCRIPT_NAME=/script
    REDIRECT_URL=/script/dies
    END
is_body('/ssi/page.html', <<~'END', 'subrequests of a page');
    REQUEST_URI=/ssi/page.html
    FIXUP=undef

    QUERY_STRING=QUERY_STRING&FIXUP&PLACE
    FIXUP=sub
    PLACE=fixed

    QUERY_STRING=undef
    FIXUP=undef
    PLACE=undef

    END
is_body('/fixed/values_of?FIXUP&PLACE',
    "FIXUP=main\nPLACE=fixed\n", 'what a fixup handler writes');
is_body(
    '/script/values_of?FIXUP&PLACE',
    "FIXUP=undef\nPLACE=undef\n",
    'what a fixup handler writes is not seen elsewhere'
);

done_testing;
