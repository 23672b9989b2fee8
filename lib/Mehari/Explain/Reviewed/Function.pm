package Mehari::Explain::Reviewed::Function;

# Functions of reviewed modules to which what is said of the module does not
# apply.

use v5.36;

my $descriptors = 'opens or closes descriptors that belong to no handle, and'
    . ' which the next request of the process finds so';
my $identity = 'changes the process';
my $library  = 'changes the C library, which keeps that for later requests';
my $locale   = 'changes the locale of the process';
my $number   = 'tells the process, which is the same for many requests';
my $kin      = 'tells whose process it is';
my $ends     = 'ends or copies the process';
my $timer    = 'sets a timer of the process';
my $errors   = 'changes what errors of the process look like';

# Package => { sub => [tier that it rules out, why] }
my %UNSAFE = (
    POSIX => {
        fresh_and_why($descriptors, qw(dup dup2 open close creat pipe)),
        fresh_and_why($identity,    qw(tcsetpgrp tcsetattr sigaction signal)),
        fresh_and_why($library,     qw(tzset fesetround strtok srand)),
        fresh_and_why($number,      qw(getpid times clock tmpnam)),
        registry_and_why(
            $identity, qw(
                setuid setgid setpgid setsid nice sigprocmask sigsuspend)
        ),
        registry_and_why($locale, qw(setlocale)),
        registry_and_why($kin,    qw(getppid getpgrp)),
        registry_and_why($ends,   qw(_exit abort raise kill fork)),
    },
    'Time::HiRes' => { registry_and_why($timer, qw(alarm ualarm setitimer)) },
    'CGI::Carp'   => {
        registry_and_why(
            $errors, qw(
                set_message set_die_handler carpout set_progname
                warningsToBrowser)
        ),
    },
    Encode => {
        fresh_and_why(
            'adds an encoding for good',
            qw(define_alias define_encoding delete_alias init_aliases)
        ),
    },
    'Encode::Alias' => {
        fresh_and_why(
            'adds an encoding for good',
            qw(define_alias delete_alias init_aliases)
        ),
    },
    'File::Basename' => {
        fresh_and_why(
            'changes what names mean for good',
            qw(fileparse_set_fstype)
        ),
    },
    'Hash::Util' => {
        fresh_and_why(
            'shows the order in which a hash is kept, which is of its process',
            qw(
                hash_seed hash_value bucket_info bucket_stats bucket_array
                bucket_stats_formatted bucket_order bucket_ratio used_buckets
                num_buckets hash_traversal_mask)
        ),
    },
    URI => {
        fresh_and_why(
            'chooses a class for a scheme for good',
            qw(implementor)
        ),
    },
    B => {
        fresh_and_why(
            'shows perl from inside, and what has been compiled in its process',
            qw(
                main_cv main_root main_start begin_av init_av check_av
                unitcheck_av end_av regex_padav comppadlist curstash defstash
                inc_gv sub_generation amagic_generation walkoptree walksymtable
                walkoptree_debug compile_stats timing_info hash address
                save_BEGINs minus_c)
        ),
    },
    'mro' => {
        fresh_and_why('changes the order of classes for good', qw(set_mro)),
    },
    'File::Temp' => {
        fresh_and_why(
            'changes File::Temp for good',
            qw(safe_level top_system_uid)
        ),
    },
);

sub fresh_and_why ($why, @subs) {
    return map { $_ => [ 'fresh', $why ] } @subs;
}

sub registry_and_why ($why, @subs) {
    return map { $_ => [ 'registry', $why ] } @subs;
}

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

# The tier that a sub rules out, and why; nothing when it is harmless.
sub unsafe_sub ($package, $sub) {
    my $entry = $UNSAFE{$package} ? $UNSAFE{$package}{$sub} : undef;
    return $entry ? @$entry : ();
}

# B is always loaded here, by us.
sub is_there ($package) {
    return exists $INC{ $package =~ s{::}{/}gr . '.pm' } if $package ne 'B';
    state $wanted = grep { loads_b($_) } $0,
        map { $INC{$_} } grep { !m{\AMehari/} } keys %INC;
    return $wanted;
}

sub loads_b ($file) {
    return 0 if !defined $file || ref $file;
    open my $in, '<', $file or return 0;
    while (my $line = <$in>) {
        return 1 if $line =~ /\b(?:use|require)\s+B\b/;
        last     if $line =~ /\A__(?:END|DATA)__\b/;
    }
    return 0;
}

# Those that are there to be called, by whatever way, and are not for the fresh
# tier.
sub unsafe_subs () {
    my @names;
    for my $package (sort keys %UNSAFE) {
        next if !is_there($package);
        my $subs = $UNSAFE{$package};
        push @names, map { "${package}::$_" }
            grep { $subs->{$_}[0] eq 'fresh' } sort keys %$subs;
    }
    return @names;
}

# Those that are called as methods, by names that nobody else uses.
my %METHOD = (implementor => 'URI');

# The package of such a method, when it is loaded.
sub unsafe_method ($name) {
    my $package = $METHOD{$name} // return undef;
    return exists $INC{ $package =~ s{::}{/}gr . '.pm' } ? $package : undef;
}

sub changes_arguments ($callee) {
    return $callee =~ /\A(?:utf8|Internals|Encode)::/
        || $CHANGES_ARGUMENTS{$callee};
}

1;

__END__

=head1 NAME

Mehari::Explain::Reviewed::Function - single functions of reviewed modules

=cut
