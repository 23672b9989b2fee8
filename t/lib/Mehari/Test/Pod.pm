package Mehari::Test::Pod;

# The POD of a module, divided by its headings: the parts of each method's section,
# which has the form that lib/mod_perl2.pm describes.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Constants;
use Mehari::Test qw(read_file source_root);

our @EXPORT_OK
    = qw(modules pod_of sections names synopses examples wrapped constants);

# The modules whose methods people call. The rest of Mehari:: is our own.
sub modules () {
    my $lib = source_root() . '/lib';
    my @files
        = map { glob "$lib/$_" }
        qw(Apache2/*.p* Apache2/*/*.pm APR/*.p* APR/*/*.pm ModPerl/*.p*
        Apache/*.pm Apache/*/*.pm mod_perl2.pm Mehari/Dispatch.pm);
    my %seen;
    return grep { !$seen{$_}++ }
        sort map { s{\A\Q$lib\E/|\.p(?:m|od)\z}{}gr =~ s{/}{::}gr } @files;
}

# The file that has the POD of a module, from the top of the sources.
sub pod_file ($module) {
    my $path = 'lib/' . $module =~ s{::}{/}gr;
    return -e source_root() . "/$path.pod" ? "$path.pod" : "$path.pm";
}

sub pod_of ($module) {
    return read_file(source_root() . '/' . pod_file($module));
}

# Returns each =head2 of a module below a =head1 of methods or functions, as
# { module, file, line, title, names, mentions => { name => 1 },
# says => { Returns => '...' }, examples }. An example is [ line, text ].
sub sections ($module) {
    my (@sections, $of_methods, $number);
    my $pod = 0;
    for my $line (split /\n/, pod_of($module)) {
        $number++;
        $pod = $line !~ /\A=cut/ if $line =~ /\A=[a-z]/;
        next                     if !$pod;
        if ($line =~ /\A=head([12]) (.*)/) {
            my ($level, $title) = ($1, $2);
            $of_methods = $title =~ /\b(?:METHOD|FUNCTION)S?\b/
                if $level == 1;
            push @sections,
                $level == 2 && $of_methods
                ? begin($module, $number, $title)
                : {};
        }
        elsif (@sections) {
            take($sections[-1], $number, $line);
        }
    }
    return grep { $_->{title} } @sections;
}

# Returns the code in the SYNOPSIS and the DESCRIPTION of a module, as sections
# that have nothing but examples.
sub synopses ($module) {
    my ($section, @sections, $number);
    my $pod = 0;
    for my $line (split /\n/, pod_of($module)) {
        $number++;
        $pod = $line !~ /\A=cut/ if $line =~ /\A=[a-z]/;
        next                     if !$pod;
        if ($line =~ /\A=head1 (.*)/) {
            $section = undef;
            next if $1 !~ /\A(?:SYNOPSIS|DESCRIPTION)\z/;
            $section = begin($module, $number, '');
            $section->{in} = 'Example';
            push @sections, $section;
        }
        elsif ($section) {
            take($section, $number, $line);
        }
    }
    return @sections;
}

sub begin ($module, $number, $title) {
    return {
        module   => $module,
        file     => pod_file($module),
        line     => $number,
        title    => $title,
        names    => [ names($title) ],
        says     => {},
        examples => [],
    };
}

# Returns the methods that a heading names: `name`, `a, b`, `Class->name(args)`.
sub names ($title) {
    my $plain = $title =~ s/[A-Z]<+\s*([^<>]*?)\s*>+/$1/gr;
    return map { /(\w+)\s*(?:\(.*)?\z/ } split /,\s*/,
        $plain =~ s/\([^)]*\)//gr;
}

