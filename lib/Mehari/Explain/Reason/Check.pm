package Mehari::Explain::Reason::Check;

# MH50xx: what mehari check refuses. MH51xx: what it notes. MH52xx: what differs
# from mod_cgi.

use v5.36;

my $REFUSED  = 'Nothing is run, and the exit status is 1.';
my $GOES_ON  = 'The check goes on.';
my $LEFT_OUT = 'It is left out, and the check goes on.';
my $DIFFERS
    = 'The script does something else there. When the tier is "exact", the'
    . ' exit status is 1.';

sub reasons ($class) { return (refusals(), notes(), differences()) }

sub refusals () {
    return map { reason($REFUSED, @$_) } (
        [
            'MH5001',
            'no scripts',
            '{dir} has no Perl scripts (executable *.pl or *.cgi, or'
                . ' executables with a perl #! line)',
            'Only files that mod_cgi would start are checked.',
            'Name the right directory; chmod +x the scripts.',
        ],
        [
            'MH5002',
            'a log of other scripts',
            'no request of {file} is for a script of {dir} at {url}; name the'
                . ' URL path of the directory with --url',
            'The paths of the log do not begin with that of the directory, or'
                . ' what comes behind it is no script of this directory.',
            'Say --url with the path that stands in the log.',
        ],
        [
            'MH5003',
            'a file without requests',
            '{file} has no request',
            'All of its lines are empty or comments.',
            'Write "GET /script.pl" into it.',
        ],
        [
            'MH5004',
            'a line that is no header',
            '{where} is no header: it has no "Name: value"',
            'A line that begins with a blank is a header of the request above'
                . ' it.',
            'Begin a request at the left margin.',
        ],
        [
            'MH5005',
            'a header without a request',
            '{where} is a header with no request above it',
            'A line that begins with a blank is a header of the request above'
                . ' it.',
            'Write the request first.',
        ],
        [
            'MH5006',
            'a Host header',
            '{where}: the name of the server is given with --host',
            'All requests go to one server, whose name is in its'
                . ' configuration, too.',
            'Leave the header away, and say --host.',
        ],
        [
            'MH5007',
            'a line that is no request',
            '{where} is no request: it has to be "METHOD /path [body]"',
            'The method is in capital letters, and the path begins with a'
                . ' slash.',
            'Correct the line.',
        ],
        [
            'MH5008',
            'a request for no script',
            '{where}: {path} is no script of {dir}{at}',
            'What is not a script of the directory is not compared.',
            'Leave the request away; or say --url, where the directory is.',
        ],
        [
            'MH5009',
            'a body that cannot be read',
            '{where}: cannot read the body, {file}: {error}',
            '"@file" is a file of the directory in which the requests are.',
            'Make the file readable.',
        ],
        [
            'MH5010',
            'a file that cannot be read',
            'Cannot read {file}: {error}',
            'It was named on the command line, and is not there or not'
                . ' readable.',
            'Name the right file.',
        ],
        [
            'MH5011',
            'a directory that cannot be copied',
            'Cannot copy {dir}: {error}',
            'Each run has a copy of its own, in TMPDIR.',
            'Make room there; or run the command as who may read it.',
        ],
        [
            'MH5012',
            '--also without a directory',
            '--also {dir} is no directory',
            'Whole directories are copied, not files.',
            'Name the directory that the file is in.',
        ],
        [
            'MH5013',
            '--also without a mount namespace',
            '--also needs a mount namespace, which this system does not give'
                . ' to this user',
            'Scripts name that directory by its absolute path, so its copy'
                . ' has to stand there.',
            'Run the command as root.',
        ],
        [
            'MH5014',
            'scripts that could write to the original',
            'these files name {dir} by its absolute path, and there is no'
                . ' mount namespace to put the copy there, so that scripts'
                . ' could write to the original: {files} (--unconfined goes'
                . ' on)',
            'Without a mount namespace the copy is elsewhere, and an absolute'
                . ' path leads to the original.',
            'Run the command as root; or, if that does no harm, with'
                . ' --unconfined.',
        ],
        [
            'MH5016',
            'a name that httpd cannot hold',
            q(httpd's configuration cannot hold the name "{name}"),
            'A quotation mark or "${" has no spelling there.',
            'Rename the script.',
        ],
    );
}

sub notes () {
    return map { reason(@$_) } (
        [
            $GOES_ON,
            'MH5102',
            'files that were not copied',
            'not copied: {files}',
            'This user may not read them, so mod_cgi under this user could'
                . ' not either.',
            'Run the command as root, or as who may read them.',
        ],
        [
            'Scripts may have changed the original.',
            'MH5103',
            'scripts that are not confined',
            'not confined: {files}',
            'The files name the directory by its absolute path, and'
                . ' --unconfined was said.',
            'Run the command as root.',
        ],
        [
            'They have not been run.',
            'MH5104',
            'scripts without a request',
            'no request was for {scripts}: nothing is known of what is not'
                . ' asked',
            'Neither the file nor the log has a request for them.',
            'Add requests for them.',
        ],
        [
            'The exit status is 1.',
            'MH5105',
            'exact differs',
            '{scripts}: exact should never differ; please report it',
            'The tier is meant to be as mod_cgi for every script.',
            'Report it, with the script; use mod_cgi for it until then.',
        ],
        [
            'Nothing is known of what they do when they work.',
            'MH5106',
            'scripts that fail',
            '{scripts}: fails under mod_cgi as well',
            'It answers with a status of 500 or more: it does not find what'
                . ' it needs here.',
            'Give it what it needs: --config, --also, --requests.',
        ],
        [
            'What only a second request would show was not seen.',
            'MH5107',
            'slow requests',
            'what takes more than a second was sent in one round only',
            'A check should end.',
            'Nothing; or make those requests faster.',
        ],
        [
            $LEFT_OUT,
            'MH5108',
            'files that cannot be executed',
            '{files} left out, as mod_cgi would refuse what is not'
                . ' executable',
            'They look like scripts, but have no x in their mode.',
            'chmod +x, if they are scripts.',
        ],
        [
            $GOES_ON,
            'MH5109',
            'what a log has',
            'the log has {lines}; {requests} for scripts below {url} are'
                . ' different',
            'A request that was made often is sent once.',
            'Nothing.',
        ],
        [
            $LEFT_OUT,
            'MH5110',
            'more requests than are sent',
            'of these the {count} most frequent are sent; --limit takes more',
            'A check should end.',
            'Say --limit with a larger number.',
        ],
        [
            $LEFT_OUT,
            'MH5111',
            'requests with a body',
            '{requests} of the log left out, as a log does not have their'
                . ' bodies',
            'Only GET and HEAD are whole in an access log.',
            'Write them into a file, for --requests.',
        ],
        [
            $LEFT_OUT,
            'MH5112',
            'requests for no script',
            '{requests} of the log left out, as they are for no script',
            'They are for other files, or another directory.',
            'Nothing; or say --url.',
        ],
        [
            $LEFT_OUT,
            'MH5113',
            'lines that are no requests',
            '{lines} of the log left out, as they are no requests',
            'They are in neither the common nor the combined format.',
            'Give a log in one of those formats.',
        ],
    );
}

sub differences () {
    my $why = '"mehari explain SCRIPT" says what in the script it may be.';
    return map { reason($DIFFERS, @$_, $why) } (
        [
            'MH5201',
            'another status',
            '{where}, status',
            'The script has failed in this tier, or chosen another answer.',
        ],
        [
            'MH5202',
            'another header',
            '{where}, a header',
            'A header is missing, is there too often, or has another value.',
        ],
        [
            'MH5203', 'another page',
            '{where}, line {line}',
            'The page has another text than all runs of mod_cgi had there.',
        ],
        [
            'MH5204',
            'another file',
            'the file {file}{line}',
            'After the last request a file has another content, or mode, or'
                . ' is there in one of the two only.',
        ],
    );
}

sub reason ($effect, $code, $title, $says, $cause, $remedy) {
    return {
        code   => $code,
        title  => $title,
        says   => $says,
        cause  => $cause,
        effect => $effect,
        remedy => $remedy,
    };
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Check - messages of mehari check

=cut
