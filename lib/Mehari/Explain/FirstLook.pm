package Mehari::Explain::FirstLook;

# The place where a script looks first under perl-cgi, as mehari-pool finds it:
# it runs the script up to there, without a request.

use Mehari::Perl;
use Cwd                   qw(abs_path);
use File::Basename        qw(dirname);
use File::Spec::Functions qw(rel2abs);

use Mehari::Httpd::Config;

use constant {
    ENOUGH  => 8 * 1024,    # bytes of files that are worth a line
    SECONDS => 15,
};

my $LIB = dirname(dirname(dirname(abs_path(__FILE__))));

# { text, line: of the script, or 0; before: { file => 1 } that it has read }.
# undef if the script looks at nothing, or has no zygote.
sub of_script ($class, $script) {
    my $module = eval { Mehari::Httpd::Config::mehari_module() } // return;
    my $pool   = dirname($module) . '/mehari-pool';
    my $path   = rel2abs($script);
    return if !-x $pool || !-x $path;
    my @lines  = said($pool, '--first-look', $path, $LIB);
    my ($text) = map { /\Alook (.*)/ ? $1 : () } @lines or return;
    my ($line) = $text =~ /\Q$path\E line (\d+)\z/;
    my %before = map { /\Afile (.*)/ ? (name_of($1) => 1) : () } @lines;
    return bless { text => $text, line => $line // 0, before => \%before },
        $class;
}

sub name_of ($file) { return abs_path($file) // $file }

sub said (@command) {
    my $pid = open(my $from, '-|') // die "fork: $!.\n";
    if (!$pid) {
        open STDERR, '>', '/dev/null';
        open STDIN,  '<', '/dev/null';
        alarm SECONDS;
        { no warnings 'exec'; exec { $command[0] } @command }
        kill KILL => $$;
    }
    chomp(my @lines = <$from>);
    local ($?, $!);
    close $from;
    return @lines;
}

# The sum of the bytes of the files that are read after the first look, and
# their names.
sub behind ($self, @files) {
    my ($size, %seen) = (0);
    my @behind = grep {
        my $name = name_of($_);
        -f $_ && !$self->{before}{$name} && !$seen{$name}++;
    } @files;
    $size += -s $_ for @behind;
    return ($size, @behind);
}

1;

__END__

=head1 NAME

Mehari::Explain::FirstLook - where a script looks first under perl-cgi

=head1 SYNOPSIS

    my $look = Mehari::Explain::FirstLook->of_script('hello.pl');
    my ($size, @files) = $look->behind(@loaded) if $look;

=head1 DESCRIPTION

C<of_script> lets F<mehari-pool> run the script up to its first look. The object
has C<text>, C<line> (of the script, or 0) and C<before>, the files that were
read before. C<behind> returns the files that are read after the look, and
their bytes.

=cut
