# A perl-script handler's changes to Perl or to the process are undone before
# the next request, however the handler ends.

use Mehari::Test;
use Mehari::Test::Cases;

my @LEAVE = qw(
    separators undefined record warnings autoflush select select_file signals
    signal_names signals_deleted signals_emptied alarm alarm_hires cwd umask
    inc inc_element inc_emptied environment layers encoding closed reopened
    scalar glob format tied dies exits
);

my %SET_BY_CHILD = (
    '$/='       => 'c',
    '$"='       => 'c',
    '$^W='      => 1,
    '__WARN__=' => 'CODE',
    'USR1='     => 'CODE',
    'ALRM='     => 'CODE',
    '%ENV='     => 'CHILD',
    'cwd='      => '/usr/lib',
    'umask='    => 0077,
    'alarm='    => 'pending',
);

for my $child ('', 'PerlChildInitHandler Cases::child_init') {
    my $name = $child ? 'after PerlChildInitHandler' : 'from the start';
    my $h    = case_server('isolation', config => $child);
    my %at   = map { s/=.*//sr . '=' => s/.*?=//sr } split /\n/,
        get($h, '/script/report')->body;
    if ($child) {
        is $at{$_}, $SET_BY_CHILD{$_},
            "$name: what the child has set stays: $_"
            for sort keys %SET_BY_CHILD;
        like $at{'@INC='}, qr{\A/child:},
            "$name: what the child has put into \@INC stays";
    }
    compare($h, $name);
}

sub compare ($h, $name) {
    my $before = get($h, '/script/report')->body;
    for my $what (@LEAVE) {
        # A script that uses alarm() loses the alarm that the child has set.
        next if $what =~ /alarm/ && $name =~ /Init/;
        for my $round (1, 2) {
            get($h, "/script/leave?$what");
            my $after = get($h, '/script/report')->body;
            is changes($before, $after), '',
                "$name leaves nothing of $what in round $round";
        }
    }
    for my $what (qw(separators signals cwd umask inc environment autoflush))
    {
        is get($h, "/script/around?$what")->body, "same\n",
            "$name: $what of a subrequest";
        for my $sub ('nothing', "leave?$what") {
            get($h, "/script/change_around?$what&$sub");
            is changes($before, get($h, '/script/report')->body), '',
                "$name: $what around $sub";
        }
    }
    return;
}

# The lines that differ from before.
sub changes ($before, $after) {
    my %known = map { $_ => 1 } split /\n/, $before;
    return join "\n", grep { !$known{$_} } split /\n/, $after || 'no answer';
}

done_testing;
