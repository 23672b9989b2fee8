# Imports in a site's file that is compiled ahead: what they do is seen where the
# script loads the file, and not before. mod_cgid runs the same scripts for
# comparison.

use Mehari::Test;
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(script);

# A change shortly after another may leave the same date.
use constant SETTLED => 3;

my $h = server(
    mpm     => 'event',
    workers => 4,
    modules => ['cgid'],
    config  => <<~'CONF',
        <Directory "${DOCUMENT_ROOT}">
            Options +ExecCGI
        </Directory>
        <Location "/">
            SetHandler perl-cgi
        </Location>
        Alias "/cgid" "${DOCUMENT_ROOT}"
        <Location "/cgid">
            SetHandler cgi-script
        </Location>
        CONF
);

# [module, words of the import, what shows its effect]. Rows of the table in
# uses.c, and modules that are in none.
my @case = (
    [ 'CGI',          'qw(:standard)',        'defined &main::param' ],
    [ 'CGI',          'qw(-utf8)',            '$CGI::PARAM_UTF8' ],
    [ 'CGI::Carp',    'qw(fatalsToBrowser)',  '$CGI::Carp::WRAP' ],
    [ 'CGI::Carp',    'qw(name=other)',       'CGI::Carp::id(0)' ],
    [ 'Carp',         'qw(verbose)',          '$Carp::Verbose' ],
    [ 'Config',       'qw(config_vars)',      'defined &config_vars' ],
    [ 'English',      '',                     'defined *{"ERRNO"}{HASH}' ],
    [ 'Error',        'qw(:try)',             'prototype "try"' ],
    [ 'Error',        'qw(:warndie)',         'ref $SIG{__WARN__}' ],
    [ 'Env',          'qw(QUERY_STRING)',     '$main::QUERY_STRING' ],
    [ 'Exporter',     '',                     '1' ],
    [ 'Fcntl',        'qw(:flock)',           'defined &LOCK_EX' ],
    [ 'File::Glob',   'qw(:bsd_glob)',        'defined &bsd_glob' ],
    [ 'File::stat',   '',                     'defined &main::stat' ],
    [ 'FileHandle',   '',                     'defined &autoflush' ],
    [ 'Getopt::Long', 'qw(:config bundling)', '$Getopt::Long::bundling' ],
    [ 'Getopt::Long', 'qw(GetOptions)',       'defined &GetOptions' ],
    [ 'IO::Socket',   '',                     'defined &AF_INET' ],
    [ 'JSON',         '',                     'defined &decode_json' ],
    [ 'List::Util',   'qw(first)',            'prototype "first"' ],
    [ 'Math::BigInt', 'try => "Calc"',        'Math::BigInt->config("lib")' ],
    [ 'POSIX',        'qw(floor)',            'defined &floor' ],
    [ 'Test::More',   'tests => 3',         'Test::More->builder->has_plan' ],
    [ 'Time::HiRes',  'qw(sleep)',          'prototype "sleep"' ],
    [ 'Time::Piece',  '',                   'prototype "localtime"' ],
    [ 'base',         'qw(Exporter)',       '@main::ISA' ],
    [ 'bytes',        '',                   'length "\x{100}"' ],
    [ 'constant',     'TRUTH => 5',         'defined &TRUTH' ],
    [ 'diagnostics',  '',                   'ref $SIG{__WARN__}' ],
    [ 'feature',      'qw(say)',            'defined &say' ],
    [ 'filetest',     'qw(access)',         '1' ],
    [ 'integer',      '',                   '3 / 2' ],
    [ 'less',         'qw(memory)',         '1' ],
    [ 'locale',       '',                   'lc "X"' ],
    [ 'mro',          'qw(c3)',             'mro::get_mro("main")' ],
    [ 'open',         'qw(:std :utf8)',     'PerlIO::get_layers(*STDERR)' ],
    [ 'overload', 'q("") => sub { "me" }',  'overload::Overloaded("main")' ],
    [ 'overloading', '',                    '1' ],
    [ 'parent',      '-norequire, "Other"', '@main::ISA' ],
    [ 're',          'qw(/x)',              '"ab" =~ /a b/' ],
    [ 'sigtrap',     'qw(die INT)',         'ref $SIG{INT}' ],
    [ 'sort',        'qw(stable)',          '1' ],
    [ 'strict',      '',                    'eval { my $x = "n"; $$x; 1 }' ],
    [ 'subs',        'qw(other)',           'exists &other' ],
    [ 'utf8',        '',                    'length "\x{100}"' ],
    [ 'vars',        'qw($some @many)',     'defined *{"many"}{ARRAY}' ],
    [ 'warnings',    'FATAL => "all"',      '"${^WARNING_BITS}"' ],
    [ 'warnings::register', '', 'warnings::enabled("main") // 0' ],
);

# State that no module may change for requests that do not load the file.
my $STATE = <<~'PERL' =~ s/\s+/ /gr;
    join(",", (map { "$_=" . (defined $SIG{$_} ? 1 : 0) } sort keys %SIG),
        "@INC", $^W, $|, $; , $/, scalar(keys %ENV), $0,
        PerlIO::get_layers(*STDOUT), PerlIO::get_layers(*STDIN))
    PERL

my @script;
for my $case (@case) {
    my ($module, $words, $shows) = @$case;
    next if !eval "require $module; 1";
    my $name = 'case-' . @script;
    push @script, [ "$name.pl", "use $module $words" ];
    script($h, "$name.pl", <<~"PERL");
        #!$^X
        use $module ();
        my \$look = \$ENV{QUERY_STRING};
        sub state { join '|', eval { $shows }, $STATE }
        print "Content-Type: text/plain\\n\\n", state(), "\\n";
        if (\$look eq 'load') {
            require './$name.data';
            print library(), state(), "\\n";
        }
        PERL
    my $file = write_file($h->document_root . "/$name.data",
        "use $module $words;\nsub library { 'loaded' }\n1;\n");
    chmod 0644, $file;
}

sub answer ($path, $query) {
    return (get($h, "$path?$query")->body // 'nothing') =~ s/0x\w+/0x/gr;
}

my %expected;
for my $script (@script) {
    $expected{"@$script $_"} = answer("/cgid/$script->[0]", $_)
        for qw(load none);
}
my %wrong;
for (1 .. 4) {
    for my $script (@script) {
        for my $query (qw(load none load)) {
            my $answer = answer("/$script->[0]", $query);
            $wrong{"@$script $query"} = $answer
                if $answer ne $expected{"@$script $query"};
        }
    }
    sleep SETTLED;
}
is $wrong{"@$_ none"}, undef, "$_->[1]: a request without the file"
    for @script;
is $wrong{"@$_ load"}, undef, "$_->[1]: a request that loads it" for @script;

my $source = read_file(
    __FILE__ =~ s{t/exact/[^/]+\z}{src/pool/perl/preload/uses.c}r);
my ($table) = $source =~ /importers\[\] = \{(.*?)\};/s;
my %has = map { $_->[0] => 1 } @case;
is_deeply [ grep { !$has{$_} } $table =~ /"([^"]+)"/g ], [],
    'each package of the table has a case';

done_testing;
