package Apache2::Command;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::Command - the definition of a directive

=head1 SYNOPSIS

    use Apache2::Module  ();
    use Apache2::Command ();

    my $module = Apache2::Module::find_linked_module('mod_alias.c');
    for (my $cmd = $module->cmds; $cmd; $cmd = $cmd->next) {
        print $cmd->name, "\t", $cmd->errmsg, "\n";
    }

=head1 METHODS

=head2 name

    $name = $cmd->name;

The method returns the name of the directive, with C<< < >> in front for a
section.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> the sub of a directive asks for the name of the directive.

    my $word = $parms->cmd->name;

=head2 args_how

    $how = $cmd->args_how;

The method returns the kind of arguments that the directive takes.

B<Returns:> a constant of the group C<:cmd_how> in L<Apache2::Const>.

B<Errors:> none of its own.

B<Example:>

    my $is_flag = $parms->cmd->args_how == Apache2::Const::FLAG;

=head2 req_override

    $bits = $cmd->req_override;

The method returns the places where the directive is legal.

B<Returns:> an integer, a bit mask of the constants C<:override> in
L<Apache2::Const>.

B<Errors:> none of its own.

B<Example:> a test for directives that C<AllowOverride FileInfo> allows.

    my $in_htaccess
        = $parms->cmd->req_override & Apache2::Const::OR_FILEINFO;

=head2 errmsg

    $text = $cmd->errmsg;

The method returns the short description of the directive that httpd's error
messages show.

B<Returns:> a string, or undef if the module has none.

B<Errors:> none of its own.

B<Example:>

    die 'usage: ' . ($parms->cmd->errmsg // 'unknown') . "\n";

=head2 next

    $cmd = $cmd->next;

The method returns the next directive of the same module.

B<Returns:> an C<Apache2::Command>, or undef at the end.

B<Errors:> none of its own.

B<Example:>

    for (my $cmd = $module->cmds; $cmd; $cmd = $cmd->next) {
        say $cmd->name;
    }

=head1 SEE ALSO

L<Apache2::Module>, L<Apache2::CmdParms>

=cut
