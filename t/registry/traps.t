# Traps of Registry scripts that are as under mod_perl (docs/differences.md): a
# child's output, a module that copies STDOUT's descriptor, a status with a page
# of the script's own. With MEHARI_TEST_MODULE=mod_perl, mod_perl is asked.

use Mehari::Test;

my $has_capture = eval { require Capture::Tiny };

my $is_mod_perl = ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';
my %script      = (
    # The program writes to descriptor 1, which does not lead to the client.
    'open3.pl' => "#!/usr/bin/perl\n" . <<~'PERL',
        use IPC::Open3 qw(open3);
        print "Content-Type: text/plain\n\nbefore\n";
        my $pid = open3(my $in, '>&STDOUT', undef, 'echo', 'a child');
        waitpid $pid, 0;
        print "after\n";
        PERL
    'open2.pl' => "#!/usr/bin/perl\n" . <<~'PERL',
        use IPC::Open2 qw(open2);
        print "Content-Type: text/plain\n\nbefore\n";
        my $pid = eval { open2('>&STDOUT', my $in, 'echo', 'a child') };
        waitpid $pid, 0 if $pid;
        print "after\n";
        PERL
    'fork.pl' => "#!/usr/bin/perl\n" . <<~'PERL',
        use POSIX ();
        print "Content-Type: text/plain\n\nbefore\n";
        my $pid = fork // die;
        if (!$pid) { print "a child\n"; POSIX::_exit(0) }
        waitpid $pid, 0;
        print "after\n";
        PERL
    'pipe.pl' => "#!/usr/bin/perl\n" . <<~'PERL',
        print "Content-Type: text/plain\n\nbefore\n";
        open my $from, '-|', 'echo', 'a child' or die $!;
        print <$from>;
        close $from;
        print "after\n";
        PERL
    'capture.pl' => "#!/usr/bin/perl\n" . <<~'PERL',
        require Capture::Tiny;
        $| = 1;
        print "Content-Type: text/plain\n\n";
        my $captured = eval { Capture::Tiny::capture_stdout(sub { print "in\n" }) };
        print 'captured: ', $captured // "died\n";
        PERL
    'status.pl' => "#!/usr/bin/perl\n" . <<~'PERL',
        my $r = shift;
        $r->status(404);
        $r->content_type('text/plain');
        print "a page of its own\n";
        exit;
        PERL
    'without_exit.pl' => "#!/usr/bin/perl\n" . <<~'PERL',
        my $r = shift;
        $r->status(404);
        $r->content_type('text/plain');
        print "a page of its own\n";
        PERL
    'custom.pl' => "#!/usr/bin/perl\n" . <<~'PERL',
        my $r = shift;
        $r->status(404);
        $r->custom_response(404, "a page of its own\n");
        exit;
        PERL
);

my $cgi = $is_mod_perl ? '' : <<~'CONF';
    Alias /cgi ${DOCUMENT_ROOT}
    <Location /cgi>
        SetHandler perl-cgi
        Options +ExecCGI
    </Location>
    CONF
my $h = server(
    module => $is_mod_perl ? 'mod_perl' : 'mehari',
    files  => \%script,
    config => $cgi . <<~'CONF',
        PerlModule ModPerl::Registry
        Alias /perl ${DOCUMENT_ROOT}
        <Location /perl>
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </Location>
        CONF
);
chmod 0755, map { $h->document_root . "/$_" } keys %script;

# The child's output under Registry, and where each request has a STDOUT of its
# own.
my $AROUND = "before\nafter\n";
my %PAGE   = (
    'open3.pl' => $AROUND,
    'open2.pl' => $AROUND,
    'fork.pl'  => $AROUND,
    'pipe.pl'  => "before\na child\nafter\n",
);
for my $round (1, 2) {
    is get($h, "/perl/$_")->body, $PAGE{$_}, "$_, $round" for sort keys %PAGE;
    unlike get($h, '/perl/capture.pl')->body, qr/captured: in/,
        "Capture::Tiny, $round"
        if $has_capture;
    for my $name (qw(status.pl without_exit.pl)) {
        my $response = get($h, "/perl/$name");
        is $response->status, 200, "$name, $round: the status";
        like $response->body, qr/\Aa page of its own\n<.*404 Not Found/s,
            "$name, $round: httpd's page is behind the script's";
    }
    my $response = get($h, '/perl/custom.pl');
    is $response->status, 404, "custom_response, $round: the status";
    is $response->body,   "a page of its own\n", "custom_response, $round";
}

if (!$is_mod_perl) {
    for my $name (qw(open3.pl open2.pl)) {
        like get($h, "/cgi/$name")->body, qr/^a child$/m,
            "$name under perl-cgi";
    }
    is get($h, '/cgi/capture.pl')->body, "captured: in\n",
        'Capture::Tiny under perl-cgi'
        if $has_capture;
}

done_testing;
