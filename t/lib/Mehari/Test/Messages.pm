package Mehari::Test::Messages;

# The messages that the C sources write: their file, their level and their text.

use Mehari::Perl;

use Exporter   qw(import);
use File::Find qw(find);
use Mehari::Test;

our @EXPORT_OK = qw(calls directive_texts numbered sources);

# The places of the level and of the text among the arguments of each function.
my %CALL = (
    ap_log_error     => [ 1,     4 ],
    ap_log_rerror    => [ 1,     4 ],
    ap_log_cerror    => [ 1,     4 ],
    ap_log_perror    => [ 1,     4 ],
    mh_log_error     => [ 1,     4 ],
    mh_log_rerror    => [ 1,     4 ],
    mh_log_cerror    => [ 1,     4 ],
    mh_log_perror    => [ 1,     4 ],
    mh_code_say      => [ undef, 0 ],
    mh_log_about     => [ 1,     3 ],
    mh_notice        => [ 0,     1 ],
    mh_notice_lines  => [ 0,     1 ],
    mh_job_notice    => [ 1,     2 ],
    mh_process_wrong => [ undef, 2 ],
    fprintf          => [ undef, 1 ],
    fputs            => [ undef, 0 ],
    dprintf          => [ undef, 1 ],
);

my %QUIET = map { $_ => 1 }
    qw(APLOG_NOTICE APLOG_INFO APLOG_DEBUG MH_NOTE MH_DEBUG);

my $STRING = qr/"(?:[^"\\]|\\.)*"/;

# Returns { "src/x.c" => text without comments }.
sub sources () {
    my $root = source_root();
    my %text;
    find(
        {
            no_chdir => 1,
            wanted   => sub {
                return if !/\.c\z/;
                $text{ substr $_, 1 + length $root }
                    = read_file($_) =~ s{/\*.*?\*/}{ }gsr;
            },
        },
        "$root/src"
    );
    return \%text;
}

# Returns the arguments of a call; $text begins with its opening bracket.
sub arguments ($text) {
    my @arguments = ('');
    my $depth     = 0;
    while ($text =~ /\G($STRING|'(?:[^'\\]|\\.)+'|.)/gcs) {
        my $part = $1;
        $depth++ if $part eq '(';
        $depth-- if $part eq ')';
        last     if !$depth;
        next     if $depth == 1 && $part eq '(';
        if ($depth == 1 && $part eq ',') { push @arguments, '' }
        else                             { $arguments[-1] .= $part }
    }
    return map { s/\A\s+|\s+\z//gr } @arguments;
}

# Returns the text of adjacent literals; a macro between them becomes a *.
sub joined ($argument) {
    my $text = '';
    while ($argument =~ /\G\s*(?:($STRING)|(\w+))/gc) {
        $text .= defined $1 ? substr $1, 1, -1 : '*';
    }
    return $text;
}

# Returns the calls whose messages a user sees: { file, name, argument, text }.
sub calls ($sources) {
    my @calls;
    my $names = join '|', sort keys %CALL;
    for my $file (sort keys %$sources) {
        while ($sources->{$file} =~ /\b($names)(?=\()/g) {
            my ($name, $at) = ($1, pos $sources->{$file});
            my @arguments = arguments(substr $sources->{$file}, $at, 2000);
            push @calls, call($file, $name, @arguments);
        }
    }
    return @calls;
}

sub call ($file, $name, @arguments) {
    my ($level, $text) = $CALL{$name}->@*;
    return if grep { /\Aconst char \*/ } @arguments;
    return
        if $name =~ /\A(?:fprintf|fputs|dprintf)\z/ && !any_error(@arguments);
    return if defined $level && $QUIET{ $arguments[$level] };
    my $argument = $arguments[$text] // '';
    # The argument may choose between two texts.
    my @texts
        = $argument =~ /\?/
        ? $argument =~ /($STRING(?:\s*$STRING)*)/g
        : $argument;
    return map {
        {
            file     => $file,
            name     => $name,
            argument => $_ =~ s/\s+/ /gr,
            text     => joined($_)
        }
    } @texts;
}

sub any_error (@arguments) {
    return grep { /\A(?:stderr|terminal|STDERR_FILENO)\z/ } @arguments;
}

# Returns [ file, text ] of each text that a directive's function may return.
sub directive_texts ($sources) {
    my @texts;
    for my $file (sort keys %$sources) {
        while ($sources->{$file} =~ /^([^\s#}][^;{}]*)\n\{\n(.*?)^\}/msg) {
            my ($head, $body) = ($1, $2);
            next
                if $head !~ /\bcmd_parms \*cmd\b/
                || $head !~ /\A(?:static )?const char \*/;
            push @texts, [ $file, joined($_) ]
                for $body =~ /\breturn\s+($STRING(?:\s*$STRING)*)/g,
                $body
                =~ /\bapr_psprintf\(\s*[^,"]+,\s*($STRING(?:\s*$STRING)*)/g;
        }
    }
    return grep {
        $_->[1] =~ /\w+ \w/ && $_->[1] !~ /\A(?: \(|PerlSpeedLimit %s \()/
    } @texts;
}

# Returns [ number, text, file ] of each literal with a number.
sub numbered ($sources) {
    my @found;
    for my $file (sort keys %$sources) {
        my $text = $sources->{$file};
        push @found,
            [ substr($_, 1, 6), joined($_) =~ s/\AMH\d{4}:? ?//r, $file ]
            for $text
            =~ /("MH\d{4}(?:[^"\\]|\\.)*"(?:\s*(?:$STRING|[A-Z_]{4,}\b|IVdf))*)/g;
    }
    return @found;
}

1;
