package Mehari::Migrate::Scripts;

# The language of files that mod_cgi runs: Perl, or another.

use Mehari::Perl;
use File::Basename qw(basename);

# Limit of files. A larger tree is a document root full of other files, and its
# first files tell enough.
use constant MAX_FILES => 50_000;

# Extensions that name another language, in case no file does.
my %OTHER = map { $_ => 1 }
    qw(sh bash py rb php lua tcl exe bat cmd awk c js jar class);

sub new ($class) {
    return bless { tree => {}, kind => {}, cut => {} }, $class;
}

# Every file below a directory, or the file itself. Links to directories are
# not followed: they may lead back.
sub files ($self, $path) {
    return $path if -f $path;
    return @{ $self->{tree}{$path} //= $self->find($path) };
}

sub find ($self, $path) {
    my (@files, @todo);
    @todo = ($path =~ s{(?<=.)/+\z}{}r);
    while (defined(my $dir = shift @todo)) {
        opendir my $handle, $dir or next;
        for my $name (sort readdir $handle) {
            next if $name eq '.' || $name eq '..';
            my $entry = "$dir/$name";
            if    (-d $entry) { push @todo,  $entry if !-l $entry }
            elsif (-f _)      { push @files, $entry }
        }
        next if @files < MAX_FILES;
        $self->{cut}{$path} = 1;
        last;
    }
    return \@files;
}

# Trees that were too large to search to the end.
sub cut_short ($self) { return sort keys %{ $self->{cut} } }

# 'perl', 'other', or 'none' for a file that no kernel would run.
sub kind ($self, $file) {
    return $self->{kind}{$file} //= kind_of($file);
}

sub kind_of ($file) {
    open my $in, '<:raw', $file or return 'none';
    read $in, my $head, 512;
    return 'none'               if !defined $head;
    return interpreter_kind($1) if $head =~ /^#!\s*([^\r\n]*)/;
    return 'other'              if $head =~ /^(?:\x7fELF|MZ)/;
    return 'none';
}

# "#!/usr/bin/perl -w" and "#!/usr/bin/env -S perl -T"
sub interpreter_kind ($line) {
    my ($program, @args) = split ' ', $line;
    return 'none' if !defined $program;
    if (basename($program) eq 'env') {
        shift @args while @args && $args[0] =~ /^-|=/;
        $program = shift @args // '';
    }
    return basename($program) =~ /^perl(?:[\d.]+)?\z/ ? 'perl' : 'other';
}

# The perl that a script names, if its path is not the usual one.
sub foreign_perl ($self, $file) {
    open my $in, '<:raw', $file or return undef;
    my $line = <$in> // '';
    my ($program) = $line =~ m{^#!\s*(/\S*perl[\d.]*)(?:\s|\z)}
        or return undef;
    return undef if $program =~ m{^(?:/usr)?(?:/local)?/bin/perl\z};
    return $program;
}

sub known_other ($class, $extension) { return $OTHER{ lc $extension } }

1;

__END__

=head1 NAME

Mehari::Migrate::Scripts - which CGI programs are Perl

=head1 METHODS

=over

=item files($path), kind($file), foreign_perl($file), cut_short

=item known_other($extension)

True if an extension alone says that a program is not Perl.

=back

=cut
