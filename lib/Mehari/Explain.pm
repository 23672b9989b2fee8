package Mehari::Explain;

# The tier of a script and what speaks against a faster one, for programs that
# are not the manager of a pool.

use v5.36;
use Cwd                   qw(abs_path);
use File::Basename        qw(dirname);
use File::Spec::Functions qw(rel2abs);

use Mehari::Explain::Process ();
use Mehari::Explain::Reason;
use Mehari::Explain::Shebang ();

my $LIB = dirname(dirname(abs_path(__FILE__)));

# { script, tier, reasons => [{ code, rules_out, file, line, subject, text }] }
sub examine ($class, $script) {
    my $result = { script => $script, tier => 'exact', reasons => [] };
    if (!-r $script) {
        push @{ $result->{reasons} }, no_report($script, 'MH4007', "$!");
        return $result;
    }
    my ($tier, @lines) = report(rel2abs($script));
    if (!defined $tier || $tier !~ /\A(?:registry|fresh|exact)\z/) {
        push @{ $result->{reasons} },
            no_report($script, 'MH4008', 'perl ended without a report');
        return $result;
    }
    $result->{tier}    = $tier;
    $result->{reasons} = [ map { reason($script, $_) } @lines ];
    return $result;
}

# As under mod_cgi: in the directory of the script, with little in the
# environment.
sub report ($path) {
    return Mehari::Explain::Process::report(
        $path,
        library     => $LIB,
        directory   => dirname($path),
        words       => [ Mehari::Explain::Shebang::taints($path) ],
        environment => {
            PATH              => $ENV{PATH} // '/usr/bin:/bin',
            GATEWAY_INTERFACE => 'CGI/1.1',
            REQUEST_METHOD    => 'GET',
            (
                map { defined $ENV{$_} ? ($_ => $ENV{$_}) : () }
                    qw(PERL5LIB LANG TMPDIR)
            ),
        },
    );
}

# Files are shown as the caller has named them.
sub reason ($script, $line) {
    my ($code, $tier, $place, $subject, $text) = split /\t/, $line, 5;
    my ($file, $number) = $place =~ /\A(.*?)(?::(\d+))?\z/s;
    $file = $script if $file eq rel2abs($script);
    return {
        code      => $code,
        rules_out => $tier,
        file      => $file,
        line      => ($number // 0) + 0,
        subject   => $subject,
        text      => $text,
    };
}

sub no_report ($script, $code, $error) {
    my $reason = Mehari::Explain::Reason::find($code);
    return {
        code      => $code,
        rules_out => 'fresh',
        file      => $script,
        line      => 0,
        subject   => '',
        text      =>
            Mehari::Explain::Reason::sentence($reason, { error => $error }),
    };
}

1;

__END__

=head1 NAME

Mehari::Explain - which tier a script can run in, and why in no faster one

=head1 SYNOPSIS

  my $result = Mehari::Explain->examine('hello.pl');
  say $result->{tier};
  say "$_->{file}:$_->{line} $_->{text}" for @{ $result->{reasons} };

=head1 DESCRIPTION

C<examine> compiles the script in a process of its own
(L<Mehari::Explain::Examine>), which runs its BEGIN blocks and no more, and
returns a hash with C<script>, C<tier> and C<reasons>.

=cut
