package Mehari::Explain::Reason::Inherited;

# MH60xx: what is open where processes are forked.

use v5.36;

my $FORKS
    = 'Code that runs when the server starts (PerlModule, PerlRequire,'
    . ' a <Perl> section) has opened it. httpd\'s children, or the workers of'
    . ' a pool, are forked afterwards, and all have the same connection.';

sub reasons ($class) {
    return (
        {
            code  => 'MH6001',
            title => 'a database handle that processes share',
            says  => 'a connection to a database is open, and all processes'
                . ' that are forked now share it: {driver}, {dsn} ({held})',
            cause  => $FORKS,
            effect => 'Two processes that use it at a time get each other\'s'
                . ' answers or an error of the protocol; the first that ends'
                . ' may close it for all; a file of SQLite can be damaged.',
            remedy => 'Connect in each process: in the request, by'
                . ' Apache::DBI->connect_on_init or in a'
                . ' PerlChildInitHandler. What the start itself needs of the'
                . ' database comes by a handle that is disconnected after it.',
            example => "# startup.pl\nuse Apache::DBI ();\n"
                . "Apache::DBI->connect_on_init('dbi:Pg:dbname=shop');\n",
        },
        {
            code  => 'MH6002',
            title => 'a socket that processes share',
            says  => 'a socket is open, and all processes that are forked now'
                . ' share it: to {peer} ({held})',
            cause  => $FORKS,
            effect => 'What one process asks another may read the answer to.',
            remedy => 'Open it in each process, in a PerlChildInitHandler or'
                . ' when it is first needed; close what only the start needs.',
        },
        {
            code  => 'MH6003',
            title => 'a connection of a library that processes share',
            says  => 'a connection is open that no handle of Perl\'s has, and'
                . ' all processes that are forked now share it: to {peer}'
                . ' (descriptor {descriptor})',
            cause => "$FORKS A library in C has it: a client of a database, a"
                . ' cache or a directory.',
            effect => 'What one process asks another may read the answer to.',
            remedy => 'Find by the address what it is, and connect in each'
                . ' process: in a PerlChildInitHandler or when it is first'
                . ' needed.',
        },
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Inherited - messages about what forks share

=cut
