package Mehari::Make::Needs;

# The programs, libraries and modules that a build needs. Each one that is
# missing has a sentence, and the packages that have it. This file has the
# syntax of perl 5.10, so that an old perl can report that it is too old.

use 5.010;
use strict;
use warnings;
use Config;
use File::Temp qw(tempdir);

# The packages of Debian, and of Red Hat, for each need.
my %PACKAGES = (
    perl         => [ 'perl',            'perl-interpreter' ],
    embed        => [ 'perl',            'perl-ExtUtils-Embed' ],
    perl_headers => [ 'libperl-dev',     'perl-devel' ],
    pod2man      => [ 'perl',            'perl-podlators' ],
    compiler     => [ 'gcc',             'gcc' ],
    libc         => [ 'libc6-dev',       'glibc-devel' ],
    apxs         => [ 'apache2-dev',     'httpd-devel' ],
    apr          => [ 'libapr1-dev',     'apr-devel' ],
    aprutil      => [ 'libaprutil1-dev', 'apr-util-devel' ],
    seccomp      => [ 'libseccomp-dev',  'libseccomp-devel' ],
    meson        => [ 'meson',           'meson' ],
    ninja        => [ 'ninja-build',     'ninja-build' ],
);

my @CHECKS = qw(
    check_perl check_embed check_pod2man check_compiler check_perl_headers
    check_libperl check_apxs check_headers check_seccomp check_meson check_ninja
);

my @APXS_DIRS = qw(/usr/sbin /usr/local/sbin /usr/local/apache2/bin);

# top: the folder of meson.build; apxs: the word after MP_APXS=, if there is
# one; path: the folders of programs, if not those of PATH
sub new {
    my ($class, %option) = @_;
    my $self = bless { path => [ split /:/, $ENV{PATH} || '' ], %option },
        $class;
    open my $in, '<', "$self->{top}/meson.build"
        or die "Cannot read $self->{top}/meson.build: $!.\n";
    $self->{text} = join '', <$in>;
    return $self;
}

# Each missing need: [ the sentence, the key of its packages ].
sub missing {
    my ($self) = @_;
    my @missing;
    for my $check (@CHECKS) {
        my @found = $self->$check;
        push @missing, \@found if @found;
    }
    return @missing;
}

sub packages {
    my ($class, $column, @missing) = @_;
    my %seen;
    return grep { !$seen{$_}++ }
        map     { $PACKAGES{ $_->[1] }[$column] }
        grep    { defined $_->[1] } @missing;
}

# The whole text for people; empty when nothing is missing.
sub text {
    my ($class, @missing) = @_;
    return '' if !@missing;
    my $text = "mehari cannot be built here yet:\n\n";
    $text .= "  * $_->[0]\n" for @missing;
    my @debian = $class->packages(0, @missing) or return $text;
    my @redhat = $class->packages(1, @missing);
    $text .= <<"TEXT";

Install these packages, and run perl Makefile.PL again:

  Debian, Ubuntu: apt-get install @debian
  RHEL, Fedora:   dnf install @redhat
TEXT
    $text .= <<'TEXT' if grep { /meson|ninja/ } @redhat;

In RHEL 9 and its kin, meson and ninja-build are in the repository CRB:
dnf config-manager --set-enabled crb
TEXT
    return $text;
}

# --- what is there ------------------------------------------------------------

sub program {
    my ($self, @names) = @_;
    for my $name (@names) {
        for my $dir (@{ $self->{path} }) {
            return "$dir/$name" if -f "$dir/$name" && -x _;
        }
    }
    return undef;
}

# The output of a command; undef if it fails.
sub said {
    my (@command) = @_;
    open my $pipe, '-|', '/bin/sh', '-c', 'exec "$@" 2>&1', 'sh', @command
        or return undef;
    my $text = join '', <$pipe>;
    close $pipe or return undef;
    chomp $text;
    return $text;
}

