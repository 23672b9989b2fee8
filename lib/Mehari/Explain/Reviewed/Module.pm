package Mehari::Explain::Reviewed::Module;

# The table of reviewed modules, each with the version that was read.

use v5.36;

# Module => { tier, why, pure, first, last }. The tier is the fastest in which
# the module is safe. A "+" before the tier: its subs may be called while a
# script is compiled, as what they return follows from their arguments.
my %MODULE;

# Module=VERSION or Module=FIRST..LAST; a module that has no version; or, where
# the tier is exact, one whose version does not matter.
sub table ($tier, $why, @modules) {
    for my $word (@modules) {
        my ($name,  $versions) = split /=/,      $word;
        my ($first, $last)     = split /[.]{2}/, $versions // '';
        $MODULE{$name} = {
            tier  => $tier =~ s/\A\+//r,
            why   => $why,
            pure  => $tier =~ /\A\+/ ? 1 : 0,
            first => $first,
            last  => $last // $first,
        };
    }
    return;
}

table(
    '+registry', 'acts while code is compiled, and no more', qw(
        strict=1.12 warnings=1.58 vars=1.05 constant=1.33 overload=1.35
        overloading=0.02 integer=1.01 bytes=1.08 utf8=1.24 feature=1.72
        experimental=0.028 base=2.27 parent=0.238 fields=2.24 lib=0.65
        if=0.0610 subs=1.04 sort=2.05 re=0.43 less=0.03 version=0.9929
        mro=1.26 attributes=0.34 warnings::register=1.04 filetest=1.03
        builtin=0.006 locale=1.10 open=1.13
    )
);
table(
    '+registry', 'has no state but the tables that it is built with', qw(
        Config=5.036000..5.036999 Errno=1.36 Fcntl=1.15 Exporter=5.77
        Exporter::Heavy=5.77 Carp=1.52 Carp::Heavy=1.52 Text::ParseWords=3.31
        Text::Abbrev=1.02 List::Util=1.62 Scalar::Util=1.62 Sub::Util=1.62
        List::Util::XS=1.62 File::Basename=2.85 MIME::Base64=3.16
        MIME::QuotedPrint=3.16 XSLoader=0.31 DynaLoader=1.52 Digest=1.20
        Digest::base=1.20 Digest::MD5=2.58 Digest::SHA=6.02
        HTML::Entities=3.81 HTML::Parser=3.81 URI::Escape=5.17
        HTML::Tagset=3.20 HTML::Filter=3.81 Unicode::Normalize=1.31
        I18N::Langinfo=0.21
    )
);
table(
          'fresh', 'dies of arguments that it does not like; caches only what'
        . ' follows from them', qw(
        Time::Local=1.30 charnames=1.50 _charnames=1.50 Unicode::UCD=0.78
        Encode=3.17 Encode::Alias=2.24 Encode::Config=2.05
        Encode::Encoding=2.08 Encode::MIME::Name=1.03 Encode::Unicode=2.20
        Encode::Guess=2.08 encoding::warnings=0.13 Encode::JP=2.05
        Encode::KR=2.03 Encode::CN=2.03 Encode::TW=2.03 Encode::Byte=2.04
        Encode::Symbol=2.02 Sys::Hostname=1.24
        )
);
table(
    'registry', 'its settings are package variables; a script that changes'
        . ' them names them, and they are put back', qw(
        Data::Dumper=2.184 Text::Wrap=2021.0814 Text::Tabs=2021.0814
        )
);
table(
    'fresh', 'dies of data that it does not like', qw(
        Storable=3.26 Socket=2.033
    )
);
table(
    'fresh', 'its state is in its objects', qw(
        IO=1.50 IO::Handle=1.48 IO::File=1.48 IO::Seekable=1.48
        SelectSaver=1.02 PerlIO=1.12 PerlIO::scalar=0.31 PerlIO::encoding=0.30
        PerlIO::via=0.18 JSON::PP=4.07 JSON::PP::Boolean=4.07 JSON=4.10
        Cpanel::JSON::XS=4.35
    )
);
table(
    'registry', 'its state is in its objects', qw(
        Tie::Hash=1.06 Tie::Array=1.07 Tie::Scalar=1.06 Tie::Handle=4.3
        Tie::StdHandle=4.6
    )
);
table(
    'registry',
    'numbers the handles that it makes; nobody looks at the' . ' numbers',
    qw(
        Symbol=1.09
    )
);
table(
    'registry',
    'functions of C; those that change the process are known' . ' one by one',
    qw(
        POSIX=2.03 Time::HiRes=1.9770
    )
);
table(
    'registry', 'its state is put back', qw(
        CGI=4.55 CGI::Util=4.55 CGI::Cookie=4.55
    )
);
table(
    'fresh',
    'its handlers and settings are put back by the fresh tier only',
    qw(
        CGI::Carp=4.55 CGI::Pretty=4.55 CGI::HTML::Functions
    )
);
table(
    '+fresh', 'asks for the working directory, which is the script\'s own'
        . ' only in slower tiers', qw(
        Cwd=3.84 File::Spec=3.84 File::Spec::Unix=3.84
        File::Spec::Functions=3.84 FindBin=1.53 File::Path=2.18
        File::Find=1.40 File::stat=1.12 User::pwent=1.01 Class::Struct=0.66
        )
);
table(
    'fresh', 'renames or copies files by names that may be relative', qw(
        File::Copy=2.39 File::Compare=1.1007 DirHandle=1.05
    )
);
table(
    'fresh', 'a glob in scalar context remembers its place', qw(
        File::Glob=1.37
    )
);
table(
    'fresh', 'aliases of special variables', qw(
        English=1.11
    )
);
table(
    'fresh',
    'starts programs, which are not connected with the client under'
        . ' Registry',
    qw(
        IPC::Open2=1.06 IPC::Open3=1.22
    )
);
table(
    'fresh', 'its files are removed when the script ends, by an END block or'
        . ' by destroying an object', qw(
        File::Temp=0.2311 CGI::File::Temp=4.55 Fh=4.55
        )
);
table(
    'fresh', 'the file stays open as long as the variable is tied', qw(
        SDBM_File=1.15 NDBM_File=1.15 GDBM_File=1.23 DB_File=1.857
        ODBM_File=1.17 AnyDBM_File=1.01
    )
);
table(
    'fresh', 'its state is in its objects; it asks for the time zone', qw(
        Time::Piece=1.3401 Time::Seconds=1.3401
    )
);
table(
    'fresh', 'finds out about its system once', qw(
        Time::tm=1.00 Time::localtime=1.03 Time::gmtime=1.04 B=1.83
    )
);
table(
    'fresh',
    'keeps numbers of protocols, and the text of the last error, which'
        . ' is put back when the script names it', qw(
        IO::Socket=1.49 IO::Socket::INET=1.49 IO::Socket::UNIX=1.49
        )
);
table(
    'fresh', 'forks and executes programs; its destructors only close what is'
        . ' closed anyway', qw(
        IO::Pipe=1.49 IO::Dir=1.49 IO::Select=1.49 IO::Poll=1.49
        )
);
table(
          'fresh', 'keeps which class is for which scheme, and patterns of'
        . ' constants; both follow from its files', qw(
        URI=5.17 URI::_foreign=5.17 URI::_generic=5.17 URI::_idna=5.17
        URI::_login=5.17 URI::_punycode=5.17 URI::_query=5.17
        URI::_segment=5.17 URI::_server=5.17 URI::_userpass=5.17
        URI::data=5.17 URI::file=5.17 URI::file::Base=5.17
        URI::file::Unix=5.17 URI::ftp=5.17 URI::http=5.17 URI::https=5.17
        URI::mailto=5.17 URI::Split=5.17 URI::QueryParam=5.17
        URI::WithBase=5.17
        )
);
table(
    'fresh',
    'its state is in its objects, whose destructors finish a stream;'
        . ' the text of the last error is put back when the script names it',
    qw(
        IO::Compress::Gzip=2.106 IO::Compress::Base=2.106
        IO::Compress::Base::Common=2.106 IO::Compress::Gzip::Constants=2.106
        IO::Compress::Adapter::Deflate=2.106 IO::Compress::RawDeflate=2.106
        IO::Compress::Deflate=2.106 IO::Compress::Zlib::Extra=2.106
        IO::Compress::Zlib::Constants=2.106 IO::Uncompress::Base=2.106
        IO::Uncompress::Gunzip=2.106 IO::Uncompress::Inflate=2.106
        IO::Uncompress::RawInflate=2.106
        IO::Uncompress::Adapter::Inflate=2.106 Compress::Raw::Zlib=2.105
        File::GlobMapper=1.001
    )
);
table(
    'fresh', 'works on what it is given, and keeps nothing of it', qw(
        Clone=0.46 Try::Tiny=0.31 Hash::Util=0.28 HTTP::Date=6.05
    )
);
table('exact',
    'keeps the offset of the local time zone, whatever TZ says later',
    qw(Time::Zone));
