# examples/monitoring: Prometheus takes the rules, each alert fires when it
# should, and the rules and the dashboard ask for metrics and labels that the
# status page has, of the type that they are used as.

use Mehari::Test;
use File::Temp qw(tempdir);
use JSON::PP   qw(decode_json);
use Mehari::Test::Gateway;
use Mehari::Test::Metrics qw(families labels_of names_in read_yaml);

my $folder = source_root() . '/examples/monitoring';

# A page with a sample of nearly everything: a script that ran, and one that failed.
my $h = gateway_server(config => <<~'CONF');
    <Location "/mehari-status">
        SetHandler mehari-status
    </Location>
    CONF
script($h, 'runs.pl', qq(print "Content-Type: text/plain\\n\\nok\\n";\n));
script($h, 'dies.pl', qq(die "no\\n";\n));
get($h, "/$_") for qw(runs.pl dies.pl);
my $page     = get($h, '/mehari-status?format=openmetrics')->body;
my $families = families($page);
my $samples  = labels_of($page);

# Connections to databases have no sample here, so the documentation counts.
$samples->{mehari_database_connections}
    //= { map { $_ => 1 } qw(pool driver dsn) };
my %messages = map { $_ => 1 }
    map { read_file($_) =~ /\b(MH\d{4})\b/g }
    glob source_root() . '/lib/Mehari/Explain/Reason/*.txt';
my %of_prometheus = map { $_ => 1 } qw(instance job);

# A family by the name of one of its samples; undef if there is none.
sub family_of ($name) {
    return $families->{$name} if $families->{$name};
    my ($stem, $end) = $name =~ /^(\w+?)_(total|count|sum)$/ or return;
    my $type = $families->{$stem} // return;
    return $type if $type eq ($end eq 'total' ? 'counter' : 'summary');
    return;
}

sub check_query ($query, $where) {
    for my $name (names_in($query)) {
        my $type = family_of($name);
        ok $type, "$where: $name is on the status page" or next;
        my $counts = $type eq 'counter' || $name =~ /_count$/;
        is scalar($query =~ /(?:rate|increase)\(\Q$name\E\b/),
            $counts ? 1 : '',
            "$name is used as the $type that it is";
    }
    while ($query =~ /\b(mehari_\w+)\{([^}]*)\}/g) {
        my ($name, $asked) = ($1, $2);
        for my $label ($asked =~ /(\w+)\s*[!=]/g) {
            ok $of_prometheus{$label} || $samples->{$name}{$label},
                "$name has the label $label";
        }
    }
    return;
}

subtest 'the rules' => sub {
    my $documents = read_yaml("$folder/alerts.yml")
        // plan skip_all => 'there is no YAML for python3 here';
    my @rules = map { $_->{rules}->@* } $documents->[0]{groups}->@*;
    my $tests = read_file("$folder/alerts_test.yml");
    for my $rule (@rules) {
        check_query($rule->{expr}, $rule->{alert});
        like $tests, qr/name: $rule->{alert}$/m,
            "the alert $rule->{alert} has its case";
        ok $rule->{annotations}{$_}, "the alert $rule->{alert} says its $_"
            for qw(summary action);
        ok $messages{$_}, "the alert names $_, which is a message"
            for $rule->{annotations}{action} =~ /(MH\d{4})/g;
    }
};

# Debian's package starts a service, so the program is unpacked, not installed.
sub promtool () {
    my ($installed) = grep { -x } map { "$_/promtool" } split /:/, $ENV{PATH};
    return $installed if $installed;
    return            if !$ENV{CI};
    my $dir = tempdir(CLEANUP => 1);
    system(   "cd $dir && apt-get download -qq prometheus >/dev/null 2>&1"
            . ' && dpkg-deb -x prometheus_*.deb .') == 0
        or return;
    return "$dir/usr/bin/promtool";
}

subtest 'by promtool' => sub {
    my $promtool = promtool()
        // plan skip_all => 'there is no promtool here (Debian: prometheus)';
    my $said = qx(cd $folder && $promtool check rules alerts.yml 2>&1);
    is $?, 0, 'Prometheus takes the rules' or diag $said;
    $said = qx(cd $folder && $promtool test rules alerts_test.yml 2>&1);
    is $?, 0, 'the alerts fire when they are to' or diag $said;
};

subtest 'the dashboard' => sub {
    my $board = decode_json(read_file("$folder/grafana.json"));
    my %seen;
    for my $panel ($board->{panels}->@*) {
        ok !$seen{ $panel->{id} }++,
            "$panel->{title} has a number of its own";
        ok $panel->{gridPos}{x} + $panel->{gridPos}{w} <= 24,
            'a panel of the dashboard has its place';
        for my $target ($panel->{targets}->@*) {
            check_query($target->{expr}, $panel->{title});
            my %by = map { $_ => 1 }
                map { split /,\s*/ } $target->{expr} =~ /by \(([^)]*)\)/g;
            my ($name) = names_in($target->{expr});
            ok $by{$_}
                || (!%by && ($of_prometheus{$_} || $samples->{$name}{$_})),
                "the panel names the label $_"
                for $target->{legendFormat} =~ /\{\{(\w+)\}\}/g;
        }
    }
    my %variable = map { $_->{name} => 1 } $board->{templating}{list}->@*;
    my %used     = map { $_         => 1 }
        grep { !/^__/ } read_file("$folder/grafana.json") =~ /\$\{?(\w+)/g;
    is_deeply \%used, \%variable,
        'each variable is used, and there is no other';
};

done_testing;
