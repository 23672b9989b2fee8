package Mehari::Explain::Reason::Script;

# MH40xx: the script as a whole.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $UNSEEN = 'Only its text has been looked at.';

sub reasons ($class) {
    return map { entry(@$_) } (
        [
            'MH4001',
            'does not compile',
            'does not compile: {error}',
            'perl refuses the script, or a BEGIN block or a module that'
                . ' it uses dies. What is missing here may be there when'
                . ' httpd runs it.',
            $UNSEEN,
            'Make "perl -c" accept it.',
        ],
        [
            'MH4002',
            'ends while it is compiled',
            'ends, or never ends, while it is compiled, before its'
                . ' first statement',
            'A BEGIN block or a module that is used calls exit, exec or'
                . ' the like, or waits for longer than ten seconds: an'
                . ' application that runs from "use".',
            "$UNSEEN In a process that stays it would run once.",
            'Do the work in the program, not in BEGIN or import.',
        ],
        [
            'MH4004',
            'not for perl',
            'its first line names {subject}, which is not perl',
            'The script is run by another program.',
            'perl-cgi starts that program for each request; Registry'
                . ' takes the script for Perl.',
            'Nothing, when that is meant.',
        ],
        [
            'MH4005',
            'taint mode',
            '{subject} in its first line: a perl that is running'
                . ' already cannot begin to taint',
            'Taint mode is switched on when perl starts.',
            'perl-cgi taints. Under Registry and in a handler nothing'
                . ' is tainted, unless PerlSwitches says -T.',
            'Leave it to perl-cgi.',
        ],
        [
            'MH4006',
            'a switch in the first line',
            '{subject} in its first line is not seen by a perl that is'
                . ' running already',
            'Switches other than -w belong to a perl that is started'
                . ' for this script alone.',
            'perl-cgi obeys it, Registry does not.',
            'Say it in the program: "use lib" for -I, "use MODULE" for'
                . ' -M.',
        ],
        [
            'MH4007',
            'cannot be read',
            'cannot be read: {error}',
            'There is no such file, or this user may not read it.',
            'It has not been looked at.',
            'Run the command as a user who may read it.',
        ],
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Script - messages about a script as a whole

=cut
