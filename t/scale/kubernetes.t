# examples/kubernetes: each manifest is valid for Kubernetes, by a schema of
# ours (t/fixtures/kubernetes.schema.json; kubeconform is not in Debian), they
# fit together, and the status page has the figures by which they scale.

use Mehari::Test;
use JSON::PP   qw(encode_json decode_json);
use List::Util qw(any first);
use Mehari::Test::Gateway;
use Mehari::Test::Metrics qw(labels_of names_in read_yaml);

my $folder = source_root() . '/examples/kubernetes';
my %file;
for my $path (glob "$folder/*.yaml") {
    my ($name) = $path =~ m{([^/]+)\.yaml$};
    my $documents = read_yaml($path)
        // plan skip_all => 'there is no YAML for python3 here';
    is @$documents, 1, "$name.yaml has one document";
    $file{$name} = $documents->[0];
}

# --- valid manifests
# --------------------------------------------------------------

my @manifests = sort grep { $file{$_}{kind} } keys %file;

sub wrong_by_schema (@documents) {
    my $file = $ENV{TMPDIR} // '/tmp';
    write_file("$file/documents-$$.json", encode_json(\@documents));
    open my $pipe, '-|', 'python3', '-c', <<~'PY',
        import json, sys
        try:
            import jsonschema
        except ImportError:
            sys.exit(77)
        check = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
        for document in json.load(open(sys.argv[2])):
            kind = document["kind"]
            check = jsonschema.Draft7Validator(
                {"$ref": "#/definitions/" + kind,
                 "definitions": json.load(open(sys.argv[1]))["definitions"]})
            print(json.dumps([kind + ": " + "/".join(map(str, e.path)) + ": "
                + e.message for e in check.iter_errors(document)]))
        PY
        fixture('kubernetes.schema.json'), "$file/documents-$$.json"
        or die;
    my @wrong = map { decode_json($_) } <$pipe>;
    my $known = close $pipe;
    unlink "$file/documents-$$.json";
    return $known ? @wrong : ();
}

SKIP: {
    my @wrong = wrong_by_schema(map { $file{$_} } @manifests)
        or skip 'there is no python3-jsonschema here', 2;
    is_deeply $wrong[$_], [], "$manifests[$_].yaml is as the schema says"
        for 0 .. $#manifests;

    # The schema finds errors.
    my $copy = decode_json(encode_json($file{deployment}));
    my $pod  = $copy->{spec}{template}{spec};
    $pod->{containers}[0]{readinesProbe}
        = delete $pod->{containers}[0]{readinessProbe};
    $pod->{containers}[0]{ports}[0]{containerPort} = '8080';
    $pod->{terminationGracePeriodSeconds} = '75s';
    my ($wrong) = wrong_by_schema($copy);
    is @$wrong, 3, 'the schema finds three mistakes' or diag "@$wrong";
}

# --- they fit together --------------------------------------------------------

my $deployment = $file{deployment};
my $labels     = $deployment->{spec}{template}{metadata}{labels};
my $pod        = $deployment->{spec}{template}{spec};
my ($httpd)    = $pod->{containers}->@*;
my %port = map { $_->{name} => $_->{containerPort} } $httpd->{ports}->@*;

is_deeply $_->[1], $labels, "$_->[0] means the pods"
    for [ deployment => $deployment->{spec}{selector}{matchLabels} ],
    [ service    => $file{service}{spec}{selector} ],
    [ disruption => $file{disruption}{spec}{selector}{matchLabels} ],
    [ network    => $file{network}{spec}{podSelector}{matchLabels} ];
is $file{autoscaler}{spec}{ scaleTargetRef }
{ $_ },
    { name => $deployment->{metadata}{name}, kind => 'Deployment' }->{$_},
    "the autoscaler has $_ of the deployment"
    for qw(name kind);
is_deeply [
    sort grep { $_ ne 'kustomization' }
    map       { s/\.yaml$//r } @manifests
    ],
    [ sort map { s/\.yaml$//r } $file{kustomization}{resources}->@* ],
    'kustomization.yaml has all of them';
is_deeply [ map { $_->{targetPort} } $file{service}{spec}{ports}->@* ],
    ['http'], 'the Service has the site and not the status page';
my %volume = map { $_->{name} => 1 } $pod->{volumes}->@*;
ok $volume{ $_->{name} }, "the pod has a volume $_->{name}"
    for $httpd->{volumeMounts}->@*;

# The files of examples/container.
my $conf = read_file(source_root() . '/examples/container/httpd.conf');
like $conf, qr/^Listen $port{$_}$/m, "the container listens: $_"
    for sort keys %port;
my ($concurrency) = $conf =~ /concurrency=(\d+)/;
my ($memory)      = $conf =~ /memory=(\d+)M/;
my ($timeout)     = $conf =~ /request-timeout=(\d+)/;
my ($limit)       = $httpd->{resources}{limits}{memory} =~ /^(\d+)Mi$/;
cmp_ok $limit, '>', $concurrency * $memory,
    'the memory of a container is enough for what may run at once';
my ($pause) = $httpd->{lifecycle}{preStop}{exec}{command}[1];
cmp_ok $pod->{terminationGracePeriodSeconds}, '>', $timeout + $pause,
    'a pod has time for what runs';

# --- the status page ----------------------------------------------------------

my $h = gateway_server(config => <<~'CONF');
    <Location "/mehari-status">
        SetHandler mehari-status
    </Location>
    CONF

for my $probe (qw(startupProbe readinessProbe livenessProbe)) {
    my $get = $httpd->{$probe}{httpGet};
    ok $port{ $get->{port} }, "$probe: the port is there";
    is get($h, $get->{path})->status, 200, 'the page of the probe answers';
}

my $page   = get($h, '/mehari-status?format=openmetrics')->body;
my $sample = labels_of($page);
my %adapted;
for my $rule ($file{adapter}{rules}{custom}->@*) {
    my ($series) = names_in($rule->{seriesQuery});
    ok $sample->{$series}, "$series is a metric";
    $adapted{ $rule->{name}{as} } = 1;
}
ok $adapted{ $_->{pods}{metric}{name} },
    "the adapter knows $_->{pods}{metric}{name}"
    for $file{autoscaler}{spec}{metrics}->@*;
my ($half) = map { $_->{pods}{target}{averageValue} }
    grep { $_->{pods}{metric}{name} eq 'mehari_running' }
    $file{autoscaler}{spec}{metrics}->@*;
cmp_ok $half, '<', $concurrency, 'more pods come before one is full';

my ($job) = $file{scrape}{scrape_configs}->@*;
is get($h, "$job->{metrics_path}?format=$job->{params}{format}[0]")->status,
    200, 'the page that Prometheus asks for is there';

done_testing;
