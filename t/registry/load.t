# The book's benchmark as a test: 5,000 requests, 15 at a time, to the light
# and to the heavy script and handler; none may fail.

use Mehari::Test;
use Mehari::Test::Registry;

my $ab = (grep { -x } map { "$_/ab" } split(/:/, $ENV{PATH}), '/usr/sbin')[0]
    or plan skip_all => 'ab is not installed (Debian: apache2-utils)';

my $handlers = <<'PERL';
package Benchmark::Light;
use Apache2::RequestRec ();
use Apache2::RequestIO ();
$INC{'Benchmark/Light.pm'} = __FILE__;

sub handler {
    my $r = shift;
    $r->content_type('text/plain');
    $r->print('Hello');
    return 0;
}

package Benchmark::Heavy;
$INC{'Benchmark/Heavy.pm'} = __FILE__;

sub handler {
    my $r = shift;
    $r->content_type('text/plain');
    my $x = 100;
    my $y = log($x**100) for (0 .. 10000);
    $r->print('Hello');
    return 0;
}
PERL

my $config = join '', map { <<"CONF" } qw(Light Heavy);
<Location "/handler/$_">
SetHandler perl-script
PerlResponseHandler Benchmark::$_
</Location>
CONF
my $h = script_server(workers => 2, startup => $handlers, config => $config);

# The last line of the server's start, which may come after its first answer.
log_like($h, 0, qr/AH00094/, 'the server has started');

for my $path (
    qw(/registry/light.pl /registry/heavy.pl /perlrun/light.pl
    /handler/Light /handler/Heavy)
    )
{
    is get($h, $path)->body, 'Hello', $path;
    my $mark = $h->error_log_mark;
    open my $pipe, '-|', $ab, '-q',
        -n => 5000,
        -c => 15,
        $h->url($path)
        or die "Cannot run $ab: $!.\n";
    my $report = join '', readline $pipe;
    like $report, qr/^Complete requests: +5000$/m,
        'all requests under load were answered';
    like $report, qr/^Failed requests: +0$/m, 'ab: no request has failed';
    unlike $report, qr/^Non-2xx responses/m,
        'no request under load was an error';
    is $h->error_log_since($mark) =~ s/^.*AH00161.*\n//mgr, '',
        'nothing was logged under load';
}

done_testing;
