# Eight megabytes pass through a filter in the memory of one piece.

use Mehari::Test;
use Mehari::Test::Filter;

plan skip_all => 'mod_perl keeps input' if !is_mehari();
plan skip_all => "the sanitizers' own memory grows"
    if $ENV{MEHARI_PRELOAD};

my $megabytes = 8;
my $kilobytes = $megabytes * 1024;

my $h = filter_server(
    config => join(
        '',
        "PerlModule Stream Brigades\n",
        place('/stream',  'long', 'PerlOutputFilterHandler Stream::copy'),
        place('/brigade', 'long', 'PerlOutputFilterHandler Brigades::upper'),
        place('/input',   'failing', 'PerlInputFilterHandler Stream::copy'),
        place(
            '/changed', 'failing',
            'PerlInputFilterHandler Brigades::input_upper'
        ),
        place('/memory', 'memory'),
        <<~'CONF'),
        <Location "/file.bin">
        PerlOutputFilterHandler Stream::copy
        </Location>
        CONF
    files => { 'file.bin' => 'x' x ($megabytes << 20) },
);

sub growth ($path, %option) {
    my $client = client($h);
    my $memory = sub () { return $client->request('/memory')->body + 0 };
    my $length = 0;
    $client->request($path, %option);
    my $before = $memory->();
    $length += length $client->request($path, %option)->body for 1, 2;
    my $grown = $memory->() - $before;
    cmp_ok $grown, '<', 1500, "$path grows the process by less than 1500 KB"
        or diag $h->error_log;
    return $length / 2;
}

my @post = (method => 'POST', body => 'x' x ($megabytes << 20));
is growth("/stream?$kilobytes"), $megabytes << 20,
    'a stream goes through without growth';
is growth("/brigade?$kilobytes"), $megabytes << 20,
    'brigades go through without growth';
is growth('/file.bin'), $megabytes << 20,
    'a file goes through without growth';
cmp_ok growth('/input', @post), '>', 0, 'a body goes through without growth';
cmp_ok growth('/changed', @post), '>', 0,
    'a changed body goes through without growth';

done_testing;
