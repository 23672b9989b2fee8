# When Perl is started: only by a configuration that uses it, and once each time
# the configuration is read. And the point at which each file is loaded.

use Mehari::Test;
use Mehari::Test::Gateway qw(wait_until);

my $STARTED = qr/Perl v5\.\d+\.\d+ started in process (\d+)/;

# A server whose startup files note in tmp/loads that they were executed.
sub noting_server ($config, %option) {
    my $h = server(
        workers   => 1,
        log_level => 'warn perl:debug',
        files     => { 'index.html' => "static\n" },
        config    => $config,
        %option,
        start => 0,
    );
    for my $name (qw(config require module post)) {
        write_file($h->root . "/conf/$name.pl", <<~"PERL");
            open my \$out, '>>', '${\ $h->root}/tmp/loads' or die \$!;
            my \$count = defined &Apache2::ServerUtil::restart_count
                ? Apache2::ServerUtil::restart_count() : 'none';
            print {\$out} "$name \$ENV{MARK}\\n";
            1;
            PERL
    }
    return $h->start;
}

sub loads ($h) {
    my $file = $h->root . '/tmp/loads';
    return -e $file ? read_file($file) =~ s/\n/,/gr : '';
}

sub starts ($h) { return scalar(() = $h->error_log =~ /$STARTED/g) }

my %without = (
    'LoadModule alone'                       => '',
    'PerlSetVar, PerlOptions and PerlSetEnv' => <<~'CONF',
        PerlSetVar Color red
        PerlOptions +GlobalRequest
        PerlSetEnv A b
        CONF
);
for my $what (sort keys %without) {
    my $h = noting_server($without{$what});
    is get($h, '/')->body, "static\n", "$what: a file is served";
    $h->graceful;
    is get($h, '/')->body, "static\n", "$what: and after a restart";
    is starts($h),         0,          "$what starts no Perl";
    $h->stop;
}

my %with = (
    PerlModule                 => 'PerlModule Apache2::RequestRec',
    PerlRequire                => 'PerlRequire ${ROOT}/conf/require.pl',
    'a handler in a container' => <<~'CONF',
        <Location /perl>
            SetHandler modperl
            PerlResponseHandler "sub { 0 }"
        </Location>
        CONF
    'a handler of a virtual host' => <<~'CONF',
        <VirtualHost *>
            PerlTransHandler "sub { -1 }"
        </VirtualHost>
        CONF
);
for my $what (sort keys %with) {
    my $h = noting_server($with{$what});
    is starts($h), 1, "$what: Perl is started once";
    my ($pid) = $h->error_log =~ $STARTED;
    is $pid,               $h->pid,    "$what: in the parent";
    is get($h, '/')->body, "static\n", "$what: a file is served";
    is starts($h),         1,          "$what: children inherit it";
    $_ eq 'graceful' ? $h->graceful : $h->restart for qw(graceful restart);
    is get($h, '/')->body, "static\n", "$what: and after restarts";
    is starts($h),         3,          "$what: one more for each restart";
    $h->stop;
}

subtest 'the order of loading' => sub {
    my $h = noting_server(<<~'CONF');
        PerlSetEnv MARK early
        PerlPostConfigRequire ${ROOT}/conf/post.pl
        PerlRequire ${ROOT}/conf/require.pl
        CONF
    is loads($h), 'require early,post early,',
        'each module is loaded once and in order';
    $h->graceful;
    is loads($h), 'require early,post early,' x 2,
        'a graceful restart loads each once more';
};

# httpd reads its configuration twice when it starts and once at a restart.
subtest 'PerlConfigRequire is executed while the configuration is read' =>
    sub {
    my $h = noting_server(<<~'CONF');
        PerlRequire ${ROOT}/conf/module.pl
        PerlSetEnv MARK before
        PerlConfigRequire ${ROOT}/conf/config.pl
        PerlSetEnv MARK after
        PerlRequire ${ROOT}/conf/require.pl
        PerlPostConfigRequire ${ROOT}/conf/post.pl
        CONF
    # A module that is named before Perl starts is loaded when it starts.
    my $pass = 'module before,config before,require after,';
    my $last = 'post after,';
    is loads($h), $pass x 2 . $last, 'Perl runs from there on';
    $h->restart;
    is loads($h), $pass x 2 . $last . $pass . $last,
        'a restart runs all of it again';
    };

subtest restart_count => sub {
    my $h = noting_server(<<~'CONF');
        <Location /count>
            SetHandler modperl
            PerlResponseHandler "sub { \
                $_[0]->print(Apache2::ServerUtil::restart_count()); 0 }"
        </Location>
        PerlModule Apache2::ServerUtil Apache2::RequestIO
        CONF
    my $first = get($h, '/count')->body;
    is $first, 2, 'the configuration has been read twice';
    my @before = $h->children;
    $h->graceful;
    # Until the old child has ended, it may take the request.
    wait_until(
        sub {
            !grep { kill 0 => $_ } @before;
        }
    );
    is get($h, '/count')->body, 3,
        'a graceful restart loads the modules once more';
    $h->restart;
    is get($h, '/count')->body, 4,
        'a hard restart loads the modules once more';
};

subtest 'a handler that .htaccess names' => sub {
    my $allow = <<~'CONF';
        <Directory "${DOCUMENT_ROOT}">
            AllowOverride All
        </Directory>
        CONF
    my $names = <<~'CONF';
        SetHandler modperl
        PerlResponseHandler Mehari::Nothing::none
        CONF
    my $h = noting_server($allow);
    write_file($h->document_root . '/perl/.htaccess', $names);
    is get($h, '/')->body, "static\n", 'a file is served';
    is get($h, '/perl/')->status, 500,
        'a handler that only .htaccess names makes status 500';
    is starts($h), 0, 'a handler that only .htaccess names starts no Perl';
    $h->stop;

    $h = noting_server(
        "PerlHtaccess PerlResponseHandler Mehari::Nothing::none\n$allow");
    write_file($h->document_root . '/perl/.htaccess', $names);
    is starts($h), 1, 'a handler that PerlHtaccess names starts Perl';
    my ($pid) = $h->error_log =~ $STARTED;
    is $pid, $h->pid, 'PerlHtaccess starts Perl in the parent';
    like $h->error_log, qr/Mehari::Nothing::none.*\[MH1006\]/,
        'the log says that the handler is not there';
    my $mark = $h->error_log_mark;
    is get($h, '/perl/')->status, 500, 'a request does not find the handler';
    log_like($h, $mark, qr/Mehari::Nothing::none/,
        'the log names the handler that is not there');
    is starts($h), 1, 'a missing handler starts Perl once only';
};

done_testing;
