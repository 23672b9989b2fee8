# Workers and scripts of a pool that may open few files: they serve. The log says
# why workers cannot start, and why scripts get a new perl for each request.

use Mehari::Test;
use Mehari::Test::Attack;

sub few_files ($files) {
    my $h = attack_server(perl_pool => "rlimit=NOFILE=$files");
    write_file(
        $h->document_root . '/hello.pl',
        "#!/usr/bin/perl\nprint qq{Content-Type: text/plain\\n\\nhello\\n};\n",
        0755
    );
    return $h;
}

for my $files (64, 100, 199, 255, 256) {
    my $h = few_files($files);
    for (1 .. 3) {
        is get($h, $_, timeout => 30)->status, 200, "NOFILE=$files: $_"
            for '/w?hello', '/hello.pl';
    }
    log_like($h, 0, qr/fewer than 256 files.*\[MH3058\]/) if $files < 200;
    $h->stop;
}

my $h    = few_files(7);
my $mark = $h->error_log_mark;
isnt get($h, '/w?hello', timeout => 30)->status, 200,
    'NOFILE=7 is not enough for a worker';
log_like($h, $mark, qr/Too many open files/);
log_unlike($h, $mark, qr/MH1009/);
$h->stop;

done_testing;