# The apxs that the user has named, or the one in PATH.
sub apxs {
    my ($self) = @_;
    return $self->{apxs} if length($self->{apxs} // '');
    local $self->{path} = [ @{ $self->{path} }, @APXS_DIRS ];
    return $self->program('apxs2', 'apxs');
}

sub ask_apxs {
    my ($self, $name) = @_;
    return $self->{asked}{$name} //= said($self->apxs, '-q', $name) // '';
}

# Meson's order.
sub compiler {
    my ($self)  = @_;
    my ($named) = split ' ', $ENV{CC} // '';
    return $named if defined $named && $named =~ m{/} && -x $named;
    return $self->program(defined $named ? $named : ('cc', 'gcc', 'clang'));
}

sub compiles {
    my ($self, $text, @flags) = @_;
    my $dir = tempdir(CLEANUP => 1);
    open my $out, '>', "$dir/a.c" or die "Cannot write $dir/a.c: $!.\n";
    print {$out} "$text\nint main(void) { return 0; }\n";
    close $out or die "Cannot write $dir/a.c: $!.\n";
    return defined said($self->compiler, '-o', "$dir/a", "$dir/a.c", @flags);
}

sub can_compile {
    my ($self) = @_;
    return $self->{can_compile}
        //= $self->compiler && $self->compiles('#include <stdio.h>') ? 1 : 0;
}

# One message names all packages, so that people install them once.
sub unseen {
    my ($library, $key) = @_;
    return (
        "Without a C compiler nobody can tell whether $library is complete.",
        $key
    );
}

# "0.56.2" against "0.56": is the first one older?
sub is_older {
    my ($is, $needed) = @_;
    my @is     = split /\./, $is;
    my @needed = split /\./, $needed;
    while (@needed) {
        my $order = (shift(@is) // 0) <=> shift @needed;
        return $order < 0 if $order;
    }
    return 0;
}

# meson.build is the one place that names the versions.
sub oldest {
    my ($self, $pattern) = @_;
    my ($version) = $self->{text} =~ $pattern;
    return $version // die "meson.build does not say $pattern.\n";
}

sub oldest_perl {
    my ($self) = @_;
    return $self->oldest(qr/version_compare\('<(5\.\d+)'\)/);
}

# "5.36" as metadata has it.
sub oldest_perl_decimal {
    my ($self) = @_;
    return sprintf '5.%03d', $self->oldest_perl =~ /(\d+)\z/;
}

sub oldest_meson {
    my ($self) = @_;
    return $self->oldest(qr/meson_version: '>=([\d.]+)'/);
}

# --- perl ---------------------------------------------------------------------

sub check_perl {
    my ($self) = @_;
    my $oldest = $self->oldest_perl;
    return
        "perl is too old: it is $Config{version}, and mehari needs $oldest."
        if is_older($Config{version}, $oldest);
    return 'perl has no libperl.so: build it with -Duseshrplib.'
        if ($Config{useshrplib} // '') ne 'true';
    return 'perl has a malloc of its own: build it with -Uusemymalloc.'
        if ($Config{usemymalloc} // '') eq 'y';
    return;
}

sub check_embed {
    return if eval { require ExtUtils::Embed; 1 };
    return ('The Perl module ExtUtils::Embed is missing.', 'embed');
}

sub check_pod2man {
    my ($self) = @_;
    return if $self->program('pod2man');
    return ('The program pod2man, which makes the manual, is missing.',
        'pod2man');
}

sub check_perl_headers {
    return if -e "$Config{archlibexp}/CORE/perl.h";
    return ("perl's headers are missing ($Config{archlibexp}/CORE/perl.h).",
        'perl_headers');
}

sub check_libperl {
    my ($self) = @_;
    return if $self->check_perl_headers || $self->check_embed;
    return unseen('libperl.so', 'perl_headers') if !$self->can_compile;
    my $flags = said($^X, '-MExtUtils::Embed', '-e', 'ldopts') // '';
    return if $self->compiles('', split ' ', $flags);
    return ('The compiler cannot link with libperl.so.', 'perl_headers');
}

# --- the compiler -------------------------------------------------------------

sub check_compiler {
    my ($self) = @_;
    return ('There is no C compiler (cc, gcc or clang).', 'compiler')
        if !$self->compiler;
    return if $self->can_compile && $self->compiles('', '-std=gnu17');
    return ('The C compiler is too old: it does not know C17.', 'compiler')
        if $self->can_compile;
    return ("The C compiler does not find the C library's headers.", 'libc');
}

# --- httpd --------------------------------------------------------------------

sub check_apxs {
    my ($self) = @_;
    my $apxs = $self->apxs // return (
        'There is no apxs, which knows where httpd has its headers.', 'apxs');
    return "MP_APXS names $apxs, which is not a program."
        if !-x $apxs || -d _;
    return if -d $self->ask_apxs('INCLUDEDIR');
    return ("$apxs does not say where httpd has its headers.", 'apxs');
}

sub check_headers {
    my ($self) = @_;
    return if $self->check_apxs;
    for my $needed (
        [ 'INCLUDEDIR',     'httpd.h',    "httpd's",    'apxs' ],
        [ 'APR_INCLUDEDIR', 'apr.h',      "APR's",      'apr' ],
        [ 'APU_INCLUDEDIR', 'apr_date.h', "APR-util's", 'aprutil' ],
        )
    {
        my ($name, $file, $whose, $key) = @$needed;
        my $path = $self->ask_apxs($name) . "/$file";
        return ("$whose headers are missing ($path).", $key) if !-e $path;
    }
    return;
}

# --- other libraries and programs ---------------------------------------------

sub check_seccomp {
    my ($self) = @_;
    return unseen('libseccomp', 'seccomp') if !$self->can_compile;
    return
        if $self->compiles(
        "#include <seccomp.h>\nint since = SCMP_FLTATR_CTL_OPTIMIZE;",
        '-lseccomp');
    return ('The library libseccomp (2.5 or newer) is missing.', 'seccomp');
}

sub check_meson {
    my ($self) = @_;
    my $oldest = $self->oldest_meson;
    my $meson  = $self->program('meson')
        // return ("There is no Meson, which builds ($oldest or newer).",
        'meson');
    my $is = said($meson, '--version') // '';
    return if $is =~ /\A\d/ && !is_older($is, $oldest);
    return ("Meson is too old: $meson is $is, and $oldest is needed.",
        'meson');
}

sub check_ninja {
    my ($self) = @_;
    return if $self->program('ninja');
    return ('There is no Ninja, which Meson drives.', 'ninja');
}

1;
