package Mehari::Test::Explain;

# Scripts that are looked at, and not run.

use v5.36;
use Exporter       qw(import);
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use File::Temp     qw(tempdir);

use Mehari::Test;

our @EXPORT = qw(examine examine_file examine_case case_scripts codes_of);

my $LIB = source_root() . '/lib';

# A script of this text, in a directory with these files: { tier, lines, codes }.
sub examine ($text, %files) {
    my $dir = tempdir(CLEANUP => 1);
    chmod 0755, $dir;
    $text = "#!/usr/bin/perl\n$text" if $text !~ /\A#!/;
    my $name = delete $files{name} // 'script.pl';
    write_file("$dir/$name", $text, 0755);
    for my $file (keys %files) {
        make_path(dirname("$dir/$file"));
        write_file("$dir/$file", $files{$file});
    }
    return examine_file("$dir/$name");
}

# As the manager of a pool does it.
sub examine_file ($script) {
    my ($dir, $name) = $script =~ m{\A(.*)/([^/]+)\z};
    my $text
        = `cd '$dir' && perl -I'$LIB' -MMehari::Explain::Examine=3 ./'$name' 3>&1 >/dev/null 2>/dev/null </dev/null`;
    my ($tier, @lines) = split /\n/, $text;
    my %codes;
    for my $line (@lines) {
        my ($code, $rules_out) = split /\t/, $line;
        $codes{$code} = $rules_out;
    }
    return {
        tier   => $tier // 'none',
        lines  => \@lines,
        codes  => \%codes,
        status => $? >> 8,
    };
}

sub codes_of ($found) { return join ' ', sort keys %{ $found->{codes} } }

# Of the CGI suite.
sub case_scripts () {
    return sort glob source_root() . '/t/cgi/cases/*/*.pl';
}

# With the files that belong to it, where it runs.
sub examine_case ($script) {
    my $dir = tempdir(CLEANUP => 1);
    my ($from, $name) = $script =~ m{\A(.*/([^/]+))\.pl\z};
    system 'cp', '-a', "$from.files/.", $dir if -d "$from.files";
    write_file("$dir/$name.pl", read_file($script), 0755);
    return examine_file("$dir/$name.pl");
}

1;
