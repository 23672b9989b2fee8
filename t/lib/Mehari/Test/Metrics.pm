package Mehari::Test::Metrics;

# The metrics of a status page, and those that the files of examples/monitoring and
# examples/kubernetes name.

use Mehari::Perl;
use Exporter qw(import);
use JSON::PP qw(decode_json);

our @EXPORT_OK = qw(labels_of names_in read_yaml families);

# Returns { name of a sample => { label => 1 } } of OpenMetrics text. A summary's
# other lines (_sum, _count) are samples too.
sub labels_of ($text) {
    my %labels;
    for my $line (grep { !/^#/ } split /\n/, $text) {
        my ($name, $labels) = $line =~ /^(\w+)(?:\{(.*)\})? / or next;
        $labels{$name} //= {};
        $labels{$name}{$1} = 1 while ($labels // '') =~ /(\w+)="/g;
    }
    return \%labels;
}

# Returns { family => type }, also for families that have no sample so far.
sub families ($text) {
    return { $text =~ /^# TYPE (\w+) (\w+)$/mg };
}

# Returns the names of our metrics in a query.
sub names_in ($query) {
    return $query =~ /\b(mehari_\w+)/g;
}

# Returns all documents of a YAML file, or undef if python or its yaml is missing.
sub read_yaml ($file) {
    open my $pipe, '-|', 'python3', '-c', <<~'PY', $file or return;
        import json, sys
        try:
            import yaml
        except ImportError:
            sys.exit(77)
        print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))
        PY
    local $/ = undef;
    my $json = <$pipe>;
    close $pipe or return;
    return decode_json($json);
}

1;
