package Mehari::Explain::Reason::PoolStart;

# MH12xx: the directives of pools and of perl-cgi, and how a pool starts.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $ENDS = 'httpd does not start, and a configuration test fails.';
my $LOST = 'Nobody serves the requests of this pool.';

sub reasons ($class) {
    return map { entry(@$_) } (pools(), users(), scripts(), managers());
}

sub pools () {
    return (
        [
            'MH1201',
            'a pool inside of something',
            'PerlPool defines a pool for the whole server: put it outside of'
                . ' containers and <VirtualHost>, and PerlUsePool into them',
            'A pool is a family of processes, which all hosts share that'
                . ' use it.',
            $ENDS,
            'Move PerlPool out, and leave PerlUsePool NAME.',
        ],
        [
            'MH1202',
            'a pool without a name',
            'PerlPool needs a name (letters, digits, _ . -) and then KEY=VALUE'
                . ' words',
            'The first word is the name; it has up to 64 characters.',
            $ENDS,
            'PerlPool shop user=shop processes=20',
        ],
        [
            'MH1203',
            'a wrong key of a pool',
            'PerlPool {pool}: {word}: {error}',
            'A key that does not exist, or a value that it cannot have.',
            $ENDS,
            'See PerlPool in docs/directives.md for the keys.',
        ],
        [
            'MH1204',
            'a pool that is not defined',
            'PerlUsePool {name} ({file}:{line}): there is no such pool; define'
                . ' it with PerlPool {name} user=...',
            'PerlUsePool names a pool that no PerlPool defines.',
            $ENDS,
            'Define it, or correct the name. "default" is always there.',
        ],
        [
            'MH1222',
            'a pool that is called none',
            'PerlPool none: PerlUsePool none means that there is no pool; give'
                . ' it another name',
            'PerlUsePool none says that handlers run inside httpd.',
            $ENDS,
            'Give it another name, and that to PerlUsePool.',
        ],
        [
            'MH1207',
            'a choice of pools in .htaccess',
            'PerlUsePool is not allowed in .htaccess: it says as whom a script'
                . ' runs; put it into the server configuration',
            'A pool has a user of its own.',
            'Requests for this directory get 500.',
            'Put it into <Directory> or <Location>.',
        ],
    );
}

sub users () {
    return (
        [
            'MH1205',
            'a pool of root',
            'PerlPool {pool}: a pool never runs as root; name another user'
                . ' with user=',
            'user=root or user=0, or httpd has User root.',
            $ENDS,
            'Give the scripts a user of their own: adduser --system NAME.',
        ],
        [
            'MH1206',
            'a user that httpd cannot become',
            'PerlPool {pool}: only a server that root has started can run a'
                . ' pool as another user; leave out user=, or start httpd as'
                . ' root',
            'httpd was started by an ordinary user.',
            $ENDS,
            'Leave out user=, or start httpd as root.',
        ],
    );
}

sub scripts () {
    return (
        [
            'MH1208',
            'no place for the log of scripts',
            'ScriptLog: {file} is no path',
            'The value cannot be the path of a file.',
            $ENDS,
            'An absolute path, or one relative to ServerRoot.',
        ],
        [
            'MH1209',
            'a number of bytes is needed',
            '{directive} takes a number of bytes, not {word}',
            'The word is no whole number from 0 on.',
            $ENDS,
            'Write plain digits: 1048576.',
        ],
        [
            'MH1210',
            'a time is needed',
            '{directive} takes a time such as 90s, not {word}',
            'The word is no time.',
            $ENDS,
            'Write 90, 90s, 2min or 500ms.',
        ],
        [
            'MH1211',
            'a buffer that is too small',
            'PerlCgiBuffer takes at least 65536: what a pipe holds',
            'What a script prints goes through a pipe, and less than that'
                . ' would save nothing.',
            $ENDS,
            'Write 65536 or more.',
        ],
        [
            'MH1212',
            'an unknown tier',
            'PerlTier takes exact or registry, not {word}',
            'The tiers say how a script is run.',
            $ENDS,
            'mehari explain SCRIPT says which is right for it.',
        ],
    );
}

sub managers () {
    return (
        [
            'MH1214',
            'the module does not know where it lies',
            'cannot find out where mod_mehari.so is',
            'The linker of the system did not say. mehari-pool is looked for'
                . ' beside the module.',
            $ENDS,
            'Load the module by LoadModule with its path; it cannot be built'
                . ' into httpd.',
        ],
        [
            'MH1215',
            'no program for pools',
            'cannot run {file}: {error}; install it beside mod_mehari.so',
            'mehari-pool is not in the directory of the module, or may not be'
                . ' executed.',
            'With a PerlPool in the configuration httpd does not start;'
                . ' without, perl-cgi does not work (MH1218).',
            'Install both files of the package; see the permissions and'
                . ' whether the file system is mounted noexec.',
        ],
        [
            'MH1216',
            'a pool cannot be started',
            'PerlPool {pool}: cannot be started: {error}',
            'No descriptors or no memory, or the definition of the pool is too'
                . ' long (64 KB with env= and preload=).',
            $ENDS,
            'Raise the limits of the service; shorten env=.',
        ],
        [
            'MH1217',
            'no process for a pool',
            'PerlPool {pool}: cannot fork: {error}',
            'The system gave no process.',
            $ENDS,
            'Look at TasksMax, ulimit -u and the memory.',
        ],
        [
            'MH1218',
            'the default pool is not there',
            'pool {pool} is not there: {error}',
            'The pool for which there is no PerlPool could not be started; the'
                . ' reason has a number of its own.',
            'httpd runs. Requests for perl-cgi get 500.',
            'Do what the number behind it says, or ignore it when nothing uses'
                . ' perl-cgi.',
        ],
        [
            'MH1219',
            'a manager was not executed',
            'mehari: a pool\'s manager cannot be started: {what}: {error}',
            'The new process could not have its descriptors, or mehari-pool'
                . ' could not be executed.',
            "$LOST httpd tries again with growing pauses (MH3040).",
            'The error says which; SELinux or AppArmor may forbid httpd to'
                . ' execute the file.',
        ],
        [
            'MH1220',
            'a manager does not start',
            'mehari-pool: the pool {pool} cannot start: {error}',
            'It could not become the user of the pool, have its limits'
                . ' (memory=, files=, rlimit=) or its seccomp filter, or the'
                . ' system gave it no descriptors.',
            "$LOST httpd tries again with growing pauses (MH3040).",
            'The message names the step; take out or change the key of'
                . ' PerlPool that asks for it.',
        ],
        [
            'MH1221',
            'mehari-pool was started by hand',
            'mehari-pool is started by httpd (see PerlPool)',
            'It is no command: httpd gives it its descriptors.',
            'It ends.',
            'Start httpd.',
        ],
    );
}

1;