# Adds one line to a section.
sub take ($section, $number, $line) {
    my $said = $section->{says};
    $section->{mentions}{$_} = 1 for $line =~ /C<(\w+)/g;
    if ($line =~ /\AB<(Returns|Errors|Phase|Example):>\s*(.*)/) {
        $section->{in} = $1;
        $said->{$1} = $2;
    }
    elsif ($line =~ /\A\s*\z/) {
        $section->{blank} = 1;
        return;
    }
    elsif (($section->{in} // '') eq 'Example' && $line =~ /\A\s/) {
        take_example($section, $number, $line);
    }
    elsif ($section->{in} && $line =~ /\A\S/ && !$section->{blank}) {
        $said->{ $section->{in} } .= " $line";
    }
    $section->{drawing} = $line =~ /\A=for comment A drawing/
        if $line =~ /\A\S/;
    $section->{code}  = $line =~ /\A\s/;
    $section->{blank} = 0;
    return;
}

# Adds a line of code to an example. A line of prose ends an example, a blank line
# does not. The paragraph behind "=for comment A drawing" is no code.
sub take_example ($section, $number, $line) {
    return if $section->{drawing};
    my $examples = $section->{examples} //= [];
    if (!$section->{code}) {
        push @$examples, [ $number, '' ];
    }
    elsif ($section->{blank}) {
        my $at  = $examples->[-1];
        my $had = ($at->[1] =~ tr/\n//);
        $at->[1] .= "\n" x ($number - $at->[0] - $had);
    }
    $examples->[-1][1] .= "$line\n";
    return;
}

# Returns the examples of sections: { section, line, text, config }.
sub examples (@sections) {
    my @examples;
    for my $section (@sections) {
        push @examples,
            map { pieces($section, @$_) } $section->{examples}->@*;
    }
    return @examples;
}

# True if the text is a piece of configuration: it begins with a section or a
# directive of ours, or says that it is one.
sub is_config ($text) {
    return $text =~ /\A\s*(?:<\w|# ?httpd\.conf\b|[A-Z][A-Za-z]+\s+\S)/;
}

# Divides an example in which code and configuration follow each other.
sub pieces ($section, $line, $text) {
    my @pieces;
    for my $part (split /(?<=\n)\n+(?=\s*\S)/, $text) {
        my $config = is_config($part) ? 1 : 0;
        if (@pieces && $pieces[-1]{config} == $config) {
            $pieces[-1]{text} .= "\n$part";
        }
        else {
            push @pieces,
                {
                section => $section,
                line    => $line,
                text    => $part,
                config  => $config
                };
        }
        $line += 1 + ($part =~ tr/\n//);
    }
    return @pieces;
}

# Variables that an example may use without saying where they come from: they are
# the arguments of the sub that the example becomes.
my @GIVEN = qw($r $c $s $f $bb $b $ba $pool $table $log $node $parms $module
    $socket $address $req $upload $cookie $jar $param $file $path $error);

# Returns an example as the text of a sub, in a package of its own.
sub wrapped ($one, $number) {
    my $strict = $one->{section}{names}->@* ? '' : q(no strict 'vars';);
    return join "\n", "package Mehari::Example$number;", 'use Mehari::Perl;',
        $strict, 'no warnings;', 'sub {',
        'my (' . join(', ', @GIVEN) . ') = @_;',
        "#line $one->{line} \"$one->{section}{file}\"", "$one->{text};", '};';
}

# Returns Perl that defines all constants, which examples take for granted.
sub constants () {
    my @lines = map {
        my $groups = Mehari::Constants::table($_);
        "use $_ -compile => qw("
            . join(' ', map { ":$_" } sort keys %$groups) . ');'
    } qw(Apache2::Const APR::Const ModPerl::Const);
    return join "\n", 'package Mehari::Examples;', @lines, '1;', '';
}

1;

__END__

=head1 NAME

Mehari::Test::Pod - the sections of methods in the POD of our modules

=head1 SYNOPSIS

    for my $section (map { sections($_) } modules()) {
        say "$section->{file}:$section->{line}: $section->{title}"
            if !$section->{says}{Returns};
    }

=cut
