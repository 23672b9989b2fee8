package Mehari::Serve::Browser;

# Opens an address in the user's browser: the one that BROWSER names, or the
# desktop's.

use Mehari::Perl;

use POSIX qw(_exit setsid);

my @DESKTOP = qw(xdg-open sensible-browser open);

# False if there is no browser.
sub open_url ($class, $url) {
    my @command = command($url) or return 0;

    # Starts it neither as our child nor in the group that Ctrl-C ends.
    my $pid = fork // die "Cannot start a process: $!\n";
    if (!$pid) {
        start(@command) if !fork;
        _exit(0);
    }
    local $?;
    waitpid $pid, 0;
    return 1;
}

sub start (@command) {
    setsid();
    open STDIN,  '<', '/dev/null';
    open STDOUT, '>', '/dev/null';
    open STDERR, '>', '/dev/null';
    no warnings 'exec';
    exec { $command[0] } @command;
    _exit(127);
}

# BROWSER is a list of commands, with %s where the address belongs.
sub command ($url) {
    for my $entry (grep { length } split /:/, $ENV{BROWSER} // '') {
        my @words = split ' ', $entry;
        next if !@words || !in_path($words[0]);
        my $named = grep { /%s/ } @words;
        s/%s/$url/g for @words;
        return (@words, $named ? () : $url);
    }
    my ($opener) = grep { in_path($_) } @DESKTOP;
    return defined $opener ? ($opener, $url) : ();
}

sub in_path ($program) {
    return -x $program if $program =~ m{/};
    return !!grep { -x "$_/$program" } split /:/, $ENV{PATH} // '';
}

1;

__END__

=head1 NAME

Mehari::Serve::Browser - an address in the user's browser

=head1 SYNOPSIS

    Mehari::Serve::Browser->open_url($url) or warn "there is no browser\n";

=cut
