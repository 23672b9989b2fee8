# A failed request says why: in the browser with the source, in the terminal
# as it happens.

use Mehari::Test;
use Mehari::Test::Serve;

my $site = Mehari::Test::Serve::site(
    'die.pl'    => "#!/usr/bin/perl\n#\n\ndie 'no luck';   # here it is\n",
    'syntax.pl' => "#!/usr/bin/perl\nuse strict;\n\$undeclared = \$x; # this",
    'header.pl' => "#!/usr/bin/perl\nprint 'just text';\n",
    'outside.pl' => [
        0755, qq(#!/usr/bin/perl\ndie "look at /etc/passwd line 1.\\n";\n)
    ],
    'link.pl' =>
        "#!/usr/bin/perl\ndie qq(at \$ENV{DIR}/out.pl line 1.\\n);\n",
    'library.pl' =>
        "#!/usr/bin/perl\nuse lib 'lib';\nBEGIN { \$0 =~ m{(.*)/};"
        . " unshift \@INC, \"\$1/lib\" }\nrequire Tool;\nTool::work();\n",
    'windows.pl' => "#!/usr/bin/perl\r\nprint qq(\\n);\r\n",
    'unnamed.pl' => "print qq(\\n);\n",
    'nobody.pl'  => "#!/no/such/perl\nprint qq(\\n);\n",
    'marked.pl'  => "\xEF\xBB\xBF#!/usr/bin/perl\nprint qq(\\n);\n",
    'lacks.pl'   => "#!/usr/bin/perl\nuse No::Such::Thing;\n",
    'shell.sh'   => "#!/bin/sh\n",
    'alone.pl'  => "#!/usr/bin/perl\nopen my \$in, '<', 'data' or die \$!;\n",
    'beside.pl' => "#!/usr/bin/perl\nrequire 'lib.pl';\n",
    'below.pl'  => "#!/usr/bin/perl\nrequire './lib/lib.pl';\n",
    'cgi.pl'    => "#!/usr/bin/perl\nrequire 'inside.pl';\n",
    'inside.pl' => [ 0644, "1;\n" ],
    'warner.pl' =>
        "#!/usr/bin/perl\nprint qq(Content-Type: text/plain\\n\\n);\nwarn 'a word';\n",
    'twice.pl' => "#!/usr/bin/perl\nuse strict;\n\$one = 1;\n\n\$two = 2;\n",
    'warns.pl' =>
        "#!/usr/bin/perl -w\nmy \$none;\nprint STDERR \"\$none\\n\";\ndie qq(no luck\\n);\n",
    'short.pl'    => "#!/usr/bin/perl\ndie qq(no luck\\n);\n",
    'old.pl'      => "#!/usr/bin/perl\nrequire 'getopts.pl';\n",
    'noexec.pl'   => [ 0644, "#!/usr/bin/perl\nprint qq(\\n);\n" ],
    'lib/Tool.pm' =>
        "package Tool;\nsub work {\n    die 'in a tool'\n}\n1;\n",
    'lib/Dies.pm' =>
        "package Dies;\nsub handler {\n    die 'in a handler'; # there\n}\n1;\n",
    'lib/Broken.pm' => "package Broken;\nsub handler {\n    my (\$x = ;\n}\n",
);
my @cgi = Mehari::Test::Serve::cgi_modes();

sub shows ($server, $path, $message, $line, $source) {
    my $response = $server->get($path, Accept => 'text/html');
    is $response->{status}, 500, "$path fails with status 500";
    like $response->{headers}{'content-type'}, qr{\Atext/html\b},
        "the error of $path is a page of HTML";
    like $response->{content}, qr{class="message">[^<]*$message},
        "the page of $path has the message";
    like $response->{content}, qr{class="here"><b>$line</b>[^<]*$source},
        "the page of $path has the line with its source";
    my $text = $server->get($path);
    like $text->{headers}{'content-type'}, qr{\Atext/plain\b},
        'a client that does not ask for HTML gets plain text';
    like $text->{content}, qr{^> +$line  .*$source}m,
        'the plain text has the line with its source';
    return;
}

sub fails ($server) {
    for my $mode (@cgi, qw(perlrun registry)) {
        shows($server, "/$mode/die.pl", qr/no luck at \S+ line 4/,
            4, qr/here it is/);
        shows($server, "/$mode/syntax.pl", qr/Global symbol/,
            3, qr/undeclared.*this/);
        shows($server, "/$mode/library.pl", qr/in a tool/, 3,
            qr/die.*in a tool/);
        unlike $server->html("/$mode/outside.pl"), qr/root:|class="source"/,
            "/$mode/outside.pl: a file elsewhere is not shown";
    }
    for my $mode (qw(perlscript modperl)) {
        shows($server, "/$mode/Dies", qr/in a handler/,
            3, qr/in a handler.*there/);
        shows($server, "/$mode/Broken", qr/syntax error/, 3, qr/my \(\$x/);
        unlike $server->html("/$mode/Broken"), qr/HandlerGate/,
            'the page of a broken handler shows only what its author wrote';
    }
    return;
}

sub advises ($server) {
    for my $mode (@cgi) {
        like $server->html("/$mode/noexec.pl"), qr/chmod \+x/,
            "a script without x bit under $mode: what to do";
        like $server->html("/$mode/windows.pl"), qr/Windows line ends/,
            'a script with carriage returns: what to do';
        like $server->html("/$mode/unnamed.pl"), qr/has no #! line/,
            'a script without a #! line: what to do';
        like $server->html("/$mode/nobody.pl"),
            qr{does not exist: /no/such/perl}, 'a script for no program';
        like $server->html("/$mode/marked.pl"), qr/byte order mark/,
            'a script with a byte order mark: what to do';
        like $server->html("/$mode/lacks.pl"),
            qr/No::Such::Thing was not found: .*libno-such-thing-perl.*not in the script.{0,6}s folder/,
            'a missing module: where perl looks, and the package';
        like $server->html("/$mode/header.pl"),
            qr{rint the headers first.*MH432[78]},
            'a script without headers: what to do';
        like $server->html("/$mode/twice.pl"), qr/>lines 3 and 5</,
            'two lines of a file are named as two';
        like $server->html("/$mode/beside.pl"),
            qr{require &quot;\./lib\.pl.*MH4330},
            'a file beside the script: what to do';
        like $server->html("/$mode/old.pl"), qr{Perl4::CoreLibs.*MH4336},
            'a library of Perl 4: what to do';
        like $server->html("/$mode/short.pl"),
            qr{no file and no line. If it comes from <code>die</code>},
            'a die without a place: what to do';
        my $warns = $server->html("/$mode/warns.pl");
        like $warns, qr/uninitialized.*no luck/s,
            'a script that warns and dies: both lines';
        unlike $warns, qr/MH4337/, '... and no advice about the warning';
    }
    like $server->html('/perl-cgi/shell.sh'), qr/shell\.sh is there, but/,
        'a file that is no Perl script: why it is not served';
    like $server->html('/registry/alone.pl'),
        qr/under Registry the current directory.*MH4301/,
        'a relative name under Registry: which directory is current';
    for my $script (qw(below.pl cgi.pl)) {
        like $server->html("/$_/$script"),
            qr/under \w+ the current directory.*__FILE__.*MH4301/,
            "/$_/$script: a file of the script's folder"
            for qw(perlrun registry);
    }
    for my $mode (@cgi) {
        is $server->get("/$mode/warner.pl")->{status}, 200,
            "a script that warns under $mode answers";
        unlike $server->html("/$mode/lacks.pl"), qr/a word|warner/,
            'the next page has no line of it';
    }
    like $server->html('/registry/lacks.pl'),
        qr/in lib and handlers of the served directory/,
        'under Registry perl looks there, too';
    like $server->html("/$cgi[0]/die.pl"),
        qr{href="/registry/die\.pl">with Registry</a>},
        'the page leads to the other modes';
    like $server->html('/perl-cgi/nowhere.pl'), qr/<a href="\/">Index/,
        'an unknown address leads to the index page';
    my $index = $server->html('/');
    like $index, qr/\Q$_\E/, "the index page names the problem $_"
        for 'chmod +x', 'Windows line ends', 'no #! line', 'no /no/such/perl';
    return;
}

# A link out of the served directory does not lead into the page.
sub keeps_inside ($server) {
    my $other = Mehari::Test::Serve::site('out.pl' => "# not for you\n");
    symlink "$other/out.pl", "$site/out.pl" or die "Cannot link: $!";
    Mehari::Test::Serve::write_file("$site/link.pl",
        "#!/usr/bin/perl\ndie qq(at $site/out.pl line 1.\\n);\n", 0755);
    my $page = $server->html("/$cgi[0]/link.pl");
    like $page, qr/out\.pl line 1/, 'a message that names a link';
    unlike $page, qr/not for you/,
        'the page of a link does not show where it leads';
    unlink "$site/out.pl";
    return;
}

sub tells ($server) {
    ok $server->wait_for(sub { $server->output =~ /in a handler at/ }),
        'the terminal shows errors';
    my $terminal = $server->output;
    like $terminal, qr/^  error  no luck at \S+\/die\.pl line 4\.$/m,
        'the terminal has each error on its line';
    like $terminal, qr/^  error  .*\n {9}\S/m,
        'the terminal has long errors on several lines';
    my @advice = $terminal =~ /^ {9}The module No::Such::Thing .*MH4320\]$/mg;
    is @advice, 1, 'the terminal says once what to do about a missing module';
    unlike $terminal, qr/\[mehari\]|AH01215|\\n/,
        'the terminal has the error without decoration';
    unlike $terminal, qr/resuming normal operations/,
        'the terminal has no notices of httpd';
    return;
}

for my $mpm (Mehari::Test::Serve::mpms()) {
    subtest $mpm => sub {
        my $server = Mehari::Test::Serve->start($site, '--mpm', $mpm);
        fails($server);
        advises($server);
        keeps_inside($server);
        tells($server);
        is $server->end, 0, 'the server ends with status 0';
    };
}

# A notice about one script comes with the answer to a request for another, and one
# about the pool with the first answer.
{
    require Mehari::Serve::ErrorPage;
    my $say = 'does not compile: syntax error at';
    for my $row (
        [ 1, "pool default: /srv/late.pl $say /srv/late.pl line 4 [MH3097]" ],
        [ 0, "pool default: /srv/die.pl $say /srv/die.pl line 4 [MH3097]" ],
        [ 1, 'pool default: restore=auto uses uffd here [MH3085]' ],
        [ 0, 'End of script output before headers: late.pl' ],
        )
    {
        my ($other, $text) = @$row;
        my $message
            = Mehari::Serve::Message->parse("[mehari] id error $text\n");
        is !!Mehari::Serve::ErrorPage::of_another(
            $message, { file => '/srv/die.pl' }
            ),
            !!$other,
            ($other ? 'not of this page: ' : 'of this page: ') . $text;
    }
}

done_testing;
