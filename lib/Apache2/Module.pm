package Apache2::Module;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::Module - directives of your own, and the list of httpd's modules

=head1 SYNOPSIS

    # httpd.conf
    PerlLoadModule My::Greeting
    <Location "/hello">
        SetHandler modperl
        PerlResponseHandler My::Greeting
        Greeting "Good morning"
    </Location>

    package My::Greeting;

    use Apache2::Module   ();
    use Apache2::CmdParms ();
    use Apache2::Const -compile => qw(OK OR_ALL TAKE1);

    Apache2::Module::add(__PACKAGE__, [
        {   name         => 'Greeting',
            func         => __PACKAGE__ . '::set_greeting',
            req_override => Apache2::Const::OR_ALL,
            args_how     => Apache2::Const::TAKE1,
            errmsg       => 'Greeting TEXT',
        },
    ]);

    sub set_greeting {
        my ($self, $parms, $text) = @_;
        $self->{text} = $text;
    }

    sub handler {
        my $r      = shift;
        my $config = Apache2::Module::get_config(__PACKAGE__, $r->server,
            $r->per_dir_config);
        $r->print($config->{text});
        return Apache2::Const::OK;
    }

=head1 FUNCTIONS

=head2 add

    Apache2::Module::add($package, \@directives);

The function turns a package into a module of httpd, with directives of its
own. Call it once for each package. Each directive is a hash with these keys:

=over

=item name

The name of the directive. Only this key is required.

=item func

A code reference or the name of a sub. Without a package, the name is one of
this package. The default is the sub with the directive's name. httpd calls it
with the object of the section, an L<Apache2::CmdParms> and the arguments. If
the sub dies, its message becomes an error of the configuration. httpd ignores
the result, except DECLINE_CMD, which leaves the directive to another module.

=item req_override

The places where the directive is legal: constants of the group C<:override>,
or the name of one. The default is OR_ALL.

=item args_how

The arguments of the directive: a constant of the group C<:cmd_how>, or its
name. The default is TAKE1. With FLAG the sub gets 1 or 0, with RAW_ARGS the
text as it stands, with TAKE_ARGV all words.

=item errmsg

A short text about the directive, for httpd's error messages.

=item cmd_data

Any value. The sub gets it from C<< $parms->info >>.

=back

The package can have four more subs, which create and merge its configuration:

=over

=item $class->SERVER_CREATE($parms), $class->DIR_CREATE($parms)

These subs create the object of a server or of a section, when httpd reads the
first of your directives there. The default is an empty hash, blessed into the
package.

=item $outer->SERVER_MERGE($inner), $outer->DIR_MERGE($inner)

These subs merge two objects into a new one: of the main server and a virtual
host, or of an outer and an inner section. The subs must not change the two
objects. By default the inner object replaces the outer one.

=back

B<Returns:> nothing.

B<Errors:> it throws if a directive is malformed, or if you have already
called it for this package.

B<Phase:> while httpd reads the configuration: in a module that PerlLoadModule
loads. In a worker of a pool the call has no effect, because httpd itself obeys
the directives.

B<Example:> a directive that takes a number.

    Apache2::Module::add('My::Limits', [
        {   name         => 'RowLimit',
            func         => sub ($self, $parms, $number) {
                die "RowLimit must be a number\n" if $number =~ /\D/;
                $self->{limit} = $number;
            },
            req_override => 'OR_ALL',
            args_how     => 'TAKE1',
            errmsg       => 'RowLimit NUMBER',
        },
    ]);

In the same package: a setting of an inner section replaces only the same
setting of the outer one.

    sub DIR_MERGE ($outer, $inner) {
        return bless { %$outer, %$inner }, ref $outer;
    }

=head2 get_config

    $object = Apache2::Module::get_config($class, $s);
    $object = Apache2::Module::get_config($class, $s, $r->per_dir_config);

The function returns the object with the settings of a module in Perl. These
are the settings of the server or, with the third argument, those of the
directory or location. $class is the package that has called C<add>, or an
object of it.

B<Returns:> the object that SERVER_CREATE or DIR_CREATE has created; undef if
the configuration has none of the module's directives there.

B<Errors:> in a worker of a pool it throws for a module that has called C<add>,
because only httpd has the settings.

B<Example:>

    my $own = Apache2::Module::get_config('My::Limits', $r->server,
        $r->per_dir_config);
    my $limit = $own ? $own->{limit} : 100;

=head2 loaded

    $bool = Apache2::Module::loaded($name);

The function tells whether httpd has a module. $name is a source file
(C<mod_ssl.c>), a file that LoadModule loads (C<mod_ssl.so>), or a package in
Perl (C<My::Greeting>).

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    die "needs mod_headers\n"
        if !Apache2::Module::loaded('mod_headers.c');

=head2 find_linked_module

    $module = Apache2::Module::find_linked_module($name);

The function finds a module of httpd by the name of its source file.

B<Returns:> an C<Apache2::Module>, or undef if there is none.

B<Errors:> none of its own.

B<Example:>

    my $alias = Apache2::Module::find_linked_module('mod_alias.c');

=head2 top_module

    $module = Apache2::Module::top_module();

The function returns the first module in httpd's list.

B<Returns:> an C<Apache2::Module>.

B<Errors:> none of its own.

B<Example:> the names of all modules.

    for (my $m = Apache2::Module::top_module(); $m; $m = $m->next) {
        say $m->name;
    }

=head1 METHODS

=head2 name

    $name = $module->name;

The method returns the name of the module, for example C<mod_alias.c>. For a
module in Perl it is the package.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $name = Apache2::Module::top_module()->name;

=head2 cmds

    $cmd = $module->cmds;

The method returns the first directive of the module. C<next> of a directive
gives the next one.

B<Returns:> an L<Apache2::Command>, or undef if the module has no directives.

B<Errors:> none of its own.

B<Example:> the names of all directives of a module.

    for (my $cmd = $module->cmds; $cmd; $cmd = $cmd->next) {
        say $cmd->name;
    }

=head2 next

    $module = $module->next;

The method returns the next module in httpd's list.

B<Returns:> an C<Apache2::Module>, or undef at the end.

B<Errors:> none of its own.

B<Example:>

    my $second = Apache2::Module::top_module()->next;

=head2 module_index

    $number = $module->module_index;

The method returns the position of the module in httpd's configuration vectors,
for C code.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $number = $module->module_index;

=head2 ap_api_major_version, ap_api_minor_version

    $number = $module->ap_api_major_version;

The methods return the version of httpd's module interface that the module was
compiled for.

B<Returns:> an integer, for example 20120211 and 126.

B<Errors:> none of their own.

B<Example:>

    my $version = join '.', $module->ap_api_major_version,
        $module->ap_api_minor_version;

=head2 remove_loaded_module

    $module->remove_loaded_module;

The method removes the module from httpd's list, as if it had not been loaded.
Few programs need this.

B<Returns:> nothing.

B<Errors:> it throws after the server has started.

B<Phase:> when the server starts.

B<Example:>

    my $module = Apache2::Module::find_linked_module('mod_info.c');
    $module->remove_loaded_module if $module;

=head1 SEE ALSO

L<Apache2::CmdParms>, L<Apache2::Command>, L<Apache2::Directive>,
L<Apache2::PerlSections>

=cut
