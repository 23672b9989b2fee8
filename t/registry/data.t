# Lines after __END__ or __DATA__ can be read, in every request.

use Mehari::Test;
use Mehari::Test::Registry;

my $h = script_server();

for my $place (qw(registry perlrun bb prefork)) {
    my $lines = "1: one\n2: __DATA__\n3: three\n";
    is_deeply bodies($h, 3, "/$place/data-end.pl"), [ ($lines) x 3 ],
        "$place: from the line after __END__ on";
    is_deeply bodies($h, 3, "/$place/data-end.pl?close"), [ ($lines) x 3 ],
        'DATA is whole even if the script closes it';
    is_deeply bodies($h, 2, "/$place/data-package.pl"),
        [ ("7 ch\xc3\xa3meau\n") x 2 ],
        'DATA is in the package in force, decoded under use utf8';
    is_deeply bodies($h, 2, "/$place/data-source.pl"),
        [ ("locked\n" . read_file(fixture('registry/data-source.pl'))) x 2 ],
        'DATA is the file: it can be locked, and read from the start';
}

is get($h, '/registry/end-in-pod.pl')->body, "after the real end\n",
    '__END__ inside POD is not the end';

subtest 'the position follows a change of the script' => sub {
    my $text = read_file(fixture('registry/data-end.pl'));
    script($h, 'moving.pl', $text, time - 50);
    like get($h, '/registry/moving.pl')->body, qr/^1: one$/m,
        'DATA begins after its mark';
    $text =~ s/^use strict;/# more\n# lines\nuse strict;/m;
    script($h, 'moving.pl', $text, time - 40);
    is_deeply bodies($h, 2, '/registry/moving.pl'),
        [ ("1: one\n2: __DATA__\n3: three\n") x 2 ],
        'DATA begins after the mark of the changed script';
};

done_testing;
