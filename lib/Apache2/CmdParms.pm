package Apache2::CmdParms;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::CmdParms - where a directive stands in the configuration

=head1 SYNOPSIS

    sub MyDirective {
        my ($self, $parms, @args) = @_;
        my $where = $parms->path // 'the whole server';
        die $parms->directive->directive . ": not in .htaccess\n"
            if $parms->check_cmd_context(Apache2::Const::NOT_IN_HTACCESS);
        $self->{args} = \@args;
    }

=head1 DESCRIPTION

The sub of a directive that L<Apache2::Module/add> has added gets this object
as its second argument. SERVER_CREATE, DIR_CREATE and the handler of a
C<< <Perl> >> section get it too. You can use it until that sub returns.

=head1 METHODS

=head2 add_config

    $parms->add_config($lines);

The method applies configuration lines in the place of the directive. $lines
is a reference to an array of strings.

B<Returns:> nothing.

B<Errors:> it throws httpd's message if httpd refuses a line.

B<Phase:> while httpd runs the directive.

B<Example:> one directive that expands to two.

    my $name = 'shop';
    $parms->add_config([ "Alias /$name /srv/$name",
        "Alias /$name-images /srv/images/$name" ]);

=head2 check_cmd_context

    $why = $parms->check_cmd_context($bits);

The method checks that the directive is not in a place that you exclude. $bits
are constants of the group C<:context> in L<Apache2::Const>, joined with C<|>.

B<Returns:> undef, or a sentence for the user if the place is excluded.

B<Errors:> none of its own.

B<Example:> a directive that cannot be in a C<< <Location> >> section.

    my $why = $parms->check_cmd_context(Apache2::Const::NOT_IN_LOCATION);
    die "$why\n" if defined $why;

=head2 cmd

    $cmd = $parms->cmd;

The method returns the definition of the directive.

B<Returns:> an L<Apache2::Command>.

B<Errors:> none of its own.

B<Example:>

    die 'usage: ' . $parms->cmd->errmsg . "\n";

=head2 directive

    $node = $parms->directive;

The method returns the directive as a node of the configuration tree.

B<Returns:> an L<Apache2::Directive>.

B<Errors:> none of its own.

B<Example:> the file and the line of the directive.

    my $node = $parms->directive;
    warn $node->filename, ' line ', $node->line_num, "\n";

=head2 info

    $data = $parms->info;

The method returns the C<cmd_data> of a directive that L<Apache2::Module/add>
has added.

B<Returns:> the value, or undef for another directive.

B<Errors:> none of its own.

B<Example:> one sub for several directives.

    my $key = $parms->info // 'default';

=head2 path

    $path = $parms->path;

The method returns the argument of the section around the directive, for
example F</srv/www> in C<< <Directory /srv/www> >>.

B<Returns:> a string, or undef outside of sections.

B<Errors:> none of its own.

B<Example:>

    my $where = $parms->path // 'the whole server';

=head2 server

    $s = $parms->server;

The method returns the server or virtual host that the directive configures.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:>

    my $virtual = $parms->server->is_virtual;

=head2 override, override_opts

    $bits = $parms->override;
    $bits = $parms->override_opts;

C<override> returns the kinds of directives that are legal here, as
AllowOverride sets them. C<override_opts> returns the Options that can be set
here.

B<Returns:> an integer, a bit mask of the constants C<:override> or
C<:options> in L<Apache2::Const>.

B<Errors:> none of their own.

B<Example:>

    my $may = $parms->override & Apache2::Const::OR_AUTHCFG;

=head2 method_is_limited

    $bool = $parms->method_is_limited($method);

The method tells whether the directive applies to requests with this HTTP
method. Without a C<< <Limit> >> section around it, it applies to all.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:>

    my $for_posts = $parms->method_is_limited('POST');

=head2 context

    $config = $parms->context;

The method returns the per-directory configuration of the section. C code and
L<Apache2::Module/get_config> take it as an argument.

B<Returns:> an Apache2::ConfVector, or undef outside of sections.

B<Errors:> none of its own.

B<Example:>

    my $config = $parms->context;

=head2 pool, temp_pool

    $pool = $parms->pool;
    $pool = $parms->temp_pool;

C<pool> returns a memory pool that lasts as long as the configuration.
C<temp_pool> returns one that ends when httpd has read the configuration.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of their own.

B<Example:>

    my $net = APR::IpSubnet->new($parms->pool, '10.0.0.0', '8');

=head1 SEE ALSO

L<Apache2::Module>, L<Apache2::Command>, L<Apache2::Directive>

=cut
