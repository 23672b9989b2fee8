# Modules that a script loads while it runs, and that its next processes load
# ahead of it: each answer is the same as when perl runs the script, whatever
# the script has set before, and however a module's load looks at it.

use Mehari::Perl;
use Test::More;
use File::Path qw(make_path);
use Mehari::Test;
use Mehari::Test::Pool;
use Mehari::Test::Probe;

my $dir = probe_directory();
my $lib = "$dir/site";

# A site's own modules: what their load looks at.
my %site = (
    Main   => 'my $t = $main::mode; sub t { $t // "undef" }',
    Topic  => 'my $t = $_; sub t { $t // "undef" }',
    Match  => 'my $t = $1; sub t { $t // "undef" }',
    Words  => 'my $t = "@_"; sub t { $t }',
    Caller => 'my $t = join ",", map { (caller $_)[0] // "" } 0 .. 3;'
        . ' sub t { $t }',
    Program => 'my $t = $0; sub t { $t }',
    Rand    => 'our $v = int rand 1000; sub t { $v }',
    Probe   => 'eval { die "probe\n" }; sub t { 1 }',
    Warns   => 'warn "loading\n"; sub t { 1 }',
    Dumps   => 'use Data::Dumper; my $t = Dumper([ 1, 2 ]); sub t { $t }',
    Deep    => 'our %c; my $t = $Settings::c->{deep}{er}; sub t { $t }',
    Slash   => 'my $t = defined $/ ? length $/ : "undef"; sub t { $t }',
    List    => 'my @l = 1 .. 3; my $t = "@l"; sub t { $t }',
    Name   => 'no strict "refs"; my $t = ${"main::mode"}; sub t { $t // "" }',
    Method => 'my $t = Helper->can("help") ? "can" : "cannot"; sub t { $t }',
    Code   => 'my $t = Helper::help(); sub t { $t }',
    Place  => 'use Cwd; my $t = getcwd(); sub t { $t }',
    Near   => 'my $t = -e "near" ? 1 : 0; sub t { $t }',
    Umask  => 'my $t = umask; sub t { $t }',
    Search => 'my $t = "@INC"; sub t { $t }',
    Modules  => 'my $t = $INC{"Text/Wrap.pm"} ? 1 : 0; sub t { $t }',
    Selected => 'my $t = "" . select; sub t { $t }',
);
for my $name (keys %site) {
    make_path("$lib/Site");
    write_file("$lib/Site/$name.pm",
        "package Site::$name; $site{$name} 1;\n");
}

# Things that a script sets before it asks for a module; LOAD is that.
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

# Core modules lie in perl's own folders. Code around LOAD that changes the
# process's state, or the places where perl looks.
my %around = (
    Place    => 'chdir "/"; LOAD;',
    Near     => 'mkdir "near"; LOAD; rmdir "near";',
    Umask    => 'umask 077; LOAD;',
    Search   => 'unshift @INC, "/nowhere"; LOAD;',
    Modules  => 'require Text::Wrap; LOAD;',
    Selected => 'select STDERR; LOAD; select STDOUT;',
);

sub path_of ($key) {
    my ($found) = grep { -e "$_/$key" } grep { !ref } @INC;
    return "$found/$key";
}

sub script_of ($module, $state, $after) {
    my $load = $state =~ s/LOAD/require $module/gr;
    return "use lib '$lib'; $load\n$after\nprint qq(\\nend \$@\\n);\n";
}

# As a zygote has it: loaded when it was compiled, and when it stops. All lie in
# a folder that counts as perl's own.
sub same ($module, $state, $after) {
    my $key  = $module =~ s{::}{/}gr . '.pm';
    my $path = -e "$lib/$key" ? "$lib/$key" : path_of($key);
    my $code = script_of($module, $state, $after);
    my %how  = (script => "$dir/same.pl");
    my $bare = probe($code, %how);
    my $said = "$bare->{out}\n$bare->{err}";
    for my $when ($key =~ /Site/ ? 'learned' : qw(unshared learned)) {
        my $seen = probe($code, %how, $when => [ $key, $path ]);
        is "$seen->{out}\n$seen->{err}", $said,
            "$module is $state, as said, $when";
    }
    return;
}

