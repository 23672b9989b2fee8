# A handler that returns SUSPENDED gets an answer, under each MPM and in each phase:
# Perl code could not resume the request, and the client would wait for ever.

use Mehari::Test;

for my $mpm (qw(prefork worker event)) {
    my $h = server(
        mpm   => $mpm,
        files => { 'handlers.pl' => <<~'PERL' },
            use Apache2::RequestIO ();
                        sub My::leaves { return -3 }
            sub My::prints { $_[0]->print('part'); -3 }
            sub My::answers { $_[0]->print('whole'); 0 }
            1;
            PERL
        handlers => {
            '/leaves'  => 'My::leaves',
            '/prints'  => [ 'My::prints',  'SetHandler perl-script' ],
            '/fixup'   => [ 'My::answers', 'PerlFixupHandler My::leaves' ],
            '/answers' => 'My::answers',
        },
        config => <<~'CONF',
            PerlRequire "${DOCUMENT_ROOT}/handlers.pl"
            CONF
    );
    my $mark = $h->error_log_mark;
    for my $path (qw(/leaves /fixup)) {
        is $_->status, 500, "$path under $mpm makes status 500"
            for get($h, $path, repeat => 2);
    }
    my ($part) = get($h, '/prints', repeat => 2);
    like $part->body, qr/part/, "$mpm: what was printed is sent";
    log_like($h, $mark,
        qr/handler My::leaves returned SUSPENDED.*\[MH2050\]/);
    is get($h, '/answers')->body, 'whole', "$mpm: and others are answered";
    $h->stop;
}

done_testing;
