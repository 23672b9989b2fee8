# merge=on: a pool offers its pages to the kernel, or the log says why that is
# useless.

use Mehari::Test;
use Mehari::Test::Gateway;

sub site ($keys) {
    my $h = gateway_server(
        perl_pool => $keys,
        handlers  => {
            '/merged' => [
                sub ($r) {
                    open my $in, '<', '/proc/self/ksm_stat';
                    $r->print(<$in>);
                    return 0;
                },
                'PerlUsePool default'
            ]
        },
    );
    script($h, 'merged.pl', <<~'PERL');
        print "Content-Type: text/plain\n\n";
        open my $in, '<', '/proc/self/ksm_stat';
        print <$in>;
        PERL
    return $h;
}

sub kernel_merges () {
    my $state = eval { read_file('/proc/self/ksm_stat') } // '';
    return $state =~ /^ksm_merge_any: no/m;
}

my $run = eval { read_file('/sys/kernel/mm/ksm/run') } // '';
my $h   = site('workers=1 merge=on');
get($h, '/merged.pl');
if (!kernel_merges()) {
    log_like(
        $h, 0,
        qr/(?:MH3066|MH3067|MH3068): pool default: merge=on: /,
        'said that the kernel cannot, or tells'
    );
}
else {
    like get($h, '/merged.pl')->body, qr/^ksm_merge_any: yes/m,
        'a script of a pool with merge=on may be merged';
    like get($h, '/merged')->body, qr/^ksm_merge_any: yes/m,
        'a worker of a pool with merge=on may be merged';
    if ($run =~ /^1/) {
        log_unlike($h, 0, qr/merge=on/, 'the log says nothing of merge=on');
    }
    else {
        log_like(
            $h, 0,
            qr{merges pages only when /sys/kernel/mm/ksm/run is 1},
            'said that the machine does not want it'
        );
        my $said = () = $h->error_log =~ /merge=on/g;
        is $said, 1, 'merge=on is reported once';
    }
    my $other = site('workers=1');
    like get($other, $_)->body, qr/^ksm_merge_any: no/m,
        "$_ is not merged by default"
        for qw(/merged.pl /merged);
}

done_testing;