SKIP: {
    skip probe_missing(), 1 if probe_missing();
    for my $module (sort keys %core) {
        same($module, $_, $core{$module}) for @states;
    }
    for my $name (sort keys %site) {
        # Without a seed it is another each time.
        my @known
            = $around{$name}  ? ('LOAD;', $around{$name})
            : $name eq 'Rand' ? grep { /srand/ } @states
            :                   @states;
        same("Site::$name", $_, "print Site::$name\::t();") for @known;
    }
}

# A sub in a file of its own, which AutoLoader loads into a package that another
# file has begun.
SKIP: {
    skip probe_missing(), 1 if probe_missing();
    make_path("$lib/auto/Site/Split");
    write_file("$lib/Site/Split.pm",
              'package Site::Split; use AutoLoader "AUTOLOAD";'
            . " require List::Util; *_sum = \\&List::Util::sum; 1;\n");
    write_file(
        "$lib/auto/Site/Split/autosplit.ix",
        "package Site::Split; sub total; 1;\n"
    );
    write_file("$lib/auto/Site/Split/total.al",
        "package Site::Split; sub total { _sum(\@_) } 1;\n");
    my $code = script_of(
        'Site::Split',
        'my $q = $ENV{X}; LOAD;',
        'print Site::Split::total(1, 2);'
    );
    my $plain = probe($code, script => "$dir/split.pl");
    for my $when (qw(unshared learned)) {
        my $seen = probe(
            $code,
            script => "$dir/split.pl",
            $when  => $plain->{lesson}
        );
        is "$seen->{out}\n$seen->{err}", "$plain->{out}\n$plain->{err}",
            "AutoLoader behaves as without loading ahead, $when";
    }
}

# In a pool: many requests, until another process has learned.
my $pool = Mehari::Test::Pool->new;

sub answers_alike ($name, $code) {
    my $script = $pool->script($name, "#!/usr/bin/perl\n$code");
    my $before = $pool->script("plain-$name",
        "#!/usr/bin/perl -l0\n" . $code =~ s/\$ENV\{X\}/'X'/gr);
    chmod 0644, $before;
    my ($expected, %zygote);
    for (1 .. 40) {
        my $answer = $pool->run($script, environ => ['X=X']);
        my ($text, $parent) = $answer->{out} =~ /\A(.*)parent (\d+)\n\z/s;
        $expected //= $text;
        $zygote{ $parent // 0 }++;
        return is $text, $expected, $name if ($text // '') ne $expected;
        select undef, undef, undef, 0.02;
    }
    return cmp_ok scalar keys %zygote, '>', 0, "$name: the same each time";
}

my $number = 0;
for my $case (
    [ 'Text::Abbrev', '$@ = "x"; LOAD; print "[$@]";' ],
    [ 'Site::Main',   $states[2] ],
    [ 'Site::Topic',  '$_ = $ENV{X}; LOAD;' ],
    [ 'Site::Rand',   'srand 5; LOAD; print " ", int rand 1000, " ";' ],
    [
        'Site::Probe',
        'local $SIG{__DIE__} = sub { print "handler: @_" }; LOAD;'
    ],
    [ 'Site::Dumps', 'use Data::Dumper; $Data::Dumper::Indent = 0; LOAD;' ],
    )
{
    my ($module, $state) = @$case;
    my $after = $module =~ /Site/ ? "print $module\::t();" : '';
    $number++;
    answers_alike("ahead$number.pl",
              "my \$q = \$ENV{X};\n"
            . script_of($module, $state, $after)
            . 'print "parent ", getppid, "\n";');
}

# The module's messages carry the script's name, which is noted while it is
# loaded.
answers_alike('carp.pl', <<'EOF_SCRIPT');
my $q = $ENV{X}; require CGI::Carp;
{ no warnings; local $SIG{__WARN__} = sub { print $_[0] =~ s/\[.*?\] //r };
CGI::Carp::warn("a message"); }
print CGI::Carp::id(0) // '', "\n", "parent ", getppid, "\n";
EOF_SCRIPT

done_testing;
