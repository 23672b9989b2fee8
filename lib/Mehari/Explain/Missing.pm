package Mehari::Explain::Missing;

# Modules and files that perl does not find, and the packages that have them.

use Mehari::Perl;
use File::Basename qw(dirname);

# Libraries that perl no longer has. libperl4-corelibs-perl has them all.
my %PERL4 = map { ("$_.pl" => 1) } qw(abbrev assert bigfloat bigint bigrat
    cacheout chat2 complete ctime dotsh exceptions fastcwd find finddepth flush
    ftp getcwd getopt getopts hostname importenv look newgetopt open2 open3 pwd
    shellwords stat syslog tainted termcap timelocal validate);

# Code and values of the message about an error of perl: nothing if it is about
# something else. A module in the script's own folder needs no package.
sub of_error ($error, $folder = undef) {
    return (MH4336 => { subject => $1 })
        if $error =~ /Can't locate (\S+\.pl) in \@INC/ && $PERL4{$1};
    return (MH4330 => { subject => $1, remedy => place_of($1, $folder) })
        if $error =~ /Can't locate (\S+\.(?:pl|cgi|ph)) in \@INC/
        || $error =~ /do "([^"]+)" failed, '\.' is no longer in \@INC/;
    my ($file) = $error =~ /Can't locate (\S+)\.pm in \@INC/ or return;
    ($folder) = map { dirname($_) } $error =~ / at (\S+) line \d+/
        if !defined $folder;
    my $module = $file =~ s{/}{::}gr;
    return (
        MH4320 => {
            subject => $module,
            remedy  => remedy_of($module, "$file.pm", $folder),
        }
    );
}

# A file may be beside the script, or nowhere.
sub place_of ($file, $folder) {
    return q{write "./" before its name}
        if !defined $folder || -e "$folder/$file";
    return "it is neither in \@INC nor in the script's folder";
}

sub remedy_of ($module, $file, $folder) {
    return packages_of($module) if !defined $folder || !-f "$folder/$file";
    return "$file is in the script's folder, where perl looks if the script"
        . q{ says `use lib '.'`};
}

# Debian's packages whose names do not follow from those of their modules.
# src/pool/manager/scripts/broken.c has them, too, for the log.
our %PACKAGE = packages(
    'libcgi-pm-perl'      => [qw(CGI CGI::Carp CGI::Cookie CGI::Util)],
    'libdbd-sqlite3-perl' => [qw(DBD::SQLite)],
    'libhtml-parser-perl' =>
        [qw(HTML::Entities HTML::HeadParser HTML::Parser HTML::TokeParser)],
    'libhttp-message-perl' =>
        [qw(HTTP::Headers HTTP::Message HTTP::Request HTTP::Response)],
    'libmailtools-perl' =>
        [qw(Mail::Address Mail::Internet Mail::Mailer Mail::Send)],
    'libwww-perl'          => [qw(LWP LWP::Simple LWP::UserAgent)],
    'libyaml-libyaml-perl' => [qw(YAML::XS)],
);

sub packages (%modules) {
    my %package;
    for my $name (keys %modules) {
        $package{$_} = $name for $modules{$name}->@*;
    }
    return %package;
}

# The likely names of packages, the likeliest first: for My::Own::Thing, the
# package of that module, then the package of My::Own.
sub names_of ($module) {
    my @names;
    my @words = split /::/, $module;
    while (@words) {
        my $part = join '::', @words;
        push @names,
            $PACKAGE{$part} // 'lib' . lc($part =~ s/::|_/-/gr) . '-perl';
        pop @words;
    }
    return @names;
}

# apt knows which of these packages exist. Without apt, the names are a guess.
sub packages_of ($module) {
    my @names = names_of($module);
    return "try apt install $names[0] on Debian, or cpan $module"
        if !-x '/usr/bin/apt-cache';
    my %known = map { $_ => 1 } known_to_apt(@names);
    my ($name) = grep { $known{$_} } @names;
    return "try cpan $module; this Debian has no package $names[0]"
        if !defined $name;
    my $sure = $name eq $names[0] ? '' : 'probably ';
    return "${sure}apt install $name, or cpan $module";
}

sub known_to_apt (@names) {
    my $pid = open(my $said, '-|') // return;
    if (!$pid) {
        open STDERR, '>', '/dev/null';
        { no warnings 'exec'; exec '/usr/bin/apt-cache', 'show', @names }
        kill KILL => $$;
    }
    my @lines = <$said>;
    local $?;
    close $said;
    return map { /\APackage: (\S+)/ ? $1 : () } @lines;
}

1;

__END__

=head1 NAME

Mehari::Explain::Missing - modules and files that perl does not find

=head1 SYNOPSIS

    my ($code, $values) = Mehari::Explain::Missing::of_error($@);
    say Mehari::Explain::Reason::message($code, %$values) if $code;

=cut
