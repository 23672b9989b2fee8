package Mehari::Explain::Reason::Script;

# MH40xx: the script as a whole.

use v5.36;

sub reasons ($class) {
    return (
        {
            code      => 'MH4001',
            rules_out => 'fresh',
            title     => 'does not compile',
            says      => 'does not compile: {error}',
            cause => 'perl refuses the script, or a BEGIN block or a module'
                . ' that it uses dies. What is missing here may be there when'
                . ' httpd runs it.',
            remedy  => 'Make "perl -c" accept it.',
            example => "use No::Such::Module;\n",
        },
        {
            code      => 'MH4002',
            rules_out => 'fresh',
            title     => 'ends while it is compiled',
            says  => 'ends while it is compiled, before its first statement',
            cause => 'A BEGIN block or a module that is used calls exit,'
                . ' exec or the like: an application that runs from "use".',
            fresh   => 'it would run once, with the first request',
            remedy  => 'Do the work in the program, not in BEGIN or import.',
            example => "BEGIN { print \"Status: 204\\n\\n\"; exit }\n",
        },
        {
            code      => 'MH4003',
            rules_out => 'fresh',
            title     => 'still compiling',
            says      => 'was still being compiled after {seconds} seconds',
            cause     => 'A BEGIN block waits for something or never ends.',
            remedy    => 'Do the work in the program, not in BEGIN.',
            example   => "BEGIN { sleep 60 }\n",
        },
        {
            code      => 'MH4004',
            rules_out => 'compile',
            title     => 'not for perl',
            says      => 'its first line names {subject}, which is not perl',
            cause     => 'The script is run by another program.',
            exact     => 'that program is started for each request',
            remedy    => 'Nothing, when that is meant.',
            example   => "#!/bin/sh\n",
        },
        {
            code      => 'MH4005',
            rules_out => 'registry',
            title     => 'taint mode',
            says      => '{subject} in its first line: a perl that is running'
                . ' already cannot begin to taint',
            cause =>
                'Taint mode is switched on when perl starts. A pool starts'
                . ' one with it for such scripts; httpd has only its own.',
            registry => 'nothing is tainted, unless PerlSwitches says -T',
            remedy   => 'Leave it in a tier of perl-cgi, which taints.',
            example  => "#!/usr/bin/perl -T\n",
        },
        {
            code      => 'MH4006',
            rules_out => 'compile',
            title     => 'a switch in the first line',
            says => '{subject} in its first line changes all of perl, not'
                . ' only this script',
            cause => 'Switches other than -w belong to a perl that is started'
                . ' for this script alone.',
            remedy =>
                'Say it in the program: "use lib" for -I, "use warnings"'
                . ' for -W, "use MODULE" for -M.',
            example => "#!/usr/bin/perl -l\n",
        },
        {
            code      => 'MH4007',
            rules_out => 'compile',
            title     => 'cannot be read',
            says      => 'cannot be read: {error}',
            cause  => 'There is no such file, or this user may not read it.',
            remedy => 'Run the command as the user of the pool.',
        },
        {
            code      => 'MH4008',
            rules_out => 'fresh',
            title     => 'could not be looked at',
            says      => 'could not be looked at: {error}',
            cause     => 'The compiled form of the script is not as expected;'
                . ' nothing is proven about it.',
            remedy => 'Report it, with the script.',
        },
        {
            code      => 'MH4009',
            rules_out => 'fresh',
            title     => 'an operator that is not known',
            says  => 'uses the operator {subject}, of which nothing is known',
            cause =>
                'The perl is newer than the list of operators, or a module'
                . ' has brought an operator of its own.',
            remedy => 'Report it, with the version of perl.',
        },
        {
            code      => 'MH4010',
            rules_out => 'fresh',
            title     => 'not compiled',
            says      => 'was not compiled: nothing is proven',
            cause     => 'With --no-compile only the text is looked at.',
            remedy    => 'Leave --no-compile away.',
        },
        {
            code      => 'MH4011',
            rules_out => 'compile',
            title     => 'no perl in the first line',
            says  => 'its first line does not name a program that there is',
            cause =>
                'The system starts a program by "#!" and an absolute path'
                . ' at the very beginning of the file, without a carriage'
                . ' return.',
            exact  => 'as under mod_cgi, where it cannot be started',
            remedy => 'Begin the script with "#!/usr/bin/perl".',
        },
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Script - messages about a script as a whole

=cut
