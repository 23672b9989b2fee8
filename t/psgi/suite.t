# Plack's own tests of a server, with Plack's checks of the interface around the
# application: inside httpd and in a pool's workers, at the root and below.

use Mehari::Test;

BEGIN {
    plan skip_all => 'Plack is not installed'
        unless eval { require Plack::Test::Suite; require Plack::LWPish; 1 };
}

# Test::More leaves a folder for each process that is killed.
my $app = <<~'APP';
    BEGIN { $ENV{TMPDIR} = __FILE__ =~ s{/htdocs/.*}{/tmp}r }
    use Plack::Test::Suite;
    use Plack::Middleware::Lint;
    Plack::Middleware::Lint->wrap(Plack::Test::Suite->test_app_handler);
    APP

sub start ($mpm, $place, $pool) {
    return server(
        mpm     => $mpm,
        workers => 4,
        files   => { 'app.psgi' => $app },
        config  => <<~"CONF",
            <Location "$place/">
                SetHandler perl-psgi
                PerlPsgiApp "\${DOCUMENT_ROOT}/app.psgi"
                $pool
            </Location>
            CONF
    );
}

sub run ($httpd, $place) {
    my $agent = Plack::LWPish->new(no_proxy => ['127.0.0.1']);
    my $index = 0;
    Plack::Test::Suite->runtests(
        sub ($name, $test, $) {
            my $number = $index++;
            note $name;
            $test->(
                sub ($request) {
                    my $uri = $request->uri;
                    $uri->port($httpd->port);
                    $uri->path($place . $uri->path);
                    $request->header('X-Plack-Test' => $number);
                    return $agent->request($request);
                }
            );
        }
    );
    return;
}

for my $case (
    [ 'prefork, inside httpd', 'prefork', '',     '' ],
    [ 'event, in workers',     'event',   '',     'PerlUsePool default' ],
    [ 'event, mounted',        'event',   '/app', 'PerlUsePool default' ],
    [ 'event, inside httpd',   'event',   '',     'PerlUsePool none' ],
    )
{
    my ($name, $mpm, $place, $pool) = @$case;
    local $ENV{PLACK_TEST_SCRIPT_NAME} = $place;
    subtest $name => sub { run(start($mpm, $place, $pool), $place) };
}

done_testing;
