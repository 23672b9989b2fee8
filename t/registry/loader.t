# Scripts compiled when the server starts.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Registry;

# Files that exist before the server starts, unlike the fixtures.
sub tree (%files) {
    my $root = tempdir(CLEANUP => 1);
    chmod 0755, $root;
    write_file("$root/$_", $files{$_}, 0755) for keys %files;
    return $root;
}

# Prints the process in which it was compiled.
my $script = <<'PERL';
#!/usr/bin/perl
BEGIN { $compiled_in = $$ }
print "Content-Type: text/plain\n\n";
print $compiled_in == $$ ? "now\n" : "before\n";
print <DATA>;
END { print "end\n" }
__END__
data
PERL
my $library = $script =~ s/\A.*\n//r;
my $before  = "before\ndata\nend\n";
my $now     = "now\ndata\nend\n";

subtest 'one script' => sub {
    my $root = tree('early.pl' => $script);
    my $h    = script_server(
        document_root => $root,
        startup       => <<"PERL",
use ModPerl::RegistryLoader ();
my \$l = ModPerl::RegistryLoader->new(trans => sub { "$root/early.pl" });
print STDERR 'status ', \$l->handler('/registry/early.pl'), "\\n";
print STDERR 'missing ', ModPerl::RegistryLoader->new->handler(
    '/registry/none.pl', '$root/none.pl'), "\\n";
PERL
        config => location('late', 'ModPerl::RegistryBB'),
    );
    like $h->error_log, qr/^status 0$/m, 'a script loaded ahead is compiled';
    like $h->error_log, qr/^missing 404$/m, 'a missing file is told';
    is_deeply bodies($h, 2, '/registry/early.pl'), [ ($before) x 2 ],
        'is there before the first request';
    is_deeply bodies($h, 2, '/late/early.pl'), [ ($now) x 2 ],
        'for this class only';
    utime time - 50, time - 50, "$root/early.pl";
    is_deeply bodies($h, 2, '/registry/early.pl'), [ ($now) x 2 ],
        'a changed one is compiled again';
};

subtest 'a whole tree' => sub {
    my $root = tree(
        'all/lib.pl'    => $library,
        'all/broken.pl' => "#!/usr/bin/perl\n(",
        map { +"all/$_" => $script }
            qw(one.pl sub/two.cgi .hidden.pl old.pl~),
    );
    my $h = script_server(
        document_root => $root,
        startup       => <<"PERL",
use ModPerl::RegistryLoader ();
my \$l = ModPerl::RegistryLoader->new(package => 'ModPerl::RegistryPrefork');
print STDERR 'compiled ', \$l->preload_tree('/prefork/all', '$root/all'), "\\n";
print STDERR 'matched ', ModPerl::RegistryLoader->new->preload_tree(
    '/registry/all/', '$root/all', match => qr/lib\\.pl\\z/), "\\n";
print STDERR 'nothing ', \$l->preload_tree('/prefork', '$root/none'), "\\n";
PERL
    );
    like $h->error_log, qr/^compiled 2$/m, 'by the first line';
    like $h->error_log, qr/^matched 1$/m,  'or by a pattern';
    like $h->error_log, qr/^nothing 0$/m,  'no such directory';
    like $h->error_log, qr/none is not a directory/,
        'the log tells of a directory that is none';
    like $h->error_log, qr{syntax error at \S*/broken\.pl line \d},
        'a broken script does not stop the server, and is told';
    is get($h, '/prefork/all/one.pl')->body,      $before;
    is get($h, '/prefork/all/sub/two.cgi')->body, $before;
    is get($h, '/prefork/all/lib.pl')->body, $now,
        'not a script by its looks';
    is get($h, '/registry/all/lib.pl')->body, $before, 'but for the pattern';
    is get($h, '/registry/all/one.pl')->body, $now;
};

done_testing;
