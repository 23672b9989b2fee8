package Mehari::Serve::Examples;

# The folders of a served directory that configure how they are served: the
# directory itself, or those right below it. Other folders do not count: a
# mehari.conf has an effect only in a folder that the user of the command has
# named, or right below it.

use Mehari::Perl;

use JSON::PP qw(decode_json encode_json);

use Mehari::File qw(bytes_if_readable);
use Mehari::Serve::Example;
use Mehari::Serve::Mode;

# Addresses that mehari uses itself.
my %TAKEN = map { $_ => 1 } 'mehari', 'mehari-status',
    map { $_->{name} } Mehari::Serve::Mode->all;

sub in ($class, $dir) {
    my $alone = Mehari::Serve::Example->new($dir, '');
    return bless { alone => 1, list => [$alone] }, $class if $alone;
    my @list = map { below($dir, $_) } folders($dir);
    return bless { list => \@list }, $class;
}

sub none ($class) { return bless { list => [] }, $class }

sub folders ($dir) {
    opendir my $handle, $dir or return ();
    return
        sort grep { !/\A\./ && -d "$dir/$_" && !-l "$dir/$_" }
        readdir $handle;
}

sub below ($dir, $name) {
    my $example = Mehari::Serve::Example->new("$dir/$name", "/$name")
        // return ();
    $example->leave_out("the address /$name/ is taken; rename the folder")
        if $TAKEN{$name};
    $example->leave_out('an address is made of letters, digits, _, . and -')
        if $name =~ /[^\w.-]/a;
    return $example;
}

sub list ($self) { return @{ $self->{list} } }

# True if it is the served directory itself.
sub is_alone ($self) { return $self->{alone} }

sub names ($self) {
    return $self->{alone} ? () : map { $_->name } $self->list;
}

sub served ($self) {
    return grep { !defined $_->problem } $self->list;
}

sub left_out ($self) {
    return grep { defined $_->problem } $self->list;
}

sub modules ($self) {
    return map { $_->modules } $self->served;
}

sub config ($self) {
    return join '', map { $_->config } $self->served;
}

sub environment ($self) {
    return $self->{alone} ? $self->{list}[0]->environment : {};
}

# Tries each example together with those that have passed before, because two
# may conflict.
sub leave_out_faulty ($self, $httpd) {
    my ($ok, $said) = $httpd->configtest;
    return if $ok;
    die one_line($said), "\n" if $self->{alone};
    my @candidates = $self->served;
    $_->leave_out('not tried yet') for @candidates;
    for my $example (@candidates) {
        $example->leave_out(undef);
        ($ok, $said) = $httpd->configtest;
        $example->leave_out(one_line($said)) unless $ok;
    }
    return;
}

sub one_line ($said) {
    my @lines = grep { /\S/ } split /\n/, $said;
    s/\A\s*(?:\[[^\]]*\]\s*)*(?:AH\d+:\s*)?//, s/\s+\z// for @lines;
    return substr join(' ', @lines), 0, 1000;
}

# --- data for the index page --------------------------------------------------

sub save ($self, $file) {
    my @rows
        = map { +{ name => $_->name, problem => $_->problem } } $self->list;
    open my $out, '>:raw', $file or die "Cannot write $file: $!\n";
    print {$out} encode_json(\@rows);
    close $out or die "Cannot write $file: $!\n";
    chmod 0644, $file;
    return;
}

# name and problem of each.
sub saved ($class, $file) {
    my $text = bytes_if_readable($file) // return ();
    return @{ decode_json($text) };
}

1;

__END__

=head1 NAME

Mehari::Serve::Examples - folders that say how they are served

=head1 SYNOPSIS

    my $examples = Mehari::Serve::Examples->in('/srv/examples');
    print $examples->config;

=head1 DESCRIPTION

See L<Mehari::Serve::Example>.

=cut
