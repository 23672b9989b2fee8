# Two messages: that a script does not compile, with perl's message; and, at LogLevel debug, how
# far a script is shared. gains.t tests the lines at the usual LogLevel.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server script);

my $h = gateway_server(workers => 2, config => "LogLevel perl:debug\n");

my $LOOK = "BEGIN { my \$host = \$ENV{HTTP_COOKIE} }\n";
my $GOOD = qq(print "Content-Type: text/plain\\n\\nwell\\n";\n);

subtest 'a syntax error' => sub {
    script($h, 'broken.pl', "use strict;\nmy \$x = ;\n$GOOD");
    my $mark = $h->error_log_mark;
    is get($h, '/broken.pl')->status, 500, 'the status';
    log_like($h, $mark,
        qr/broken\.pl does not compile: syntax error at \S+ line 3.*\[MH3097\]/
    );
    get($h, '/broken.pl');
    my @said = substr($h->error_log, $mark) =~ /\[MH3097\]/g;
    is scalar(@said), 1, 'one line says so';
};

subtest 'a syntax error after a look at the request' => sub {
    script($h, 'behind.pl', "use strict;\n${LOOK}my \$x = ;\n$GOOD");
    my $mark = $h->error_log_mark;
    is get($h, '/behind.pl')->status, 500, 'the status' for 1 .. 3;
    log_like($h, $mark, qr/syntax error at \S+behind\.pl line 4/);
    log_like($h, $mark,
        qr/behind\.pl does not compile: syntax error at \S+ line 4.*\[MH3097\]/
    );
    get($h, '/behind.pl') for 1 .. 3;
    my @said = substr($h->error_log, $mark) =~ /behind\.pl.*\[MH3097\]/g;
    is scalar(@said), 1, 'one line says so';
    log_unlike(
        $h, $mark,
        qr/behind\.pl gains less/,
        'nothing says that it could gain more'
    );
};

# The manager says it in a line for people, without @INC.
subtest 'a missing module' => sub {
    my %package = (
        'No::Such_Thing'  => 'libno-such-thing-perl',
        'CGI::Cookie::No' => 'libcgi-cookie-no-perl',
    );
    for my $module (sort keys %package) {
        my $name = lc $module =~ s/\W+//gr;
        script($h, "$name.pl", "use strict;\nuse $module;\n$GOOD");
        my $mark = $h->error_log_mark;
        is get($h, "/$name.pl")->status, 500, 'the status' for 1 .. 2;
        log_like($h, $mark,
            qr{/$name\.pl does not compile: the module $module was not found \(cpan $module; on Debian it should be in $package{$module}\) at \S+$name\.pl line 3\. \[MH4320\]}
        );
        my @said = substr($h->error_log, $mark) =~ /$name.*\[MH\d+\]/g;
        is scalar(@said), 1, 'one numbered line says so';
    }
};

# Its lines have the time.
subtest 'an error that CGI::Carp writes' => sub {
    script($h, 'carp.pl',
        "use CGI::Carp qw(fatalsToBrowser);\nuse No::Such;\n$GOOD");
    my $mark = $h->error_log_mark;
    for (1 .. 2) {
        like get($h, '/carp.pl')->body, qr/Software error/, 'the page';
        sleep 1;
    }
    log_like($h, $mark,
        qr{/carp\.pl does not compile: the module No::Such was not found .* line 3\. \[MH4320\]}
    );
    my @said = substr($h->error_log, $mark) =~ /carp\.pl.*\[MH\d+\]/g;
    is scalar(@said), 1, 'one numbered line says so';
};

subtest 'a missing file is no module' => sub {
    script($h, 'file.pl', "BEGIN { require 'no.pl' }\n$GOOD");
    my $mark = $h->error_log_mark;
    get($h, '/file.pl');
    log_like($h, $mark,
        qr/file\.pl does not compile: Can't locate no\.pl.*\[MH3097\]/);
};

subtest 'a script that compiles' => sub {
    script($h, 'looks.pl', "use strict;\n$LOOK$GOOD");
    my $mark = $h->error_log_mark;
    is get($h, '/looks.pl')->body, "well\n", 'the answer' for 1 .. 8;
    # httpd gets the message with an answer.
    log_like($h, $mark,
        qr/looks\.pl: is compiled for each request from here on: .* line 3/);
    log_unlike($h, $mark, qr/\[MH3098\]/,
        'what comes behind is worth no line');
};

done_testing;
