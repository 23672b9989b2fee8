# Modules that are installed here and loaded ahead, and a script that asks for
# them in several ways. Before it asks and afterwards, it sees the same symbol
# table, %INC and functions as a script for which perl loads the modules.

use Mehari::Test;
use Mehari::Test::Ahead;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my @modules = grep { $_ } map { split } <<~'END';
    AutoLoader B Benchmark CGI CGI::Cookie CGI::Util Carp Carp::Heavy
    Class::Struct Compress::Zlib Config Cwd Data::Dumper Digest::MD5
    Digest::SHA DirHandle Encode Encode::Guess English Env Errno Exporter::Heavy
    Fcntl File::Basename File::Compare File::Copy File::Find File::Glob
    File::Path File::Spec File::Spec::Functions File::Temp File::stat
    FileHandle FindBin Getopt::Long Getopt::Std HTML::Entities HTML::HeadParser
    HTML::LinkExtor HTML::Parser HTML::TokeParser HTTP::Date HTTP::Tiny
    I18N::Langinfo
    IO::File IO::Handle IO::Pipe IO::Select IO::Socket IO::Socket::INET
    IO::Zlib IPC::Cmd IPC::Open2 IPC::Open3 IPC::Run JSON::PP List::Util
    Locale::Maketext MIME::Base64 MIME::QuotedPrint Math::BigFloat Math::BigInt
    Math::BigRat Math::Complex Math::Trig Memoize POSIX PerlIO::encoding
    PerlIO::scalar PerlIO::via Safe Scalar::Util Search::Dict SelectSaver
    SelfLoader Socket Storable Symbol Sys::Hostname Term::ANSIColor
    Text::Abbrev Text::Balanced Text::ParseWords Text::Tabs Text::Wrap
    Tie::File Tie::Hash Tie::RefHash Time::HiRes Time::Local Time::Piece
    Time::gmtime Time::localtime URI URI::Escape Unicode::Collate
    Unicode::Normalize Unicode::UCD User::pwent attributes autouse base
    bigint bytes charnames constant fields integer overload parent
    sigtrap threads::shared version
    END

my $dump = show_symbols();

# In the styles, MODULE and FILE stand for the module; NAME is a function, which
# the module may have or not.
my %styles = (
    require => 'print require FILE;',
    use     => 'print eval "use MODULE; 1" ? 1 : $@;',
    can     => 'print MODULE->can("import") ? 1 : 0; '
        . 'require FILE unless MODULE->can("new") || MODULE->can("NAME");'
        . ' print MODULE->can("NAME") ? 1 : 0; print MODULE->can("import");',
    twice => 'print require FILE; print require FILE; delete $INC{+FILE};'
        . ' print exists $INC{+FILE} ? 1 : 0;',
    sub => 'sub f { require FILE; defined &MODULE::NAME ? 1 : 0 }'
        . ' print f(), f();',
    exists => 'require FILE unless exists $INC{+FILE};'
        . ' print $MODULE::VERSION, scalar @MODULE::EXPORT;',
    defined => 'print defined &MODULE::NAME ? 1 : 0;'
        . ' print %MODULE:: ? 1 : 0; require FILE;'
        . ' print defined &MODULE::NAME ? 1 : 0, %MODULE:: ? 1 : 0;',
    fails => 'print eval { MODULE->NAME(1) } // $@;'
        . ' eval { MODULE::NAME(1) }; print $@; require FILE;'
        . ' print MODULE->can("NAME") ? 1 : 0, $MODULE::VERSION;',
    never =>
        'print eval { MODULE->new(1) } // $@; print MODULE->can("NAME");',
    variable => '$MODULE::mine = 3; @MODULE::EXPORT_OURS = 1; require FILE;'
        . ' print $MODULE::mine, @MODULE::EXPORT_OURS;',
    'own code' => 'package MODULE; sub mine { 5 } package main; require FILE;'
        . ' print MODULE->mine, defined &MODULE::NAME ? 1 : 0;',
);

sub function_of ($module) {
    my $code = "require $module; print join ' ',"
        . " grep { defined &{'${module}::' . \$_} } sort keys %${module}::";
    open my $pipe, '-|', $^X, '-e', "open STDERR, '>', '/dev/null'; $code"
        or die $!;
    my $out = join '', <$pipe>;
    return (
        grep { /\A[a-z]\w+\z/ && !/\A(?:import|unimport|can|isa)\z/ }
            split ' ',
        $out
    )[0];
}

# Each kind of module gets all styles, a few per module. With
# MEHARI_ALL_STYLES=1 each module gets all of them.
my @names = sort keys %styles;
for my $at (0 .. $#modules) {
    my $module   = $modules[$at];
    my $function = function_of($module) // next;
    my $file     = $module =~ s{::}{/}gr . '.pm';
    my @mine
        = $ENV{MEHARI_ALL_STYLES}
        ? @names
        : @names[ map { ($at + $_) % @names } 0, 5 ];
    for my $style (@mine) {
        my $code = $styles{$style} =~ s/MODULE/$module/gr =~ s/FILE/"$file"/gr
            =~ s/NAME/$function/gr;
        $code = "$dump\nshow(); $code\nprint qq(\\n); show();\n";
        ahead_alike($code, "$module: $style");
    }
}
for my $file (qw(bytes_heavy.pl Config_heavy.pl)) {
    ahead_alike(
        "$dump show(); print eval { require '$file' } ? 1 : \$@; show();",
        $file);
    ahead_alike(
        "$dump use Config; show(); print \$Config{d_fork}, Config::myconfig();"
            . ' use bytes (); print bytes::length("a"); show();',
        "after what needs $file"
    );
}
done_testing;
