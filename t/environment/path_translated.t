# PATH_TRANSLATED is looked up when it is read (environment_translated.c): each
# way to look at it gives what mod_cgi gives the same script, in every order of
# requests, and writes to it stay.

use Mehari::Test;

my %looks = (
    read   => q{print "$ENV{PATH_TRANSLATED}\n"},
    after  => q{print "$ENV{PATH_INFO} $ENV{PATH_TRANSLATED}\n"},
    twice  => q{print "$ENV{PATH_TRANSLATED} $ENV{PATH_TRANSLATED}\n"},
    exists => q{print exists $ENV{PATH_TRANSLATED} ? 1 : 0, "\n"},
    listed => q{print map {"$_=$ENV{$_}\n"} grep {/PATH_/} sort keys %ENV},
    then   => q{my $i = $ENV{PATH_INFO}; my %e = %ENV;
                  print "$e{PATH_TRANSLATED}\n"},
    sliced  => q{print "@ENV{qw(PATH_INFO PATH_TRANSLATED)}\n"},
    program => q{my $i = $ENV{PATH_INFO}; print `env | grep ^PATH_ | sort`},
    written =>
        q{$ENV{PATH_TRANSLATED} = 'mine'; print "$ENV{PATH_TRANSLATED} ";
                  print `echo \$PATH_TRANSLATED`},
    appended =>
        q{$ENV{PATH_TRANSLATED} .= '+'; print "$ENV{PATH_TRANSLATED}\n"},
    deleted => q{my $i = $ENV{PATH_INFO}; delete $ENV{PATH_TRANSLATED};
                  print join(' ', grep {/PATH_/} sort keys %ENV), "\n"},
    local => q{{ local $ENV{PATH_TRANSLATED};
                  print defined $ENV{PATH_TRANSLATED} ? 'some ' : 'none ' }
                  print "$ENV{PATH_TRANSLATED}\n"},
    name => q{print "$ENV{SCRIPT_NAME} $ENV{REQUEST_URI}\n"},
);

my $server = server(
    workers => 1,
    modules => ['cgi'],
    config  => <<~'CONF',
        Alias /cgi/ ${DOCUMENT_ROOT}/scripts/
        Alias /reg/ ${DOCUMENT_ROOT}/scripts/
        Alias /run/ ${DOCUMENT_ROOT}/scripts/
        <Location /cgi/>
            SetHandler cgi-script
            Options +ExecCGI
        </Location>
        <LocationMatch "^/r">
            SetHandler perl-script
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </LocationMatch>
        <Location /reg/>
            PerlResponseHandler ModPerl::Registry
        </Location>
        <Location /run/>
            PerlResponseHandler ModPerl::PerlRun
        </Location>
        CONF
);
for my $name (keys %looks) {
    write_file($server->document_root . "/scripts/$name.pl", <<~"PERL", 0755);
        #!/usr/bin/perl
        print "Content-Type: text/plain\\n\\n";
        $looks{$name};
        PERL
}

# The place of the script is part of some answers.
sub answer ($place, $request) {
    return get($server, "/$place/$request")->body =~ s{/$place/}{/PLACE/}gr;
}

my @requests
    = map { ("$_.pl/a/b%20c.html?x", "$_.pl", "$_.pl/") } sort keys %looks;
my %expected = map { $_ => answer('cgi', $_) } @requests;
like $expected{'read.pl/a/b%20c.html?x'}, qr{/htdocs/a/b c\.html$},
    'mod_cgi sets PATH_TRANSLATED';
for my $order ([@requests], [ reverse @requests ]) {
    for my $request (@$order) {
        is answer($_, $request), $expected{$request},
            "$_ has the same PATH_TRANSLATED for $request"
            for qw(reg run);
    }
}

done_testing;
