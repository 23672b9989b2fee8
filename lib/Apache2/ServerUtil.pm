package Apache2::ServerUtil;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::ServerUtil - a server's configuration and handlers, and what httpd
knows about itself

=head1 SYNOPSIS

    use Apache2::ServerUtil ();

    my $s = Apache2::ServerUtil->server;
    $s->push_handlers(PerlChildInitHandler => \&My::connect);
    my $file = Apache2::ServerUtil::server_root_relative($s->process->pconf,
        'conf/app.yaml');

=head1 DESCRIPTION

This module is mostly for code that runs while the server starts: PerlRequire
and PerlPostConfigRequire files, PerlPostConfigHandler.

=head1 METHODS OF A SERVER

These are methods of L<Apache2::ServerRec>.

=head2 add_config

    $s->add_config($lines);

The method obeys configuration lines for this server: all that may stand
outside of containers, except what needs AllowOverride AuthConfig or Limit.
$lines is a reference to an array; an element may hold several lines. Use
L<Apache2::RequestUtil/add_config> for one request.

B<Returns:> nothing.

B<Errors:> it throws httpd's message and the number of the line that is
refused, and throws after the server has started.

B<Phase:> while the server starts.

B<Example:>

    my @hosts = qw(red blue);
    Apache2::ServerUtil->server->add_config([
        map { "Alias /$_ /srv/$_" } @hosts
    ]);

=head2 add_version_component

    $s->add_version_component($word);

The method adds a word to the Server header, where ServerTokens shows it.

B<Returns:> nothing.

B<Errors:> it throws after the server has started.

B<Phase:> while the server starts.

B<Example:>

    $s->add_version_component('MyApp/1.0');

=head2 dir_config

    $value = $s->dir_config($key);
    $table = $s->dir_config;
    $s->dir_config($key => $value);

The method reads what PerlSetVar and PerlAddVar say for the server. A value of
undef removes the key. A value set after the server has started holds in this
child only. See L<Apache2::RequestUtil/dir_config> for the values of a
directory.

B<Returns:> with a key the first value (a string) or undef; without arguments
an L<APR::Table>; with a value nothing.

B<Errors:> none of its own.

B<Example:>

    my $dsn   = $s->dir_config('DSN') // 'dbi:SQLite:app.db';
    my @hosts = $s->dir_config->get('Host');

=head2 error_log2stderr

    $s->error_log2stderr;

The method makes STDERR write to the error log of this server.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> in the child of a fork that belongs to a virtual host.

    $r->server->error_log2stderr;

=head2 get_handlers

    $subs = $s->get_handlers($directive);

The method lists the handlers of a phase that the server has.

B<Returns:> a reference to an array of code references, or undef if there are
none. A handler whose code cannot be found is there by its name.

B<Errors:> it throws if there is no such directive.

B<Example:>

    my $has = defined $s->get_handlers('PerlFixupHandler');

=head2 push_handlers

    $bool = $s->push_handlers($directive => $handler);

The method adds handlers for a phase. A handler is a code reference, a name as
the directive has it, or a reference to an array of these. While the server
starts they are added for all processes; later, for the process that runs the
code.

B<Returns:> true.

B<Errors:> it throws if there is no such directive.

B<Example:> each child gets a connection of its own.

    $s->push_handlers(PerlChildInitHandler => sub ($pool, $s) {
        $My::DBH = DBI->connect('dbi:SQLite:app.db', '', '');
        return Apache2::Const::OK;
    });

=head2 set_handlers

    $bool = $s->set_handlers($directive => $handler);

The method replaces the handlers of a phase. undef or an empty array removes
all.

B<Returns:> true.

B<Errors:> it throws if there is no such directive.

B<Example:>

    $s->set_handlers(PerlLogHandler => undef);

=head2 is_perl_option_enabled

    $bool = $s->is_perl_option_enabled($name);

The method says whether one of PerlOptions is on for the server.

