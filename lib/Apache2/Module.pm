package Apache2::Module;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::Module - httpd's modules, and directives of your own

=head1 SYNOPSIS

    # httpd.conf
    PerlLoadModule My::Greeting
    <Location "/hello">
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

The function makes a module of httpd out of a package, once for each package.
Each directive is a hash:

=over

=item name

The word in the configuration. Only this key is required.

=item func

The sub that obeys the directive: a name (without a package it is one of the
module's) or a code reference. The default is the sub of the directive's name
in the package. httpd calls it with the object of the section, an
L<Apache2::CmdParms> and the arguments. Its message is an error of the
configuration if it dies. Its result is ignored, but DECLINE_CMD leaves the
directive to other modules.

=item req_override

The places where the directive is legal: constants C<:override>, or the name of
one. The default is OR_ALL.

=item args_how

The arguments that it takes: a constant C<:cmd_how>, or its name. The default is
TAKE1. FLAG gives 1 or 0, RAW_ARGS the text as it stands, TAKE_ARGV all words.

=item errmsg

Its purpose. httpd's messages show it.

=item cmd_data

Any value. C<< $parms->info >> gives it back.

=back

Four subs of the package may say what is kept:

=over

=item $class->SERVER_CREATE($parms), $class->DIR_CREATE($parms)

Make the object of a server and of a section, at the first of the directives
there. The default is an empty hash, blessed into the package.

=item $outer->SERVER_MERGE($inner), $outer->DIR_MERGE($inner)

Make of two objects the one that holds where both do: of the main server and a
virtual host, of an outer and an inner section. They must not change the two.
The default is the inner one.

=back

B<Returns:> nothing.

B<Errors:> it throws if a directive is malformed, or the package has been
added already.

B<Phase:> while the configuration is read: from a module that PerlLoadModule
names.

B<Example:>

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

=head2 get_config

    $object = Apache2::Module::get_config($class, $s);
    $object = Apache2::Module::get_config($class, $s, $r->per_dir_config);

The function gives the object of a server, or of the section that holds.
$class is the package that called C<add>, or an object of it.

B<Returns:> what SERVER_CREATE or DIR_CREATE has made; undef if none of its
directives stands there.

B<Errors:> none of its own.

B<Example:>

    my $own = Apache2::Module::get_config('My::Limits', $r->server,
        $r->per_dir_config);
    my $limit = $own ? $own->{limit} : 100;

=head2 loaded

    $bool = Apache2::Module::loaded($name);

The function says whether a module is loaded: one of httpd (C<mod_ssl.c>), one
that LoadModule has brought (C<mod_ssl.so>), or one of Perl (C<My::Greeting>).

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    die "needs mod_headers\n"
        if !Apache2::Module::loaded('mod_headers.c');

=head2 find_linked_module

    $module = Apache2::Module::find_linked_module($name);

The function finds a module of httpd.

B<Returns:> an C<Apache2::Module>, or undef if there is none.

B<Errors:> none of its own.

B<Example:>

    my $alias = Apache2::Module::find_linked_module('mod_alias.c');

=head2 top_module

    $module = Apache2::Module::top_module();

The function gives the first module of httpd. The others follow with C<next>.

B<Returns:> an C<Apache2::Module>.

B<Errors:> none of its own.

B<Example:>

    for (my $m = Apache2::Module::top_module(); $m; $m = $m->next) {
        say $m->name;
    }

=head1 METHODS

=head2 name

    $name = $module->name;

The method names the module: C<mod_alias.c>, or the package of a module in
Perl.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $name = Apache2::Module::top_module()->name;

=head2 cmds

    $cmd = $module->cmds;

The method gives the first directive of the module. The others follow with
C<next>.

B<Returns:> an L<Apache2::Command>, or undef if it has none.

B<Errors:> none of its own.

B<Example:>

    for (my $cmd = $module->cmds; $cmd; $cmd = $cmd->next) {
        say $cmd->name;
    }

=head2 next

    $module = $module->next;

The method gives the next module of the list.

B<Returns:> an C<Apache2::Module>, or undef at the end.

B<Errors:> none of its own.

B<Example:>

    my $second = Apache2::Module::top_module()->next;

=head2 module_index

    $number = $module->module_index;

The method gives the number of the module in httpd's vectors of configuration.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $number = $module->module_index;

=head2 ap_api_major_version, ap_api_minor_version

    $number = $module->ap_api_major_version;

The methods give the version of httpd's module interface that the module was
built for.

B<Returns:> an integer, for example 20120211.

B<Errors:> none of its own.

B<Example:>

    my $version = join '.', $module->ap_api_major_version,
        $module->ap_api_minor_version;

=head2 remove_loaded_module

    $module->remove_loaded_module;

The method makes httpd forget the module. It is seldom of use.

B<Returns:> nothing.

B<Errors:> it throws after the server has started.

B<Phase:> while the server starts.

B<Example:>

    my $module = Apache2::Module::find_linked_module('mod_info.c');
    $module->remove_loaded_module if $module;

=head1 SEE ALSO

L<Apache2::CmdParms>, L<Apache2::Command>, L<Apache2::Directive>,
L<Apache2::PerlSections>

=cut
