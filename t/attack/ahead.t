# Modules that a pool has loaded ahead: each answer is the same as when perl runs
# the script, whatever the script has set before.

use Mehari::Test;
use File::Path qw(make_path);
use Mehari::Test::Pool;
use Mehari::Test::Probe;

my $dir = probe_directory();

# Things that a script does before it loads a module. LOAD stands for the load.
my @states = (
    'LOAD;',
    'local $_ = $ENV{X}; LOAD;',
    'our $mode = "a"; sub go { local $mode = "b"; LOAD } go();',
    '"x y" =~ /(\w) (\w)/; LOAD; print $1 // "";',
    '$@ = "before"; LOAD; print "[$@]";',
    '$! = 5; LOAD; print $! + 0;',
    'local $SIG{__DIE__} = sub { print "handler: @_" }; LOAD;',
    'local $SIG{__WARN__} = sub { print "warned: @_" }; LOAD;',
    '{ local $/; LOAD } ',
    'local $" = "-"; LOAD;',
    'local ($,, $\) = ("-", "!"); LOAD;',
    'local $; = "x"; LOAD;',
    'srand 5; print int rand 1000; LOAD; print " ", int rand 1000;',
    'sub deep { package Deep; sub { LOAD }->(1) } deep("word");',
    'local $0 = "other"; LOAD;',
    '@ARGV = ("word"); LOAD;',
    'local $^W = 1; LOAD;',
    'use Data::Dumper; $Data::Dumper::Indent = 0; LOAD;',
    '$Data::Dumper::Indent = 1; $Data::Dumper::Sortkeys = 1; LOAD;'
        . ' print $Data::Dumper::Indent;',
    '$Settings::c->{deep}{er} = "set"; LOAD;',
    'sub Helper::help { "helped" } LOAD;',
    'our @list = eval { LOAD }; print "@list";',
    'my $v = do { LOAD }; print $v // "undef"; print "again: ", LOAD;',
    'no warnings; *CORE::GLOBAL::die = sub { print "my die" }; LOAD;',
    'unshift @INC, sub { print "asked $_[1]\n" if $_[1] =~ /Abbrev/; undef };'
        . ' LOAD;',
    'require Exporter; no warnings; *Exporter::import = sub { print "mine" };'
        . ' LOAD;',
    'require Carp; $Carp::Verbose = 1; LOAD;',
    '$INC{"Exporter.pm"} = "/nowhere"; LOAD;',
    'local $SIG{ALRM} = sub { }; LOAD;',
    'alarm 0; select STDERR; LOAD; select STDOUT;',
);

my %core = (
    'Text::Abbrev' =>
        'print join ",", sort keys %{ Text::Abbrev::abbrev("ab") };',
    'Data::Dumper'   => 'print Data::Dumper::Dumper([1]);',
    'HTML::Entities' => 'print HTML::Entities::encode_entities("<&>");',
    'Time::Local'    => 'print Time::Local::timegm(0, 0, 0, 1, 0, 100);',
    'File::Temp'     => 'print defined &File::Temp::tempfile;',
);

sub script_of ($module, $state, $after) {
    my $load = $state =~ s/LOAD/require $module/gr;
    return "$load\n$after\nprint qq(\\nend \$@\\n);\n";
}

SKIP: {
    skip probe_missing(), 1 if probe_missing();
    for my $module (sort keys %core) {
        for my $state (@states) {
            my $code = script_of($module, $state, $core{$module});
            my %how  = (script => "$dir/same.pl");
            my $bare = probe($code, %how);
            my $seen = probe($code, %how, preload => [$module]);
            is "$seen->{out}\n$seen->{err}", "$bare->{out}\n$bare->{err}",
                "$module is $state, as said";
        }
    }
}

# Modules of a site look at files while they are loaded, by the path of each. A
# script that changes such a file first gets the same answer as from perl.
my $near = "$dir/near";
my %site = (
    Far    => [ "-e '$near/made'",       "mkdir '$near/made';" ],
    Whole  => [ "-s '$near/data'",       "put('data', 'longer');" ],
    Reads  => [ "file('$near/data')",    "put('data', 'other');" ],
    Lists  => [ "join ' ', <$near/*>",   "put('another', '');" ],
    Linked => [ "readlink '$near/link'", "unlink '$near/link';" ],
    Gone   => [ "-e '$near/data'",       "unlink '$near/data';" ],
    Deeper =>
        [ "-e '$near/no/file'", "mkdir '$near/no'; put('no/file', '');" ],
    Needs  => [ "require '$near/needed.pl'", "put('needed.pl', '2;');" ],
    Nested => [ "require Nested",            "put('lib/Nested.pm', '2;');" ],
    Itself =>
        [ "'first'", "put('Itself.pm', q{sub Site::t { 'second' } 1});" ],
    Failed => [
        "eval { require '$near/none.pl' } // 'none'",
        "put('none.pl', '3;');"
    ],
    Hidden => [
        "eval { require Sought } // 'none'", "put('lib/Sought.pm', '3;');"
    ],
    Long => [
        "-e ('$near/' . './' x 2040 . 'made') || 'no'",
        "mkdir '$near/made';"
    ],
);

