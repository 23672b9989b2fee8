package Mehari::Explain::Reviewed;

# Modules that somebody has read, and what is known of them. A cache that only
# holds what follows from its inputs cannot be told from other state by looking
# at operators, and C code cannot be looked at at all.

use v5.36;

# Module => [tier, why]. The tier is the fastest in which the module is safe.
# A "+" before the tier: its subs may be called while a script is compiled, as
# what they return follows from their arguments.
my %MODULE;

sub table ($tier, $why, @modules) {
    $MODULE{$_} = [ $tier =~ s/\A\+//r, $why, $tier =~ /\A\+/ ] for @modules;
    return;
}

table(
    '+registry', 'acts while code is compiled, and no more', qw(
        strict warnings vars constant overload overloading integer bytes utf8
        feature experimental base parent fields lib if subs sort re less version
        mro attributes warnings::register bytes_heavy filetest
        builtin stable locale open
    )
);
table(
    '+registry', 'has no state but the tables that it is built with', qw(
        Config Config_heavy Config_git Errno Fcntl Exporter Exporter::Heavy
        Carp Carp::Heavy Text::ParseWords Text::Abbrev List::Util Scalar::Util
        Sub::Util List::Util::XS File::Basename MIME::Base64 MIME::QuotedPrint
        XSLoader DynaLoader Digest Digest::base Digest::MD5 Digest::SHA
        HTML::Entities HTML::Parser URI::Escape HTML::Tagset HTML::Filter
        Unicode::Normalize utf8_heavy I18N::Langinfo
    )
);
table(
          'fresh', 'dies of arguments that it does not like; caches only what'
        . ' follows from them', qw(
        Time::Local charnames _charnames Unicode::UCD
        Encode Encode::Alias Encode::Config Encode::Encoding Encode::MIME::Name
        Encode::Unicode Encode::XS Encode::Guess encoding::warnings Encode::JP
        Encode::KR Encode::CN Encode::TW Encode::Byte Encode::Symbol
        Sys::Hostname
        )
);
table(
    'registry', 'its settings are package variables; a script that changes'
        . ' them names them, and they are put back', qw(
        Data::Dumper Text::Wrap Text::Tabs
        )
);
table(
    'fresh', 'dies of data that it does not like', qw(
        Storable Socket
    )
);
table(
    'fresh', 'its state is in its objects', qw(
        IO IO::Handle IO::File IO::Seekable SelectSaver PerlIO PerlIO::scalar
        PerlIO::encoding PerlIO::via JSON::PP JSON::PP::Boolean JSON::XS JSON
        Types::Serialiser common::sense Cpanel::JSON::XS
    )
);
table(
    'registry', 'its state is in its objects', qw(
        Tie::Hash Tie::Array Tie::Scalar Tie::Handle Tie::StdHandle
    )
);
table('registry',
    'numbers the handles that it makes; nobody looks at the' . ' numbers',
    qw(Symbol));
table(
    'registry',
    'functions of C; those that change the process are known' . ' one by one',
    qw(POSIX Time::HiRes)
);
table(
    'registry', 'its state is put back', qw(
        CGI CGI::Util CGI::Cookie
    )
);
table(
    'fresh',
    'its handlers and settings are put back by the fresh tier only',
    qw(CGI::Carp CGI::Pretty CGI::HTML::Functions)
);
table(
    '+fresh', 'asks for the working directory, which is the script\'s own'
        . ' only in slower tiers', qw(
        Cwd File::Spec File::Spec::Unix File::Spec::Functions FindBin File::Path
        File::Find File::stat User::pwent Class::Struct
        )
);
table(
    'fresh', 'renames or copies files by names that may be relative', qw(
        File::Copy File::Compare DirHandle
    )
);
table(
    'fresh', 'a glob in scalar context remembers its place', qw(
        File::Glob
    )
);
table('fresh', 'aliases of special variables', qw(English));
table(
    'fresh',
    'starts programs, which are not connected with the client under'
        . ' Registry',
    qw(IPC::Open2 IPC::Open3)
);
table(
    'fresh', 'its files are removed when the script ends, by an END block or'
        . ' by destroying an object', qw(
        File::Temp CGI::File::Temp Fh
        )
);
table(
    'fresh', 'the file stays open as long as the variable is tied', qw(
        SDBM_File NDBM_File GDBM_File DB_File ODBM_File AnyDBM_File
    )
);
table(
    'fresh', 'its state is in its objects; it asks for the time zone', qw(
        Time::Piece Time::Seconds Time::Zone
    )
);
table(
    'fresh', 'finds out about its system once', qw(
        Time::tm Time::localtime Time::gmtime B
    )
);
table(
    'exact', 'keeps drivers, and connections that connect_cached made', qw(
        DBI
    )
);
table('exact', 'explains each message once', qw(diagnostics));
table(
    'fresh', 'its settings are put back by the fresh tier only', qw(
        Getopt::Long Getopt::Std Math::BigInt Math::BigFloat Math::BigRat
        Math::BigInt::Lib Math::BigInt::Calc Term::ANSIColor Text::Balanced
    )
);
table(
    'exact',
    'loads subs when they are called, from files or handles that'
        . ' it reads once',
    qw(AutoLoader SelfLoader autouse)
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

my $descriptors = 'opens or closes descriptors that belong to no handle, and'
    . ' which the next request of the process finds so';
my $identity = 'changes the process, which answers later requests too';
my $library  = 'changes the C library, which keeps that for later requests';
my $number   = 'tells the process, which is the same for many requests';
my $ends     = 'ends the process, and with it what was compiled';

# Package => { sub => why not }
my %UNSAFE = (
    POSIX => {
        (map { $_ => $descriptors } qw(dup dup2 open close creat pipe)),
        (
            map { $_ => $identity }
                qw(
                setuid setgid setpgid setsid tcsetpgrp tcsetattr nice sigaction
                sigprocmask sigsuspend signal)
        ),
        (
            map { $_ => $library }
                qw(
                setlocale tzset fesetround strtok srand)
        ),
        (map { $_ => $number } qw(getpid getppid getpgrp times clock tmpnam)),
        (map { $_ => $ends } qw(_exit abort raise kill fork)),
    },
    'Time::HiRes' => {
        map { $_ => 'sets a timer that nothing stops when the request ends' }
            qw(alarm ualarm setitimer),
    },
    'CGI::Carp' => {
        map { $_ => 'changes what later errors of the process look like' }
            qw(set_message set_die_handler carpout set_progname
            warningsToBrowser),
    },
    Encode => {
        map { $_ => 'adds an encoding for good' }
            qw(define_alias define_encoding delete_alias init_aliases),
    },
    'Encode::Alias' => {
        map { $_ => 'adds an encoding for good' }
            qw(define_alias delete_alias init_aliases),
    },
    'File::Basename' => {
        fileparse_set_fstype => 'changes what names mean for good',
    },
    'mro'        => { set_mro => 'changes the order of classes for good' },
    'File::Temp' => {
        safe_level     => 'changes File::Temp for good',
        top_system_uid => 'changes File::Temp for good',
    },
);

# What the arguments of a call cannot be relied on after it.
my %CHANGES_ARGUMENTS = map { $_ => 1 } qw(
    utf8::decode utf8::encode utf8::upgrade utf8::downgrade
    utf8::native_to_unicode utf8::unicode_to_native
    Internals::SvREADONLY Encode::decode Encode::encode
    Encode::_utf8_on Encode::_utf8_off Encode::from_to Encode::decode_utf8
    Encode::encode_utf8 POSIX::read HTML::Entities::decode_entities
    HTML::Entities::_decode_entities HTML::Entities::encode_entities
    Scalar::Util::weaken Scalar::Util::unweaken List::Util::first
    List::Util::any List::Util::all List::Util::none List::Util::pairmap
    ->read ->sysread ->recv ->decode ->encode ->getlines
);

sub entry ($module) {
    return $MODULE{$module} if $MODULE{$module};
    return $module =~ /\Aunicore::/ ? [ 'registry', 'tables', 1 ] : undef;
}

# A module that is known to be unsafe need not be looked at either.
sub knows ($module) { return defined entry($module) }

sub tier ($module) {
    my $entry = entry($module) // return undef;
    return $entry->[0];
}

sub why ($module) {
    my $entry = entry($module) // return undef;
    return $entry->[1];
}

# Its subs may be called by BEGIN blocks.
sub is_pure ($module) {
    my $entry = entry($module) // return 0;
    return $entry->[2];
}

# In Registry's processes a call stack shows Registry, descriptors are httpd's,
# and what dies gets httpd's error page.
my %FOR_REGISTRY = (
    POSIX =>
        qr/\A(?:floor|ceil|fmod|pow|strftime|mktime|asctime|ctime|difftime
        |is\w+|to(?:upper|lower)|strto\w+|str\w+|fabs|round|trunc|lround|rint
        |[A-Z][A-Z0-9_]+)\z/x,
    PerlIO    => qr/\A\z/,
    UNIVERSAL => qr/\A\z/,
    Carp      => qr/\Acarp\z/,
);

sub for_registry ($package, $sub) {
    my $known = $FOR_REGISTRY{$package} // return 1;
    return $sub =~ $known;
}

sub unsafe_sub ($package, $sub) {
    return $UNSAFE{$package} ? $UNSAFE{$package}{$sub} : undef;
}

# Those that are there to be called, by whatever way.
sub unsafe_subs () {
    return map {
        my $package = $_;
        map { "${package}::$_" } sort keys %{ $UNSAFE{$package} }
        }
        grep { exists $INC{ s{::}{/}gr . '.pm' } } sort keys %UNSAFE;
}

sub changes_arguments ($callee) {
    return $callee =~ /\A(?:utf8|Internals|Encode)::/
        || $CHANGES_ARGUMENTS{$callee};
}

1;

__END__

=head1 NAME

Mehari::Explain::Reviewed - modules that have been read by somebody

=head1 DESCRIPTION

For each module the fastest tier in which it cannot be told apart, and why; and
the subs of such modules to which that does not apply.

Who adds a module has read it: what is kept in file lexicals and package
variables, what its C code keeps, what it looks at while it is loaded
(environment, time, process, files), what END blocks and destructors do. A
setting in a package variable is put back by the fresh tier when the code of the
script names it, and not otherwise.

=cut
