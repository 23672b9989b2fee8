package Apache2::PerlSections::Dump;

# The configuration of saved <Perl> sections, as Perl code that makes it again.

use Mehari::Perl;

use Apache2::PerlSections ();
use Apache2::ServerUtil   ();
use Data::Dumper          ();

our @ISA     = ('Apache2::PerlSections');
our $VERSION = '0.01';

sub package { return ref $_[0] ? $_[0]->{package} : undef }

sub save { return 0 }

sub post_config { return }

sub dump {
    my ($class) = @_;
    my $text = '';
    for my $section ($class->saved) {
        for my $entry (@$section) {
            my ($name, $value) = @$entry;
            $text .= $class->dump_entry($name, $value->{SCALAR})
                if exists $value->{SCALAR};
            $text .= $class->dump_array($name, $value->{ARRAY})
                if $value->{ARRAY};
            $text .= $class->dump_hash($name, $value->{HASH})
                if $value->{HASH};
        }
    }
    return "$text\n1;\n__END__\n";
}

sub dump_entry {
    my ($class, $name, $value) = @_;
    return "\$$name = " . _source($value) . ";\n";
}

# Uses push, because an earlier section may have given values to the same name.
sub dump_array {
    my ($class, $name, $values) = @_;
    return
        "push \@$name, " . join(', ', map { _source($_) } @$values) . ";\n";
}

sub dump_hash {
    my ($class, $name, $values) = @_;
    return join '', map {
        "\$$name\{" . _source($_) . '} = ' . _source($values->{$_}) . ";\n"
    } sort keys %$values;
}

sub dump_special { return '' }

sub _source {
    my ($value) = @_;
    return Data::Dumper->new([$value])->Terse(1)->Indent(1)->Sortkeys(1)
        ->Useqq(1)->Dump =~ s/\n\z//r;
}

sub store {
    my ($class, $name) = @_;
    my $pool = Apache2::ServerUtil->server->process->pconf;
    my $file = Apache2::ServerUtil::server_root_relative($pool, $name);
    open my $out, '>', $file or die "Cannot write $file: $!.\n";
    print {$out} $class->dump;
    close $out or die "Cannot write $file: $!.\n";
    return $file;
}

1;
__END__

=head1 NAME

Apache2::PerlSections::Dump - write the configuration of E<lt>PerlE<gt>
sections as Perl code

=head1 SYNOPSIS

    $Apache2::PerlSections::Save = 1;              # in the first section
    print Apache2::PerlSections->dump;             # later
    Apache2::PerlSections->store('httpd_config.pl');

=head1 DESCRIPTION

The methods C<dump> and C<store> of L<Apache2::PerlSections> use this class.
It inherits from Apache2::PerlSections.

=head1 METHODS

=head2 dump

    $text = Apache2::PerlSections::Dump->dump;

The method returns the code of all kept sections. Its parts come from
C<dump_entry>, C<dump_array>, C<dump_hash> and C<dump_special>, one for each
kind of variable. C<package>, C<save> and C<post_config> do nothing in this
class.

B<Returns:> a string of several lines.

B<Errors:> none of its own.

B<Example:>

    require Apache2::PerlSections::Dump;
    my $text = Apache2::PerlSections::Dump->dump;

=head2 store

    $file = Apache2::PerlSections::Dump->store($file);

The method writes the text of C<dump> to a file. A relative path starts at
ServerRoot.

B<Returns:> the path of the file, a string.

B<Errors:> it throws if the file cannot be written.

B<Example:>

    require Apache2::PerlSections::Dump;
    Apache2::PerlSections::Dump->store('logs/httpd_config.pl');

=head1 SEE ALSO

L<Apache2::PerlSections>

=cut