B<Returns:> 1 or 0.

B<Errors:> it throws if there is no option of that name.

B<Example:>

    my $on = $s->is_perl_option_enabled('ChildInit');

=head2 loglevel

    $level = $s->loglevel;
    $old   = $s->loglevel($level);

The method reads or sets LogLevel: a constant C<:log> of L<Apache2::Const>.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:> a handler writes more to the log for its own time.

    my $old = $r->server->loglevel(Apache2::Const::LOG_DEBUG);
    $r->log->debug('in detail');
    $r->server->loglevel($old);

=head2 method_register

    $number = $s->method_register($name);

The method makes httpd accept a request method of that name.

B<Returns:> its number, an integer.

B<Errors:> none of its own.

B<Phase:> while the server starts, so that all children know it.

B<Example:>

    my $number = $s->method_register('PURGE');

=head1 CLASS METHODS

=head2 server

    $s = Apache2::ServerUtil->server;

The method gives the main server. C<< $r->server >> is the virtual host of a
request.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:>

    my $s = Apache2::ServerUtil->server;
    my $name = $s->server_hostname;

=head2 user_id, group_id

    $uid = Apache2::ServerUtil->user_id;
    $gid = Apache2::ServerUtil->group_id;

The methods say as whom the children run (User, Group).

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:> the parent makes a directory that the children can write to.

    mkdir '/var/cache/app';
    chown Apache2::ServerUtil->user_id, Apache2::ServerUtil->group_id,
        '/var/cache/app';

=head1 FUNCTIONS

=head2 exists_config_define

    $bool = Apache2::ServerUtil::exists_config_define($name);

The function says whether a name is defined: by C<httpd -D>, by Define, or by
a module.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:>

    my $is_test = Apache2::ServerUtil::exists_config_define('TEST');

=head2 get_server_banner, get_server_description, get_server_version

    $text = Apache2::ServerUtil::get_server_banner();

The banner is what the Server header says, as far as ServerTokens allows. The
description names all components. C<get_server_version> is the old name of the
banner.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    $r->print(Apache2::ServerUtil::get_server_banner());

=head2 get_server_built

    $when = Apache2::ServerUtil::get_server_built();

The function says when httpd was built.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $when = Apache2::ServerUtil::get_server_built();

=head2 restart_count

    $count = Apache2::ServerUtil::restart_count();

The function counts how often the configuration has been read. httpd reads it
twice when it starts.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:> code that is to run once, at the second time.

    if (Apache2::ServerUtil::restart_count() == 2) {
        warn "the server starts\n";
    }

=head2 server_root

    $directory = Apache2::ServerUtil::server_root();

The function gives the directory of ServerRoot.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    use lib Apache2::ServerUtil::server_root() . '/lib/perl';

=head2 server_root_relative

    $path = Apache2::ServerUtil::server_root_relative($pool, $name);

The function makes a path absolute, seen from ServerRoot. It is the ServerRoot
itself if you give no second argument. $pool is an L<APR::Pool>.

B<Returns:> a string; undef if there can be no such path.

B<Errors:> none of its own.

B<Example:>

    my $file = Apache2::ServerUtil::server_root_relative($r->pool,
        'conf/mime.types');

=head2 server_shutdown_cleanup_register

    Apache2::ServerUtil::server_shutdown_cleanup_register($code);

The function has a sub called, without arguments, in the parent process when
the server stops or restarts. $code is a reference or the name of a sub. If
the sub dies, the message is logged.

B<Returns:> nothing.

B<Errors:> it throws if there is no sub of that name, and after the server has
started.

B<Phase:> while the server starts.

B<Example:>

    Apache2::ServerUtil::server_shutdown_cleanup_register(sub {
        unlink '/var/run/app.sock';
    });

=head1 SEE ALSO

L<Apache2::ServerRec>, L<Apache2::RequestUtil>, L<Apache2::PerlSections>

=cut
