package Apache2::Command;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::Command - what httpd knows of a directive

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

The method gives the word in the configuration, with C<< < >> for a container.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> in the sub of a directive.

    my $word = $parms->cmd->name;

=head2 args_how

    $how = $cmd->args_how;

The method says which arguments the directive takes.

B<Returns:> a constant C<:cmd_how> of L<Apache2::Const>.

B<Errors:> none of its own.

B<Example:>

    my $is_flag = $parms->cmd->args_how == Apache2::Const::FLAG;

=head2 req_override

    $bits = $cmd->req_override;

The method says where the directive is legal.

B<Returns:> constants C<:override> of L<Apache2::Const>, joined.

B<Errors:> none of its own.

B<Example:>

    my $in_htaccess
        = $parms->cmd->req_override & Apache2::Const::OR_FILEINFO;

=head2 errmsg

    $text = $cmd->errmsg;

The method says what the directive is for, as httpd's error messages do.

B<Returns:> a string; undef if the module says nothing.

B<Errors:> none of its own.

B<Example:>

    die 'usage: ' . ($parms->cmd->errmsg // 'unknown') . "\n";

=head2 next

    $cmd = $cmd->next;

The method gives the next directive of the same module.

B<Returns:> an C<Apache2::Command>, or undef.

B<Errors:> none of its own.

B<Example:>

    for (my $cmd = $module->cmds; $cmd; $cmd = $cmd->next) {
        say $cmd->name;
    }

=head1 SEE ALSO

L<Apache2::Module>, L<Apache2::CmdParms>

=cut
