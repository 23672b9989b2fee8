# Forms, uploads and cookies: the results of Apache2::Request, Apache2::Upload
# and Apache2::Cookie for well-formed and malformed requests, twice each, in
# processes, threads and a pool's workers. The answers are in
# t/fixtures/form/answers; MEHARI_WRITE_ANSWERS=1 writes them, to be reviewed.

use Mehari::Test;
use Mehari::Test::Form;
use Mehari::Test::Worker;

my $file = fixture('form') . '/answers';
my %expected;
if (!$ENV{MEHARI_WRITE_ANSWERS}) {
    my $text = read_file($file);
    %expected = $text =~ /^== (.*?)\n(.*?)(?=^== |\z)/gms;
}

sub check ($h, $where, @cases) {
    subtest $where => sub {
        for my $case (@cases) {
            my ($name, @request) = @$case;
            is form_answer($h, @request), $expected{$name} // 'no answer',
                $name
                for 1, 2;
        }
    };
    return;
}

sub write_answers ($h) {
    my $text = '';
    for my $case (form_cases()) {
        my ($name, @request) = @$case;
        $text .= "== $name\n" . form_answer($h, @request);
    }
    write_file($file, $text);
    return;
}

my @cases  = form_cases();
my $common = form_config();
my $h      = server(workers => 1, mpm => 'prefork', config => $common);
if ($ENV{MEHARI_WRITE_ANSWERS}) {
    write_answers($h);
    plan skip_all => "$file was written";
}
check($h, 'prefork', @cases);
my $threads = server(workers => 4, mpm => 'event', config => $common);
check($threads, 'event', @cases);
my $workers = worker_server(config => $common, perl_pool => 'workers=1');
# Handlers before the response handler run in httpd, so a worker lacks the data
# that they have parsed.
check($workers, 'workers of a pool', grep { $_->[1] !~ /early/ } @cases);

done_testing;