sub lay_out ($name) {
    system 'rm', '-rf', $near;
    make_path("$near/lib");
    write_file("$near/data",          'data');
    write_file("$near/needed.pl",     '1;');
    write_file("$near/lib/Nested.pm", '1;');
    symlink 'data', "$near/link" or die $!;
    write_file("$near/$name.pm", <<~"END");
        sub Site::file { open my \$in, '<', shift or die; <\$in> }
        my \$seen = do {
            package Site;
            local \@INC = ('$near/lib', \@INC);
            $site{$name}[0];
        };
        sub Site::t { \$seen // 'undef' }
        1;
        END
    my $old = time - 60;
    utime $old, $old, glob "$near/* $near/lib/*";
    return;
}

SKIP: {
    skip probe_missing(), 1 if probe_missing();
    for my $name (sort keys %site) {
        for my $change ('', $site{$name}[1]) {
            my $code = <<~"END";
                sub put { open my \$out, '>', "$near/\$_[0]" or die; print \$out \$_[1] }
                \$ENV{X}; print 'go: '; $change
                require '$near/$name.pm'; print Site::t();
                END
            my %how = (script => "$dir/near.pl", env => { X => 1 });
            my ($bare, $seen) = map {
                lay_out($name);
                probe($code, %how, $_ ? (preload => ["$near/$name.pm"]) : ())
            } 0, 1;
            my $said = $change ? 'and changed' : 'and left';
            is "$seen->{out}\n$seen->{err}", "$bare->{out}\n$bare->{err}",
                "$name: seen by a module, $said";
            is_deeply [ grep { /\A\Q$near\E/ } @{ $seen->{refused} } ], [],
                "$name is loaded ahead";
            is !!@{ $seen->{reloaded} }, !!$change || $name eq 'Long',
                "$name: loaded anew if it must be, $said";
        }
    }
}

# The same in a pool, with all modules of the list.
my $pool = Mehari::Test::Pool->new;

sub answers_alike ($name, $code) {
    my $script = $pool->script($name, "#!/usr/bin/perl\n$code");
    local $ENV{X} = 'X';
    my $expected = `$^X $script 2>/dev/null`;
    my @got = map { $pool->run($script, environ => ['X=X'])->{out} } 1 .. 3;
    is_deeply \@got, [ ($expected) x 3 ], "$name: as perl has it, each time";
    return;
}

my $number = 0;
for my $case (
    [ 'Text::Abbrev', '$@ = "x"; LOAD; print "[$@]";' ],
    [
        'Data::Dumper',
        'local $SIG{__DIE__} = sub { print "handler: @_" }; LOAD;'
    ],
    [ 'HTML::Entities', '$_ = $ENV{X}; LOAD;' ],
    [ 'Time::Local',    'srand 5; LOAD; print " ", int rand 1000, " ";' ],
    [
        'CGI',
        'require Exporter; no warnings; *Exporter::import = sub { print "my" };'
            . ' LOAD;'
    ],
    [ 'Text::Wrap', 'require Text::Tabs; undef &Text::Tabs::expand; LOAD;' ],
    )
{
    my ($module, $state) = @$case;
    $number++;
    answers_alike("ahead$number.pl",
        "my \$q = \$ENV{X};\n" . script_of($module, $state, ''));
}

# Messages of CGI::Carp contain the script's name, which the module notes while
# it is loaded.
answers_alike('carp.pl', <<'EOF_SCRIPT');
my $q = $ENV{X}; require CGI::Carp;
{ no warnings; local $SIG{__WARN__} = sub { print $_[0] =~ s/\[.*?\] //r };
CGI::Carp::warn("a message"); }
print CGI::Carp::id(0) // '', "\n";
EOF_SCRIPT

done_testing;
