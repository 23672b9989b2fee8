# A configuration with SetHandler perl-cgi in our pages must not publish
# scripts when the module is removed. So it also has a directive of mehari,
# because of which httpd does not start without the module.

use Mehari::Test;

my $root  = source_root();
my @files = (
    "$root/README.md",
    (glob "$root/docs/*.md $root/packaging/*.conf $root/examples/*/*.conf")
);

# This block refuses scripts while the module is missing.
@files = grep { !m{/mehari-refuse\.conf\z} } @files;
my $seen = 0;
for my $file (@files) {
    my $text   = read_file($file);
    my @blocks = $text =~ /^```apache\n(.*?)^```/msg;
    push @blocks, $text          =~ /((?:^(?: {4}|\t|# {5}).*\n)+)/mg;
    push @blocks, $text if $file =~ /\.conf\z/;
    for my $block (grep { /^[\s#]*(?:Set|Add)Handler perl-cgi/m } @blocks) {
        $seen++;
        like $block, qr/^[\s#]*Perl\w+ /m, $file;
    }
}
cmp_ok $seen, '>', 1, 'the page has blocks of configuration';

done_testing;
