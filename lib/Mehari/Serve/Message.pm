package Mehari::Serve::Message;

# One line of the error log. httpd writes its own lines in our format; Perl
# code's output on STDERR arrives unchanged.

use Mehari::Perl;

# The request's id lets the error page find the lines of one request.
our $FORMAT = '[mehari] %-{UNIQUE_ID}e %l %M';

# id is undef for a line that belongs to no request; level is undef for a line
# that did not come through httpd. AH01241 is mod_cgid's: it could not run the
# script.
sub parse ($class, $line) {
    chomp $line;
    my ($id, $level, $text) = $line =~ /\A\[mehari\] (\S+) (\w+) (.*)\z/s
        or return bless { text => $line, script => 1 }, $class;
    return bless {
        id     => $id eq '-' ? undef : $id,
        level  => $level,
        script => $text =~ /\AAH012(?:15|41): / ? 1 : 0,
        text   => clean($text),
    }, $class;
}

sub id    ($self) { return $self->{id} }
sub level ($self) { return $self->{level} }
sub text  ($self) { return $self->{text} }

# True if a CGI script has written the line.
sub of_script ($self) { return $self->{script} }

# Notices of httpd about itself are not for the author of a script. Neither is
# AH00161: there are few processes, so all of them are often busy. But the
# notice of a crash matters.
sub matters ($self) {
    return 0 if $self->{text} =~ /\AAH00161:/;
    return 1 if $self->{text} =~ /\bexit signal\b/;
    return ($self->{level} // 'warn') !~ /\A(?:notice|info|debug|trace\d)\z/;
}

# httpd escapes a message to keep it on one line. mod_cgi adds a number and the
# script's name to the script's own text: in front or, before release 2.4.56,
# behind.
my %ESCAPED = (n => "\n", t => "\t", r => '', '"' => '"', '\\' => '\\');

sub clean ($text) {
    $text =~ s{((?:\\x[89a-fA-F][0-9a-fA-F])+)}{bytes($1)}ge;
    $text =~ s{\\([ntr"\\])}{$ESCAPED{$1}}g;
    $text =~ s/\AAH01241: //;
    $text =~ s{: /[^:\n]*\z}{}
        if $text =~ s/\AAH01215: // && $text !~ s{\Astderr from [^:\n]*: }{};
    $text =~ s/\s+\z//;
    return $text;
}

# Bytes above 127 come escaped; those that are UTF-8 text are letters again.
sub bytes ($escaped) {
    my $bytes = $escaped =~ s/\\x(..)/chr hex $1/ger;
    my $copy  = $bytes;
    return utf8::decode($copy) ? $bytes : $escaped;
}

# Makes text safe for a terminal, without control characters.
sub printable ($text) {
    $text =~ s/([\x00-\x08\x0b-\x1f\x7f])/sprintf '\\x%02x', ord $1/ge;
    return $text;
}

# The places that a message names, as [file, line].
sub places ($text) {
    my (@places, %seen);
    while ($text =~ /\bat\s(\/?[^\n]+?)\sline\s(\d+)/g) {
        my ($file, $line) = ($1, $2);
        # "syntax error at a.pl line 3, near ...": the last "at" counts.
        $file =~ s/.*\sat\s//;
        push @places, [ $file, $line ] unless $seen{"$file\n$line"}++;
    }
    return @places;
}

1;

__END__

=head1 NAME

Mehari::Serve::Message - makes a line of the error log readable

=head1 SYNOPSIS

    my $message = Mehari::Serve::Message->parse($line);
    say $message->text if $message->matters;

=cut
