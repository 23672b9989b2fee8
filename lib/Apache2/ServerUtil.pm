package Apache2::ServerUtil;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::ServerUtil - add handlers and configuration to a server, and ask
about httpd

=head1 SYNOPSIS

    use Apache2::ServerUtil ();

    my $s = Apache2::ServerUtil->server;
    $s->push_handlers(PerlChildInitHandler => \&My::connect);
    my $file = Apache2::ServerUtil::server_root_relative($s->process->pconf,
        'conf/app.yaml');

=head1 DESCRIPTION

Most of these methods are for code that runs when the server starts: files of
PerlRequire and PerlPostConfigRequire, and PerlPostConfigHandler. A later
change affects only the child process that makes it.

=head1 METHODS OF A SERVER

These are methods of L<Apache2::ServerRec>.

=head2 add_config

    $s->add_config($lines);

The method applies configuration lines to this server. The lines can have all
directives that may stand outside of sections, except those of
C<AllowOverride AuthConfig> and C<Limit>, for example C<Require>. $lines is a
reference to an array. An element can hold several lines.
L<Apache2::RequestUtil/add_config> does the same for one request.

B<Returns:> nothing.

B<Errors:> it throws httpd's message, with the number of the line, if httpd
refuses a line. It also throws after the server has started.

B<Phase:> when the server starts.

B<Example:> an Alias for each name of a list.

    my @hosts = qw(red blue);
    Apache2::ServerUtil->server->add_config([
        map { "Alias /$_ /srv/$_" } @hosts
    ]);

=head2 add_version_component

    $s->add_version_component($word);

The method adds a word to the C<Server> header. The directive C<ServerTokens>
decides whether httpd sends it.

B<Returns:> nothing.

B<Errors:> it throws after the server has started.

B<Phase:> when the server starts.

B<Example:>

    $s->add_version_component('MyApp/1.0');

=head2 dir_config

    $value = $s->dir_config($key);
    $table = $s->dir_config;
    $s->dir_config($key => $value);

The method reads the variables that PerlSetVar and PerlAddVar set for the
server. With a value, it sets the variable. A value of undef removes it. After
the server has started, a change affects this child process only.
L<Apache2::RequestUtil/dir_config> reads the variables of a directory.

B<Returns:> with a name the first value, a string, or undef; without arguments
an L<APR::Table>; with a name and a value nothing.

B<Errors:> none of its own.

B<Example:>

    my $dsn   = $s->dir_config('DSN') // 'dbi:SQLite:app.db';
    my @hosts = $s->dir_config->get('Host');

=head2 error_log2stderr

    $s->error_log2stderr;

The method makes STDERR of this process write to the error log of this server.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> in a child process of C<fork> that works for a virtual host.

    $r->server->error_log2stderr;

=head2 get_handlers

    $subs = $s->get_handlers($directive);

The method returns the handlers that this server has for a phase. $directive is
the name of a handler directive, for example C<PerlFixupHandler>.

B<Returns:> a reference to an array of code references, or undef if it never
had any. A handler whose code cannot be found is there by its name.

B<Errors:> it throws if there is no such directive.

B<Example:>

    my $has = defined $s->get_handlers('PerlFixupHandler');

=head2 push_handlers

    $bool = $s->push_handlers($directive => $handler);

The method adds handlers to a phase of this server. $handler is a code
reference, the name of a sub or package as in the directive, or a reference to
an array of these. When the server starts, the handlers are added for all
processes; later, only for this process.

B<Returns:> true.

B<Errors:> it throws if there is no such directive.

B<Example:> each child process opens a database connection of its own.

    $s->push_handlers(PerlChildInitHandler => sub ($pool, $s) {
        $My::DBH = DBI->connect('dbi:SQLite:app.db', '', '');
        return Apache2::Const::OK;
    });

=head2 set_handlers

    $bool = $s->set_handlers($directive => $handler);

The method replaces the handlers of a phase. With undef or an empty array, the
phase has no Perl handlers.

B<Returns:> true.

B<Errors:> it throws if there is no such directive.

B<Example:> switch the Perl logging off.

    $s->set_handlers(PerlLogHandler => undef);

=head2 is_perl_option_enabled

    $bool = $s->is_perl_option_enabled($name);

The method tells whether an option of the directive C<PerlOptions> is on for
the server.

B<Returns:> 1 or 0.

B<Errors:> it throws if there is no option of that name.

B<Example:>

    my $on = $s->is_perl_option_enabled('ChildInit');

=head2 loglevel

    $level = $s->loglevel;
    $old   = $s->loglevel($level);

