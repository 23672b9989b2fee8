# Pieces of configuration in the README and the guides pass httpd -t, on a site
# that is made for them.

use Mehari::Test;
use File::Basename       qw(basename);
use Mehari::Test::Guides qw(blocks here site_files);

my $root = source_root();
my $dir  = site_files();

# Only root can start a pool of another user.
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
        my $config = for_this_user(here($dir, $block));
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
