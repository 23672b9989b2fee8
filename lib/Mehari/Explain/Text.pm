package Mehari::Explain::Text;

# What the text of a script alone can tell, without compiling it: no more than
# "perhaps", and never that a script is safe.

use v5.36;

use Mehari::Explain::Finding;
use Mehari::Explain::Shebang;

# What to look for: a pattern, whose first group is the subject.
my @PATTERNS = (
    [ MH4102 => qr/^\s*our\s*\(?\s*([\$\@%]\w+)/ ],
    [ MH4103 => qr/^\s*state\s+([\$\@%]\w+)/ ],
    [ MH4105 => qr/([\$\@%&]main::\w+)/ ],
    [ MH4108 => qr/^\s*(\$[\/\\,;])\s*=[^=~]/ ],
    [ MH4118 => qr/([\$%]INC\b)(?=\s*\{|\s*\))/ ],
    [ MH4201 => qr/(\$\$)(?![\w\{\[])/ ],
    [ MH4203 => qr/\b(fork)\b/ ],
    [ MH4204 => qr/(?<![\w\$\@%>-])(exec)\s*[\(\{'"\$]/ ],
    [ MH4205 => qr/(?<![\w\$\@%>-])(kill)\s*[\(\w'"\$-]/ ],
    [ MH4209 => qr/(?<![\w\$\@%>-])(system)\s*[\(\{'"\$]/ ],
    [ MH4209 => qr/=\s*(`[^`]+`)/ ],
    [ MH4211 => qr/^\s*(END)\s*\{/ ],
    [ MH4212 => qr/(?<![\w\$-])(-[MAC])\s+[\$'"]/ ],
    [ MH4213 => qr/(?<![\w\$\@%>-])(chdir|umask|alarm)\b/ ],
    [ MH4302 => qr/\bopen\s*\(?\s*([A-Z][A-Z0-9_]*)\s*,/ ],
    [ MH4306 => qr/^(format)\s+\w*\s*=\s*$/ ],
    [ MH4307 => qr/<(DATA)>/ ],
    [ MH4404 => qr/\bBEGIN\b.*\b(STDIN)\b/ ],
    [ MH4402 => qr/\bBEGIN\b.*(\$ENV\{\w+\})/ ],
    [ MH4412 => qr/\bBEGIN\b.*\b(DBI->connect)/ ],
    [ MH4501 => qr/\beval\s*\(?\s*(["\$])/ ],
    [ MH4502 => qr/\brequire\s+(["'][^"']+\.\w+["'])/ ],
    [ MH4512 => qr/^\s*use\s+(DBI|threads|CGI::Fast)\b/ ],
);

sub examine ($class, $script) {
    local $0 = $script;
    my $findings = Mehari::Explain::Finding->new;
    Mehari::Explain::Shebang::look($script, $findings);
    $findings->add('MH4010', file => $script);
    look($script, $findings);
    my @reasons;
    for my $found ($findings->sorted) {
        my $certain = $found->{code} =~ /\AMH40/;
        push @reasons,
            {
            %$found{qw(code file line subject)},
            rules_out => $found->{tier} eq 'registry' ? 'registry' : 'fresh',
            text      => ($certain ? '' : 'perhaps: ') . $found->{text},
            };
    }
    return { script => $script, tier => 'exact', reasons => \@reasons };
}

sub look ($script, $findings) {
    open my $handle, '<', $script or return;
    my $pod = 0;
    while (my $line = <$handle>) {
        last               if $line =~ /\A__(?:END|DATA)__\b/;
        $pod = $1 ne 'cut' if $line =~ /\A=([a-z]\w*)/;
        next               if $pod || $line =~ /\A\s*(?:#|=cut)/;
        for my $pattern (@PATTERNS) {
            my ($code, $what) = @$pattern;
            next if $line !~ $what;
            $findings->add(
                $code,
                file    => $script,
                line    => $.,
                subject => $1,
                by      => 'a sub',
                how     => 'required',
                why     => 'it is known to keep something',
            );
        }
    }
    close $handle;
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Text - what the text of a script tells without compiling it

=head1 DESCRIPTION

Patterns, line by line. They see neither modules nor what a name means, and take
text in strings for code: what they find is a hint, and what they do not find is
no proof.

=cut
