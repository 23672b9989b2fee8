package Apache2::CmdParms;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::CmdParms - what httpd knows while it obeys a directive

=head1 SYNOPSIS

    sub MyDirective {
        my ($self, $parms, @args) = @_;
        my $where = $parms->path // 'the whole server';
        die $parms->directive->directive . ": not in .htaccess\n"
            if $parms->check_cmd_context(Apache2::Const::NOT_IN_HTACCESS);
        $self->{args} = \@args;
    }

=head1 DESCRIPTION

The subs behind directives that were added with L<Apache2::Module/add> get
such an object as their second argument. SERVER_CREATE, DIR_CREATE and the
handler of a C<< <Perl> >> section get it too. You can use it while that
directive is obeyed.

=head1 METHODS

=head2 add_config

    $parms->add_config($lines);

The method obeys configuration lines where the directive stands. $lines is a
reference to an array of strings.

B<Returns:> nothing.

B<Errors:> it throws httpd's message if a line is refused.

B<Phase:> while the directive is obeyed.

B<Example:> one directive that stands for two.

    my $name = 'shop';
    $parms->add_config([ "Alias /$name /srv/$name",
        "Alias /$name-images /srv/images/$name" ]);

=head2 check_cmd_context

    $why = $parms->check_cmd_context($bits);

The method asks whether the directive stands where it may not: constants
C<:context> of L<Apache2::Const>, joined.

B<Returns:> a sentence that says what is wrong, or undef if nothing is.

B<Errors:> none of its own.

B<Example:>

    my $why = $parms->check_cmd_context(Apache2::Const::NOT_IN_LOCATION);
    die "$why\n" if defined $why;

=head2 cmd

    $cmd = $parms->cmd;

The method gives what httpd knows of the directive.

B<Returns:> an L<Apache2::Command>.

B<Errors:> none of its own.

B<Example:>

    die 'usage: ' . $parms->cmd->errmsg . "\n";

=head2 directive

    $node = $parms->directive;

The method gives the directive in the tree of the configuration.

B<Returns:> an L<Apache2::Directive>.

B<Errors:> none of its own.

B<Example:>

    my $node = $parms->directive;
    warn $node->filename, ' line ', $node->line_num, "\n";

=head2 info

    $data = $parms->info;

The method gives the C<cmd_data> of a directive that Perl has added.

B<Returns:> that value; undef for other directives.

B<Errors:> none of its own.

B<Example:> one sub for several directives.

    my $key = $parms->info // 'default';

=head2 path

    $path = $parms->path;

The method gives the argument of the container around the directive.

B<Returns:> a string, or undef at the level of the server.

B<Errors:> none of its own.

B<Example:>

    my $where = $parms->path // 'the whole server';

=head2 server

    $s = $parms->server;

The method gives the server that is being configured.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:>

    my $virtual = $parms->server->is_virtual;

=head2 override, override_opts

    $bits = $parms->override;
    $bits = $parms->override_opts;

The first method says what AllowOverride allows here, the second which Options
may be set.

B<Returns:> constants C<:override>, and C<:options>, joined.

B<Errors:> none of its own.

B<Example:>

    my $may = $parms->override & Apache2::Const::OR_AUTHCFG;

=head2 method_is_limited

    $bool = $parms->method_is_limited($method);

The method says whether the directive holds for a request method. It holds for
all methods if no C<< <Limit> >> is around it.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:>

    my $for_posts = $parms->method_is_limited('POST');

=head2 context

    $config = $parms->context;

The method gives the configuration of the section, for C code and
L<Apache2::Module/get_config>.

B<Returns:> an Apache2::ConfVector; undef at the level of the server.

B<Errors:> none of its own.

B<Example:>

    my $config = $parms->context;

=head2 pool, temp_pool

    $pool = $parms->pool;
    $pool = $parms->temp_pool;

The first pool lasts as long as the configuration. The second ends when the
configuration has been read.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:>

    my $net = APR::IpSubnet->new($parms->pool, '10.0.0.0', '8');

=head1 SEE ALSO

L<Apache2::Module>, L<Apache2::Command>, L<Apache2::Directive>

=cut
