# LD_LIBRARY_PATH, as apachectl of httpd's sources sets it, or SetEnv: scripts are
# compiled ahead all the same, and find their libraries. Others of the dynamic
# linker's variables make each request a perl of its own.

use Mehari::Test;

my $script = <<~'PERL';
    #!/usr/bin/perl
    use DynaLoader;
    my $found = DynaLoader::dl_load_file('libown.so') ? 'found' : 'none';
    print "Content-Type: text/plain\n\n",
        readlink('/proc/self/exe') =~ s{.*/}{}r, " $found $ENV{LD_LIBRARY_PATH}";
    PERL
my $h = server(
    files  => { map { ("$_/x.pl" => $script) } qw(all set loader) },
    config => sub ($h) {
        my $top = $h->document_root;
        return <<~"CONF";
            <Directory "$top">
                SetHandler perl-cgi
                Options +ExecCGI
            </Directory>
            <Directory "$top/set">
                SetEnv LD_LIBRARY_PATH $top/lib
            </Directory>
            <Directory "$top/loader">
                SetEnv LD_BIND_NOW 1
            </Directory>
            CONF
    },
    env   => { LD_LIBRARY_PATH => '/of/httpd' },
    start => 0,
);
my $top = $h->document_root;
chmod 0755, glob "$top/*/x.pl";
write_file("$top/lib/own.c", "int mehari_own;\n");
system("gcc -shared -fPIC -o $top/lib/libown.so $top/lib/own.c") == 0
    or plan skip_all => 'there is no compiler here';
$h->start;
my $mark = $h->error_log_mark;

for my $response (get($h, '/all/x.pl', repeat => 3)) {
    is $response->body, 'mehari-pool none /of/httpd', 'that of httpd';
}
for my $response (get($h, '/set/x.pl', repeat => 3)) {
    is $response->body, "mehari-pool found $top/lib", 'that of a folder';
}
for my $response (get($h, '/loader/x.pl', repeat => 2)) {
    is $response->body, 'perl none /of/httpd', 'another of ld.so';
}

log_like(
    $h,
    $mark,
    qr/x\.pl is executed for each request: its environment has LD_BIND_NOW,/,
    'the log says why'
);

done_testing;
