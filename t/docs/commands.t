# Lines of the README and the guides to type work: commands are run, on a site
# that is made for them, and pieces of configuration pass httpd -t.

use v5.36;
use Test::More;
use File::Basename qw(basename);
use File::Temp     qw(tempdir);

use Mehari::Test;

my $root = source_root();
my $dir  = tempdir(CLEANUP => 1);
chmod 0755, $dir;

my %file = (
    'srv/www/cgi-bin/form.pl' => "#!/usr/bin/perl\nuse strict;\nmy \$n = 1;\n"
        . "print \"Content-Type: text/plain\\n\\n\$n\\n\";\n",
    'srv/shop/lib/Shop.pm' => "package Shop;\nsub handler { 0 }\n1;\n",
    'srv/shop/app.psgi'    =>
        "sub { [200, ['Content-Type', 'text/plain'], []] };\n",
);
write_file("$dir/$_",        $file{$_}, 0755) for keys %file;
write_file("$dir/script.pl", $file{'srv/www/cgi-bin/form.pl'}, 0755);

# A server with mod_cgi, for `mehari migrate`.
my $site = server(
    module  => undef,
    modules => [qw(cgid)],
    config  => "ScriptAlias /cgi-bin/ $dir/srv/www/cgi-bin/\n",
    start   => 0,
);
$site->configtest;

# The paths that the pages name are those of this site.
sub here ($text) {
    my $conf = $site->root . '/conf/httpd.conf';
    $text =~ s{/etc/apache2\b}{$conf}g;
    $text =~ s{/srv/cgi-bin\b}{/srv/www/cgi-bin}g;
    $text =~ s{(?:(?<![\w.])|(?<=-I))/srv/}{$dir/srv/}g;
    return $text;
}

# Text that is in blocks of this language.
sub blocks ($text, $language) {
    return $text =~ /^```$language\n(.*?)^```/msg;
}

# --- commands -----------------------------------------------------------------

my %place;
for my $file (glob "$root/docs/*.md") {
    for my $line (map { split /\n/ } blocks(read_file($file), 'sh')) {
        $place{ here($line) } //= basename($file);
    }
}

# A command that would install or measure is not for a test.
for my $line (read_file("$root/README.md")
    =~ /^ {4}(mehari (?:explain|check|migrate).*)/mg)
{
    $place{ here($line =~ s/\s+#.*//r) } //= 'README.md';
}
cmp_ok scalar keys %place, '>', 3, 'more than 3 places have commands';

local $ENV{PERL5LIB} = "$root/lib";
# First what only looks.
for my $line (
    sort { $a =~ /--apply/ <=> $b =~ /--apply/ || $a cmp $b }
    keys %place
    )
{
    my $command = $line =~ s{\Amehari }{$^X $root/bin/mehari }r;
    $command =~ s{( migrate )}{$1--module $ENV{MEHARI_MODULE} }
        if $ENV{MEHARI_MODULE};
    my $said = `cd $dir && $command 2>&1`;
    my $good = $line =~ /explain/ ? $? >> 8 <= 1 : $? == 0;
    ok $good && length $said, "$place{$line} has a command that works: $line"
        or diag $said;
}

# --- configuration ------------------------------------------------------------

# Only root can have a pool run as somebody else.
sub for_this_user ($text) {
    return $text if $> == 0;
    return $text =~ s/ (?:user|group|groups)=\S+//gr;
}

my $count = 0;
for my $file (sort glob "$root/docs/*.md") {
    my $number = 0;
    for my $block (blocks(read_file($file), 'apache')) {
        $count++;
        my $name = sprintf '%s: configuration %d', basename($file), ++$number;
        my $config = for_this_user(here($block));
        $config =~ s/^LoadModule .*\n//mg;
        my $h = server(
            config  => $config,
            modules => ['authz_host'],
            start   => 0
        );
        my ($good, $said) = $h->configtest;
        ok $good && $said !~ /cannot find/, $name or diag $said;
    }
}
cmp_ok $count, '>', 8, 'the guides have pieces of configuration';

done_testing;
