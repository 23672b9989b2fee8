package Mehari::Explain::Reason::Embedded;

# MH20xx: requests that Perl in httpd answers.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $FAILED = 'The request gets 500.';

sub reasons ($class) {
    return
        map { entry(@$_) }
        (handlers(), turns(), output(), providers(), filters(), others());
}

sub handlers () {
    return (
        [
            'MH2001',
            'Perl died',
            '{error}',
            'Code of a handler, a filter or a callback died. The text is what'
                . ' it died with, with file and line where it said so.',
            'A handler\'s request gets 500; at the start, httpd does not'
                . ' start.',
            'The text is of the code that runs, not of mehari: see there. An'
                . ' error page finds it in error-notes.',
        ],
        [
            'MH2002',
            'a handler cannot be called',
            'handler {name}: {error}',
            'The sub, method or module that a Perl*Handler directive or'
                . ' push_handlers names is not there, or does not compile.',
            $FAILED,
            'Correct the name, or load its module; see MH1006 at the start.',
        ],
        [
            'MH2016',
            'the configurations of a module cannot be merged',
            '{module}::{method}: {error}',
            'DIR_MERGE or SERVER_MERGE of a module with directives of its own'
                . ' died.',
            'The inner configuration counts alone.',
            'The text is the module\'s own.',
        ],
        [
            'MH2020',
            'a cleanup died',
            'APR::Pool: cleanup died: {error}',
            'Code that cleanup_register was given died when the pool went.',
            'The other cleanups run.',
            'The text is of that code.',
        ],
        [
            'MH2021',
            'an XS module calls what is not there',
            '{error}',
            'An XS module asked by modperl_callback for a handler that cannot'
                . ' be found.',
            'Its call fails, with what the module makes of it.',
            'The name stands in the message: load its module.',
        ],
    );
}

sub turns () {
    return (
        [
            'MH2003',
            'a request has waited too long for Perl',
            '{uri}: other requests have kept the Perl of this process busy for'
                . ' more than {seconds} seconds (PerlInterpWait)',
            'Under a threaded MPM the threads of a process share one Perl, one'
                . ' at a time. A handler took long, or asked this server for'
                . ' something.',
            'The request gets 503.',
            'Let slow handlers run in a pool (PerlUsePool); have more'
                . ' processes with fewer threads; or raise PerlInterpWait.',
        ],
        [
            'MH2004',
            'a connection has waited too long for Perl',
            'other requests have kept the Perl of this process busy for more'
                . ' than {seconds} seconds (PerlInterpWait)',
            'The same as MH2003, for a handler or filter of connections.',
            'The connection is closed.',
            'See MH2003.',
        ],
        [
            'MH2006',
            'a connection without Perl',
            'a connection needs Perl, which did not start',
            'A filter or handler of connections is to run, and Perl could not'
                . ' be started for it.',
            'The connection is closed.',
            'Look above for MH1001.',
        ],
    );
}

sub output () {
    return (
        [
            'MH2007',
            'a forked process printed',
            'a forked process printed: only its parent\'s output is sent; let'
                . ' it write to a pipe that the parent reads',
            'A handler called fork, and the child printed to the client.',
            'What the child printed is lost.',
            'Let the child write to a pipe; or $r->spawn_proc_prog for'
                . ' programs.',
        ],
        [
            'MH2008',
            'headers without an end',
            'the output of {file} ended before its headers did: print an empty'
                . ' line after the last header',
            'With PerlOptions +ParseHeaders a script prints its headers, an'
                . ' empty line, and the page.',
            $FAILED,
            'print "Content-Type: text/html\n\n" with two line ends.',
        ],
        [
            'MH2009',
            'no end of headers in sight',
            '{file} printed {count} bytes without an empty line after its'
                . ' headers',
            'The script prints a page without headers.',
            $FAILED,
            'Print headers first, or take PerlOptions +ParseHeaders out.',
        ],
        [
            'MH2010',
            'the way back is closed',
            'cannot go back to the working directory',
            'After a script that has changed it, httpd\'s own working'
                . ' directory cannot be entered.',
            'The next script that uses relative names may find others.',
            'The error behind it says why; restart httpd where it is readable.',
        ],
    );
}

sub providers () {
    my $no = 'The password or right is not granted; httpd answers 500.';
    return (
        [
            'MH2011',
            'a question without a name',
            'a Perl provider was asked for a password without being told its'
                . ' name; define it, and aliases of it, in httpd\'s'
                . ' configuration files',
            'A module asked for the password by a way that does not tell'
                . ' the provider\'s name.',
            $no,
            'Name the provider in AuthBasicProvider.',
        ],
        [
            'MH2039',
            'a question without a name, for an XS module',
            'a provider of an XS module was asked for a password without'
                . ' being told its name',
            'The same as MH2011, for a provider that an XS module has.',
            $no,
            'Name the provider in AuthBasicProvider.',
        ],
        [
            'MH2012',
            'a provider that is not there',
            'provider {name}: {error}',
            'The sub of the provider cannot be found.',
            $no,
            'Load its module at start.',
        ],
        [
            'MH2013',
            'a provider that ends',
            'provider {name} called exit() instead of answering',
            'exit gives no answer.',
            $no,
            'Return one of the constants of Apache2::Const.',
        ],
        [
            'MH2014',
            'an answer that is none',
            'provider {name} returned {number}, which is none of the constants'
                . ' :{group}_status of Apache2::Const',
            'The sub returned something else, a true value for example.',
            $no,
            'Return AUTH_GRANTED, AUTHZ_GRANTED and the like.',
        ],
        [
            'MH2015',
            'no hash where one was promised',
            'provider {name} returned AUTH_USER_FOUND and left no hash in the'
                . ' scalar that its last argument refers to',
            'For AuthDigest the provider has to leave the hash of the'
                . ' password.',
            $no,
            '${$_[-1]} = $hash; before the return.',
        ],
    );
}

sub filters () {
    my $aborted
        = 'The response is broken off, so that it does not look whole.';
    return (
        [
            'MH2017',
            'a filter cannot be called',
            'filter {name}: {error}',
            'The sub that a Perl*FilterHandler names cannot be found, or its'
                . ' FilterHasInitHandler gives no FilterInitHandler.',
            $aborted,
            'Correct the name or the attribute, or load the module.',
        ],
        [
            'MH2019',
            'a filter that read and declines',
            'filter {name}: a filter that has called $f->read must return OK'
                . ' and not DECLINED',
            'What it has read is gone from the stream.',
            $aborted,
            'Return Apache2::Const::OK, or decline before reading.',
        ],
    );
}

sub others () {
    return (
        [
            'MH2022',
            'PSGI without an application',
            '{uri}: SetHandler perl-psgi needs an application: say PerlPsgiApp'
                . ' FILE here',
            'There is SetHandler perl-psgi without PerlPsgiApp.',
            $FAILED,
            'PerlPsgiApp /path/app.psgi beside SetHandler.',
        ],
        [
            'MH2047',
            'an application died after its headers',
            '{error}',
            'The application of PSGI died, or its body did, when the response'
                . ' was on its way.',
            'The response is broken off, so that it does not look whole.',
            'The text is of the application.',
        ],
        [
            'MH2048',
            'a cleanup of PSGI died',
            'psgix.cleanup: {error}',
            'A handler in psgix.cleanup.handlers died after the response.',
            'The other handlers run.',
            'The text is of the application.',
        ],
    );
}

1;