table('exact', 'keeps options that config has set, and templates in a cache',
    qw(HTML::Template));
table('exact', 'keeps compiled templates', qw(Template Template::Provider));
table(
    'exact',
    'moves the position in a text, which stays where the text is a'
        . ' constant of the script',
    qw(Text::Balanced)
);
table('exact', 'keeps its connection, identity and process number',
    qw(Sys::Syslog));
table(
    'exact', 'keeps drivers, and connections that connect_cached made', qw(
        DBI
    )
);
table(
    'exact', 'explains each message once', qw(
        diagnostics
    )
);
table(
    'fresh', 'its settings are put back by the fresh tier only', qw(
        Getopt::Long=2.52 Getopt::Std=1.13 Math::BigInt=1.999830
        Math::BigFloat=1.999830 Math::BigRat=0.2621 Math::BigInt::Lib=1.999830
        Math::BigInt::Calc=1.999830 Term::ANSIColor=5.01
    )
);
table(
    'exact',
    'loads subs when they are called, from files or handles that'
        . ' it reads once',
    qw(
        AutoLoader SelfLoader autouse
    )
);
table(
    'exact', 'threads of a process are not those of a request', qw(
        threads threads::shared Thread::Queue forks
    )
);
table(
    'exact', 'expects to be the loop around the requests itself', qw(
        CGI::Fast FCGI FCGI::ProcManager
    )
);

