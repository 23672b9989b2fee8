# Scripts of the CGI suite that are called safe for Registry: all in one
# process, in turn, they answer as under mod_cgi, again and again.

use v5.36;
use Test::More;
use File::Path qw(make_path);
use Mehari::Test;
use Mehari::Test::Explain;
use Mehari::Test::Registry ();

my $server = server(modules => ['cgi'], workers => 1, start => 0);
my @urls;
for my $script (case_scripts()) {
    next
        if $script =~ m{/limits/}
        || examine_case($script)->{tier} ne 'registry';
    push @urls, install($script);
}
cmp_ok scalar @urls, '>', 100, 'there are such scripts';
$server->{config} = Mehari::Test::Registry::places();
$server->start;

my %expected = map { $_ => answer("cgi/$_") } @urls;

# One whose answers differ by themselves says nothing (the order of a hash).
@urls = grep { answer("cgi/$_") eq $expected{$_} } @urls;
for my $round (1 .. 3) {
    my @differ = grep { answer("registry/$_") ne $expected{$_} } @urls;
    is_deeply \@differ, [], "round $round";
}
$server->stop;
done_testing;

# A directory for each, with its files.
sub install ($script) {
    my ($from, $area, $name) = $script =~ m{\A(.*/([^/]+)/([^/]+))\.pl\z};
    my $dir = $server->root . "/htdocs/$area-$name";
    make_path("$dir/work");
    chmod 0777, "$dir/work";
    system 'cp', '-a', "$from.files/.", $dir if -d "$from.files";
    write_file("$dir/$name.pl", read_file($script), 0755);
    return "$area-$name/$name.pl";
}

# Without what names the place, and numbers of processes, ports and times.
sub answer ($url) {
    my $response = get($server, "/$url?a=1&b=2");
    my $text     = join "\n", $response->status,
        $response->header('Content-Type') // '', $response->body;
    return $text =~ s{/(?:cgi|registry)/}{/PLACE/}gr =~ s/\b\d{4,}\b/N/gr;
}
