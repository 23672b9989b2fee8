# The changes after which a script is compiled again, and the end of the old
# compilation.

use Mehari::Test;
use Mehari::Test::Registry;

my $h   = script_server();
my $now = time;

sub version ($text, $mtime) {
    return script($h, 'version.pl',
        qq(print "Content-Type: text/plain\\n\\n$text\\n"; \$count++;),
        $mtime);
}

version('one', $now - 100);
is get($h, "/$_/version.pl")->body, "one\n", "$_: as it was"
    for qw(registry prefork bb perlrun);

version('two', $now - 50);
is get($h, "/$_/version.pl")->body, "two\n", "$_: a newer file is taken"
    for qw(registry prefork perlrun);
is get($h, '/bb/version.pl')->body, "one\n",
    'RegistryBB never compiles a script again';

version('three', $now - 90);
is get($h, '/registry/version.pl')->body, "three\n", 'an older one as well';

version('three!', $now - 90);
is get($h, '/registry/version.pl')->body, "three!\n",
    'a script of another size within the same second is compiled again';

subtest 'broken, then mended' => sub {
    script($h, 'version.pl', 'print "oops', $now - 40);
    is get($h, '/registry/version.pl')->status, 500,
        'a broken script makes status 500';
    is get($h, '/registry/version.pl')->status, 500,
        'a broken script is broken with the second request';
    version('four', $now - 90);
    is get($h, '/registry/version.pl')->body, "four\n",
        'mended, with the mtime of the one that worked';
};

subtest 'package variables outlive a recompilation' => sub {
    my $text = <<'PERL';
print "Content-Type: text/plain\n\n", ++$n, "\n";
PERL
    script($h, 'keeps.pl', $text, $now - 10);
    is_deeply bodies($h, 2, '/registry/keeps.pl'), [ "1\n", "2\n" ],
        'a package variable counts requests';
    script($h, 'keeps.pl', $text, $now - 5);
    is_deeply bodies($h, 2, '/registry/keeps.pl'), [ "3\n", "4\n" ],
        'a package variable goes on counting in the new script';
};

subtest 'a file that is gone' => sub {
    unlink $h->document_root . '/version.pl';
    is get($h, "/$_/version.pl")->status, 404, $_
        for qw(registry prefork bb perlrun);
};

done_testing;
