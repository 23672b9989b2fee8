# Filters in workers of a pool: a handler may add them to its request; the
# connection is httpd's.

use Mehari::Test;
use Mehari::Test::Filter;

plan skip_all => 'mod_perl has no pools' if !is_mehari();

sub at ($path, $handler) {
    return <<~"CONF";
        <Location "$path">
        SetHandler modperl
        PerlResponseHandler Stream::$handler
        PerlUsePool default
        </Location>
        CONF
}

for my $mpm (qw(event prefork)) {
    my $h = filter_server(
        mpm     => $mpm,
        workers => $mpm eq 'event' ? 16 : 2,
        config  => join '',
        "PerlModule Stream\n",
        at('/filtered',      'filtered'),
        at('/fails',         'fails_late'),
        at('/of_connection', 'of_connection'),
    );
    for my $round (1, 2) {
        is get($h, '/filtered', method => 'POST', body => 'abcd')->body,
            '[ABC:3][D:1]',
            "filters of a request run in a worker, $mpm ($round)";
        my $mark = $h->error_log_mark;
        is get($h, '/fails')->status, 500,
            'a filter that dies in a worker makes status 500';
        log_like($h, $mark, qr/dies in the worker/);
    }
    like get($h, '/of_connection')->body,
        qr/\$c->add_output_filter\(\): .*add the filter to the request/,
        'a filter of the connection is refused in a worker';
}

done_testing;
