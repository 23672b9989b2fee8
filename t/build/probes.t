# docs/tracing.md names exactly the existing probes; if bpftrace may run, they
# fire with the right arguments.

use Mehari::Test;
use File::Basename qw(dirname);
use Time::HiRes    qw(sleep time);

my $root = source_root();
my $dir  = dirname($ENV{MEHARI_MODULE} // "$root/build/mod_mehari.so");
plan skip_all => 'built without sys/sdt.h'
    if !grep { -e } glob '/usr/include/{,*-linux-gnu*/}sys/sdt.h';

# name => { number of its arguments => 1 }
my %built;
for my $file (qw(mod_mehari.so mehari-pool)) {
    my $name;
    for my $line (qx(readelf -n $dir/$file)) {
        $name = $1 if $line =~ /^\s+Name: (\w+)/;
        $built{$name}{ my @words = split ' ', $1 } = 1
            if $line =~ /^\s+Arguments: (.*)/;
    }
}
my %named;
for (split /\n/, read_file("$root/docs/tracing.md")) {
    my ($name, $arguments) = /^\| `(\w+)` \| ([^|]*) \|/ or next;
    $named{$name}{ my @words = split /, /, $arguments =~ s/\(.*?\)//gr } = 1;
}
is_deeply \%built, \%named, 'docs/tracing.md names all, with their arguments';

subtest 'pages.bt' => sub {
    plan skip_all => 'bpftrace may not run here'
        if $> != 0
        || system("bpftrace -e 'BEGIN { exit(); }' >/dev/null 2>&1");
    my $httpd = server(
        workers => 1,
        config  => <<~'CONF',
            <Directory "${DOCUMENT_ROOT}">
                Options +ExecCGI
                SetHandler perl-script
                PerlResponseHandler ModPerl::Registry
                PerlOptions +ParseHeaders
            </Directory>
            CONF
    );
    write_file($httpd->document_root . '/hello.pl',
        qq(print "Content-Type: text/plain\\n\\nhello\\n";\n), 0755);
    my ($child) = $httpd->children;
    my $out = $httpd->root . '/trace.out';
    write_file($out, '');
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        open STDOUT, '>', $out          or die "$out: $!";
        open STDERR, '>', "$out.errors" or die "$out.errors: $!";
        exec 'bpftrace', "$root/examples/trace/pages.bt", '-p', $child;
    }
    my $end = time + 30;
    sleep 0.1 until read_file($out) =~ /Attaching/ || time > $end;
    sleep 1;
    get($httpd, '/hello.pl', repeat => 5);
    kill INT => $pid;
    waitpid $pid, 0;
    my $told = read_file($out);
    like $told, qr/\@handlers\[PerlResponseHandler, ModPerl::Registry\]: 5$/m,
        'handlers.bt shows each call of a handler';
    like $told, qr{\@microseconds\[/hello\.pl\]}, 'pages.bt shows each page';
    like $told, qr{\@compiled\[\S+/hello\.pl\]: 1$}m,
        'pages.bt shows each compilation';
};

done_testing;
