package Mehari::Make::Distribution;

# The distribution as CPAN has it: its name, its metadata, and the pages that
# perldoc and man show.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use File::Basename qw(dirname);
use File::Copy     qw(copy);
use File::Find     ();
use File::Path     qw(make_path);

# Part of perl itself; Red Hat has many of them in packages of their own.
my @MODULES = qw(
    B B::Deparse Carp Config Cwd Data::Dumper Digest::MD5 Digest::SHA DynaLoader
    Encode Errno Exporter Fcntl File::Basename File::Copy File::Find File::Glob
    File::Path File::Spec File::Temp FindBin Getopt::Long HTTP::Tiny
    Hash::Util::FieldHash IO::File IO::Handle IO::Select IO::Socket::INET
    IO::Socket::IP IO::Socket::UNIX JSON::PP List::Util Module::Metadata
    PerlIO::encoding POSIX
    Pod::Man Pod::Simple Pod::Usage Scalar::Util Socket Symbol Sys::Hostname
    Text::Wrap Time::HiRes Time::Local XSLoader
);
my @CONFIGURE = qw(ExtUtils::Embed ExtUtils::MakeMaker File::Temp);
my @TEST      = qw(CPAN::Meta Module::CoreList TAP::Harness Test::More);

# Names of mod_perl's and libapreq's modules: an index of CPAN has theirs.
my @NOT_INDEXED = qw(bench examples fuzz lib/APR lib/Apache lib/Mehari
    lib/ModPerl packaging);

sub name (@) { return 'Apache2-Mehari' }

sub version ($class, $top) {
    open my $in, '<', "$top/meson.build"
        or die "Cannot read meson.build: $!.\n";
    while (<$in>) {
        return $1 if /^  version: '([^']+)'/;
    }
    die "meson.build names no version.\n";
}

sub modules (@) { return @MODULES }

sub configure (@) {
    return map { $_ => 0 } @CONFIGURE;
}

sub runtime (@) {
    return map { $_ => 0 } @MODULES;
}

sub test (@) {
    return map { $_ => 0 } @TEST;
}

sub abstract (@) {
    return 'run Perl scripts and mod_perl handlers in memory behind httpd';
}

sub author (@) { return 'The mehari developers <developers@mehari.invalid>' }

sub provides ($class, $top) {
    return {
        'Apache2::Mehari' => {
            file    => 'lib/Apache2/Mehari.pm',
            version => $class->version($top),
        }
    };
}

sub no_index (@) {
    return { directory => [@NOT_INDEXED] };
}

# For CPAN::Meta.
sub meta ($class, $top, $perl) {
    return {
        'meta-spec'    => { version => 2 },
        name           => $class->name,
        version        => $class->version($top),
        abstract       => $class->abstract,
        author         => [ $class->author ],
        license        => ['apache_2_0'],
        dynamic_config => 1,
        release_status => 'stable',
        generated_by   => 'packaging/cpan',
        prereqs        => {
            configure => { requires => { $class->configure } },
            runtime   => { requires => { $class->runtime, perl => $perl } },
            test      => { requires => { $class->test } },
        },
        provides => $class->provides($top),
        no_index => $class->no_index,
    };
}

# --- pages --------------------------------------------------------------------

# The modules with mod_perl's and libapreq's names that have a manual: file =>
# module. If another version of such a module is installed, that version keeps
# its manual.
sub pages ($class, @inc) {
    my %page;
    my $note = sub {
        my ($name, $end) = m{\Alib/(.+)\.(pm|pod)\z} or return;
        return            if $name eq 'Apache2/Mehari' || !has_pod($_);
        return            if grep { -e "$_/$name.pm" } @inc;
        $page{$name} = $_ if !$page{$name} || $end eq 'pod';
    };
    File::Find::find({ no_chdir => 1, wanted => $note },
        map { "lib/$_" } qw(APR APR.pm Apache Apache2 ModPerl mod_perl2.pm));
    return map { $page{$_} => s{/}{::}gr } keys %page;
}

# As a .pod file: perldoc finds it, but a program that loads the module does
# not.
sub copy_pages ($class, $to) {
    my %page = $class->pages(@INC);
    for my $from (sort keys %page) {
        my $file = "$to/" . $page{$from} =~ s{::}{/}gr . '.pod';
        make_path(dirname($file));
        unlink $file;
        copy($from, $file) or die "Cannot copy $from to $file: $!.\n";
        chmod 0444, $file;
    }
    return;
}

sub has_pod ($file) {
    open my $in, '<', $file or return 0;
    return scalar grep { /^=head1 NAME/ } <$in>;
}

1;
