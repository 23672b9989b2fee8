# A handler in a worker that declines a directory: httpd answers as it does for
# a handler inside httpd, and does not list the directory that the handler
# protects.

use Mehari::Test;

my $h = server(
    mpm      => 'event',
    modules  => [qw(autoindex dir)],
    files    => { 'folder/a.txt' => "a\n", 'page/index.html' => "index\n" },
    handlers => {
        '^/(?:httpd|worker)/' => sub ($r) {
            $r->handler($r->args) if $r->args;
            return -1;
        }
    },
    config => <<~'CONF',
        PerlPool default workers=1
        DirectoryIndex index.html
        Options +Indexes
        Alias /httpd  "${DOCUMENT_ROOT}"
        Alias /worker "${DOCUMENT_ROOT}"
        <Location /worker>
            PerlUsePool default
        </Location>
        CONF
);

my %status = (
    'folder/'                      => 404,
    'folder/?default-handler'      => 404,
    'folder/?httpd/unix-directory' => 404,
    'page/'                        => 200,
    'folder/a.txt'                 => 200,
);
for my $way (qw(worker httpd)) {
    for my $path (sort keys %status) {
        my @got = get($h, "/$way/$path", repeat => 2);
        is_deeply [ map { $_->status } @got ], [ ($status{$path}) x 2 ],
            "$way: $path";
    }
}
done_testing;
