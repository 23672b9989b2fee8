# The headers that an input filter of httpd has changed while it read the body:
# a worker sees them as httpd does, the old ones until it reads the body and
# the new ones from then on. The worker gets the new headers before the body.
# With PerlBuffer request=Off it cannot, so the old ones stay.

use Mehari::Test;
use Compress::Zlib qw(memGzip);

my %POOL = (
    'in httpd'         => '',
    'in a worker'      => "PerlPool default\nPerlUsePool default\n",
    'without a buffer' =>
        "PerlPool default\nPerlUsePool default\nPerlBuffer request=Off\n",
);
my %AFTER = ('without a buffer' => 'gzip');
my $text  = 'a body ' x 200;
my @body  = (
    method  => 'POST',
    headers => { 'Content-Encoding' => 'gzip' },
    body    => memGzip($text),
);

sub inflate ($r) {
    my @seen = $r->headers_in->get('Content-Encoding') // 'none';
    my $body = '';
    1 while $r->read($body, 8192, length $body);
    push @seen, $r->headers_in->get('Content-Encoding') // 'none',
        $r->headers_in->get('X-Kept'), length $body;
    $r->print(join ' ', @seen);
    return 0;
}

for my $where (sort keys %POOL) {
    subtest $where => sub {
        my $h = server(
            modules  => [qw(deflate filter)],
            handlers =>
                { '/read' => [ \&inflate, 'SetInputFilter DEFLATE' ] },
            config => $POOL{$where},
        );
        $body[3]{'X-Kept'} = 'kept';
        for my $response (get($h, '/read', @body, repeat => 2)) {
            is $response->body,
                join(' ',
                'gzip', $AFTER{$where} // 'none',
                'kept', length $text),
                'headers before and after the body, and its length';
        }
    };
}

done_testing;
