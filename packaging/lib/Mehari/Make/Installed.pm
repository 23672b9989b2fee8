package Mehari::Make::Installed;

# The files that Meson has installed: this adds them to the list by which
# CPAN's tools remove a distribution. It also prints the next steps for the
# user.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use ExtUtils::Packlist;

# build: the folder of the build; root: DESTDIR; list: MakeMaker's .packlist
sub new ($class, $build, $root, $list) {
    my $self = bless { root => $root, list => $list }, $class;
    my $log  = "$build/meson-logs/install-log.txt";
    open my $in, '<', $log or die "Cannot read $log: $!.\n";
    my @files = grep { !/^#/ } <$in>;
    chomp @files;
    s{\A\Q$root\E}{} for @files;
    $self->{files} = [ grep { !-d "$root$_" } @files ];
    return $self;
}

sub module ($self) {
    my ($module) = grep { m{/mod_mehari\.so\z} } @{ $self->{files} };
    return $module;
}

# The module under mod_perl's name, if that file is ours.
sub link ($self) {
    my $link = $self->module =~ s{[^/]+\z}{mod_perl.so}r;
    my $to   = readlink("$self->{root}$link") // return undef;
    return $to eq 'mod_mehari.so' ? $link : undef;
}

# The file that refuses scripts while mehari is missing is not removed.
sub removable ($self) {
    return grep { !m{/mehari-refuse\.conf\z} } @{ $self->{files} };
}

sub note ($self) {
    my $link = $self->link;
    if (-e $self->{list}) {
        my $list = ExtUtils::Packlist->new($self->{list});
        $list->{$_} = {} for $self->removable, $link // ();
        $list->write;
    }
    my ($command) = grep { m{/bin/mehari\z} } @{ $self->{files} };
    print
        "\nhttpd loads mehari with this line:\n\n    LoadModule perl_module ",
        $self->module, "\n";
    print "    (or $link, for a configuration of mod_perl)\n" if $link;
    print "\nThis command shows how httpd runs your CGI scripts with it:\n\n",
        "    $command migrate\n\n";
    return;
}

1;
