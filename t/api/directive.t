# Apache2::Directive: the configuration as text and as hashes has mod_perl's
# form, with sections that are empty, that have quotes, and that repeat.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering(
    'TestDirective',
    config => <<'CONF',
<Location /one>
    PerlSetVar A 1
    PerlSetVar B "2  3"
    <Limit GET>
        Require all granted
    </Limit>
</Location>
<Location "/a b">
    Options None
</Location>
<Location /one>
    Options All
</Location>
<Location /empty>
</Location>
CONF
);

answers('plain',     '');
answers('text',      'PerlSetVar A 1', 'PerlSetVar B "2  3"', '<Limit GET>');
answers('repeated',  'Options=All');
answers('keys',      '"/a b"', '/one', 'missing: /a b', '</empty> is apart');
answers('inside',    'Limit=HASH',       'PerlSetVar=A 1,B "2  3"');
answers('found',     'Limit PerlSetVar', 'Options', '"/a b": 1', '/a b: 0');
answers('empty',     '/empty>');
answers('any_case',  'Limit PerlSetVar');
answers('undefined', 0);
is_called($h, 'TestDirective', 'nameless',
    qr/^died: Usage: Apache2::Directive::lookup\(self, key, \[args\]\)/);

done_testing;
