package Mehari::Test::Fresh::Cgi;

# The cases of t/cgi/cases without httpd: each of their requests by a perl of
# its own, and all of them, in turn, by one program that runs fresh.

use v5.36;
use Exporter   qw(import);
use File::Temp qw(tempdir);

use Test::More   ();
use Mehari::Test qw(read_file source_root);
use Mehari::Test::Cgi::Case;
use Mehari::Test::Fresh;

our @EXPORT = qw(test_cgi_share);

use constant ROUNDS => 2;

# What httpd's CGI handlers say whatever is asked for. It is there already
# while a program is compiled, and nothing of a request is.
my %always = (
    PATH              => $ENV{PATH},
    GATEWAY_INTERFACE => 'CGI/1.1',
    SERVER_SOFTWARE   => 'Apache/2.4',
    SERVER_NAME       => 'cgi.test',
    SERVER_PORT       => 80,
);

# Tests the share'th of so many shares of those that are to be the same;
# MEHARI_FRESH_CASES chooses some by the beginning of their names, and runs
# those that may differ as well.
sub test_cgi_share ($share, $shares) {
    my $why = fresh_missing();
    Test::More::plan(skip_all => $why) if $why;
    my $wanted = $ENV{MEHARI_FRESH_CASES};
    my %may    = may_differ();
    my @all    = cgi_cases();
    my @mine   = @all[ grep { $_ % $shares == $share - 1 } 0 .. $#all ];
    my $reason = sub ($case) { $may{ 't/cgi/cases/' . $case->name . '.pl' } };
    @mine = grep {
        defined $wanted ? !index $_->name, $wanted : !defined $reason->($_)
    } @mine;
    Test::More::plan(@mine ? (tests => scalar @mine) : 'skip_all');
    for my $case (@mine) {
        my $may = $reason->($case);
        Test::More::is(cgi_differences($case), '',
            $case->name . ($may ? " may differ: $may" : ''));
    }
    return;
}

# The scripts that differ, for a reason that lies in what fresh is.
sub may_differ () {
    my $file = source_root() . '/t/fixtures/fresh-differs.txt';
    return map { split /\t/ } grep { !/\A#/ } split /\n/, read_file($file);
}

# Those that can be run without httpd, in a folder of their own; a perl runs
# all of their requests without help from outside.
sub cgi_cases () {
    my $tree = tempdir(CLEANUP => 1);
    return map { $_->place($tree) }
        grep   { may_run($_) }
        Mehari::Test::Cgi::Case->all(source_root() . '/t/cgi/cases');
}

sub may_run ($case) {
    return 0 if $case->limits_memory;
    return 0 if $case->text('pl') !~ /\A#!.*perl/;
    return !grep {
        my $option = $_->{option} // {};
        $option->{until} || $option->{abort}
    } @{ $case->steps };
}

# As differences() says it.
sub cgi_differences ($case) {
    my @requests = (map { request($case, $_) } steps_of($case)) x ROUNDS;
    my $script   = $case->dir . "/$case->{script}";
    $case->install('fresh');
    my @expected = map { new_perl($script, $_) } @requests;
    $case->install('fresh');
    return differences(
        $script,
        fresh_requests($script, { env => {%always}, input => '' }, @requests),
        @expected
    );
}

# Until a file is changed, after which a program has to be compiled anew.
sub steps_of ($case) {
    my @steps;
    for my $step (@{ $case->steps }) {
        last if $step->{words} && $step->{method} ne 'WAIT';
        push @steps, $step if !$step->{words};
    }
    return @steps;
}

sub request ($case, $step) {
    my ($info, $query) = $step->{target} =~ m{\A((?:/[^?]*)?)(?:\?(.*))?\z}s;
    my $body = $step->{body} // '';
    my %env  = (
        %always,
        REQUEST_METHOD  => $step->{method},
        QUERY_STRING    => $query // '',
        SCRIPT_NAME     => $case->url . "/$case->{script}",
        SCRIPT_FILENAME => $case->dir . "/$case->{script}",
        SERVER_PROTOCOL => $step->{protocol} // 'HTTP/1.1',
        REQUEST_URI     => $case->url . "/$case->{script}$step->{target}",
        REMOTE_ADDR     => '127.0.0.1',
    );
    $env{PATH_INFO}      = $info        if length($info // '');
    $env{CONTENT_LENGTH} = length $body if defined $step->{body};
    for (@{ $step->{headers} }) {
        next if $_->[0] =~ /[^\w-]|_/;    # httpd leaves them out
        my $name = uc $_->[0] =~ tr/-/_/r;
        $name       = "HTTP_$name" if $name !~ /\ACONTENT_/;
        $env{$name} = $_->[1];
    }
    return { env => \%env, input => $body };
}

1;
