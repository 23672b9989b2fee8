package Mehari::Fresh;

use v5.36;

our $VERSION = '0.1.0';

# handler() and compile() are C (src/registry/fresh.c).

# A script that is asked for while a program runs: ModPerl::PerlRun's way, in
# the script's directory.
sub run_inside ($r) {
    require ModPerl::PerlRunPrefork;
    return ModPerl::PerlRunPrefork->handler($r);
}

1;

__END__

=head1 NAME

Mehari::Fresh - run CGI scripts in the server: compiled once, clean every time

=head1 SYNOPSIS

    Alias /fresh /var/www/cgi-bin
    <Location /fresh>
        SetHandler perl-script
        PerlResponseHandler Mehari::Fresh
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

A script is compiled when it is first asked for, as the main program of a perl,
and that program runs for every request. Before each run all that the script can
see of its own state is as it was right after the compilation: variables of the
file, also those that named subs use, package variables, handles, formats, subs,
C<$/> and its like, C<%SIG>, C<@INC>, the directory, the umask. Objects are
destroyed and END blocks run at the end of each. When the script changes, or a
library that it has required in a BEGIN block, it is compiled anew.

It is in httpd's own process under prefork, and in the workers of a pool, under
any MPM, where PerlUsePool says so.

What a program finds is what mod_cgi gives it:

=over

=item *

package C<main>, an empty C<caller>, C<$0> and the working directory of the
script, the words of a query without C<=> in C<@ARGV>, C<$^X>, C<$^T>;

=item *

C<%ENV> with CGI's variables and without C<MOD_PERL>; TZ reaches the C library,
also when the script sets it;

=item *

C<exit>, which no C<eval> catches; C<__DATA__>, switches of the first line;

=item *

what it prints on STDERR, and what it dies of, is in the error log. How it ends
does not matter: what it has printed is the page. Only when it has printed
nothing, that is error 500. Content-Length is counted by httpd.

=back

=head1 WHAT IS DIFFERENT FROM MOD_CGI

=over

=item *

Modules stay loaded, with what is in their own variables; what a module does
when it is loaded happens once per process. CGI.pm and CGI::Carp are put back.

=item *

BEGIN blocks and C<use> run once, so what they read of a request is that of the
first one.

=item *

The first time that code of a module, and none of the script, starts a process,
what that prints is not in the page. BEGIN blocks have descriptors 0 and 1 of
httpd.

=back

C<SetHandler perl-cgi> has none of these differences.

=head1 SCRIPTS THAT NEED A PROCESS

Some programs have a process of their own for each request, forked from httpd's
(or the worker's) where they are compiled already; it has the request's body and
the page as descriptors 0 and 1, as under mod_cgi:

=over

=item *

those whose code starts others (C<system>, C<exec>, C<fork>, backticks, C<open>
with a pipe), sends signals, or ends by C<POSIX::_exit>; so are those that have
been seen to start one by code of a module, from the next request on;

=item *

those whose first line has C<-T>, as perl taints for a whole process. They are
compiled for each request, there. Modules that httpd has loaded were loaded
without it.

=back

The answer is there when all processes have closed descriptor 1. One that is
silent for httpd's Timeout is ended, and when a signal ends it the answer breaks
off.

=head1 A REQUEST INSIDE ANOTHER

There is one main program at a time. A script that is asked for while another
one runs (a subrequest of a script that uses Apache2::SubRequest) is run by
L<ModPerl::PerlRunPrefork>: it is compiled for that one run, into a package of
its own. One whose first line has C<-T> is refused there.

=head1 METHODS

=over

=item handler($r)

Answers a request; called by httpd.

=item compile(@files)

In a startup file: compiles scripts before httpd forks, so that all children
share them. Returns how many could be compiled; of the others perl says why.

    # startup.pl, named by PerlPostConfigRequire
    Mehari::Fresh->compile(glob '/var/www/cgi-bin/*.pl');

=item run_inside($r)

The slow way, for requests inside another.

=back

=head1 ERRORS

"FILE not found or unable to stat" (404), "file permissions deny server access",
"Options ExecCGI is off in this directory" (403), "needs SetHandler perl-script"
and "End of script output before headers" (500) are in the error log.

=cut