# The entry of a module, when it is there in a version that was read.
sub entry ($module) {
    my $entry = $MODULE{$module} // return undef;
    return $entry if $entry->{tier} eq 'exact';
    return is_between(version_of($module), @$entry{qw(first last)})
        ? $entry
        : undef;
}

sub names () { return sort keys %MODULE }

# Whatever its version: the last that was read.
sub last_reviewed ($module) {
    my $entry = $MODULE{$module} // return undef;
    return $entry->{last};
}

my %version;

# As the loaded module says, or as its file does when it is not.
sub version_of ($module) {
    no strict 'refs';
    my $loaded = ${"${module}::VERSION"};
    return $loaded if defined $loaded;
    return $version{$module} //= of_file($module) // '';
}

sub of_file ($module) {
    my $key  = $module =~ s{::}{/}gr . '.pm';
    my ($at) = grep { !ref && -f "$_/$key" } @INC or return undef;
    open my $in, '<', "$at/$key" or return undef;
    while (my $line = <$in>) {
        last if $line =~ /\A__(?:END|DATA)__\b/;
        return $1
            if $line =~ /\$(?:[\w:]+::)?VERSION\s*=\s*['"]?(v?\d[\d._]*)/;
    }
    return undef;
}

sub is_between ($version, $first, $last) {
    return !length $version if !defined $first;
    return 0                if !length $version;
    my ($is, $from, $to) = map {
        eval { version->parse($_) }
            // return 0
    } $version, $first, $last;
    return $is >= $from && $is <= $to;
}

1;

__END__

=head1 NAME

Mehari::Explain::Reviewed::Module - which modules have been read, and when

=head1 DESCRIPTION

A row says the fastest tier, a sentence that a reader can check in the source of
the module, and the modules with the version that it was checked in. Another
version is like a module that nobody has read: plain Perl is looked at, C is not
trusted. Who has read a newer version puts it there, or a range,
C<Module=FIRST..LAST>.

F<t/explain/reviewed.t> calls subs of each module in several runs of one process
and compares with a new perl.

=cut