The method reads or sets the LogLevel of the server, as a constant of the
group C<:log> in L<Apache2::Const>. A C<LogLevel> of a single module, for
example C<perl:debug>, takes precedence.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:> a handler logs more than the rest of the server.

    my $old = $r->server->loglevel(Apache2::Const::LOG_DEBUG);
    $r->log->debug('in detail');
    $r->server->loglevel($old);

=head2 method_register

    $number = $s->method_register($name);

The method makes httpd accept another HTTP method in requests.

B<Returns:> an integer, the number of the method.

B<Errors:> none of its own.

B<Phase:> when the server starts, so that all child processes know the method.

B<Example:>

    my $number = $s->method_register('PURGE');

=head1 CLASS METHODS

=head2 server

    $s = Apache2::ServerUtil->server;

The method returns the main server, the one outside of all C<< <VirtualHost> >>
sections. C<< $r->server >> is the virtual host of a request.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:>

    my $s = Apache2::ServerUtil->server;
    my $name = $s->server_hostname;

=head2 user_id, group_id

    $uid = Apache2::ServerUtil->user_id;
    $gid = Apache2::ServerUtil->group_id;

The methods return the numeric user and group of the child processes, from the
directives C<User> and C<Group>.

B<Returns:> an integer.

B<Errors:> none of their own.

B<Example:> the parent process, which is root, makes a directory for the child
processes.

    mkdir '/var/cache/app';
    chown Apache2::ServerUtil->user_id, Apache2::ServerUtil->group_id,
        '/var/cache/app';

=head1 FUNCTIONS

=head2 exists_config_define

    $bool = Apache2::ServerUtil::exists_config_define($name);

The function tells whether a name is defined for C<< <IfDefine> >>: by
C<httpd -D>, by the directive C<Define>, or by a module.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:> after C<httpd -D TEST>.

    my $is_test = Apache2::ServerUtil::exists_config_define('TEST');

=head2 get_server_banner, get_server_description, get_server_version

    $text = Apache2::ServerUtil::get_server_banner();

C<get_server_banner> returns the text of the C<Server> header, which
C<ServerTokens> can shorten. C<get_server_description> returns the full text,
with all components. C<get_server_version> is an old name of the first.

B<Returns:> a string.

B<Errors:> none of their own.

B<Example:>

    $r->print(Apache2::ServerUtil::get_server_banner());

=head2 get_server_built

    $when = Apache2::ServerUtil::get_server_built();

The function returns the time at which httpd was compiled.

B<Returns:> a string such as C<2026-01-31T12:00:00>. The build of httpd
decides about its format.

B<Errors:> none of its own.

B<Example:>

    my $when = Apache2::ServerUtil::get_server_built();

=head2 restart_count

    $count = Apache2::ServerUtil::restart_count();

The function tells how often httpd has read its configuration. httpd reads it
twice when it starts, and once more for each restart. Handlers therefore see 2
after a start, and 3 after the first restart. With C<< <Perl> >>,
PerlConfigRequire or PerlLoadModule in the configuration, Perl already runs in
the first reading, and sees 1.

B<Returns:> an integer, 1 or more.

B<Errors:> none of its own.

B<Example:> code that runs when the server starts, but not when it restarts.

    if (Apache2::ServerUtil::restart_count() == 2) {
        warn "the server starts\n";
    }

=head2 server_root

    $directory = Apache2::ServerUtil::server_root();

The function returns the directory of the directive C<ServerRoot>.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> a directory of modules below ServerRoot.

    use lib Apache2::ServerUtil::server_root() . '/lib/perl';

=head2 server_root_relative

    $path = Apache2::ServerUtil::server_root_relative($pool, $name);

The function makes a path absolute. A relative path starts at ServerRoot.
Without $name, the result is ServerRoot itself. $pool is an L<APR::Pool>.

B<Returns:> a string, or undef if the path is invalid, for example too long.

B<Errors:> none of its own.

B<Example:>

    my $file = Apache2::ServerUtil::server_root_relative($r->pool,
        'conf/mime.types');

=head2 server_shutdown_cleanup_register

    Apache2::ServerUtil::server_shutdown_cleanup_register($code);

The function registers a sub for the end of the server. The parent process
calls it, without arguments, when the server stops or restarts. $code is a
code reference or the name of a sub. If the sub dies, mehari logs the message.

B<Returns:> nothing.

B<Errors:> it throws if there is no sub of that name, and after the server has
started.

B<Phase:> when the server starts.

B<Example:>

    Apache2::ServerUtil::server_shutdown_cleanup_register(sub {
        unlink '/var/run/app.sock';
    });

=head1 SEE ALSO

L<Apache2::ServerRec>, L<Apache2::RequestUtil>, L<Apache2::PerlSections>

=cut
