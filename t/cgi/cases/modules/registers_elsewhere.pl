# A module enters itself into a list that only another module's functions see,
# and is compiled anew when the query string is another.
use strict;
use warnings;
use lib __FILE__ =~ s{/[^/]*\z}{/lib}r;
BEGIN { my $now = time }
use CaseRegister;
use CaseTypes;
select undef, undef, undef, 0.3;    # until both are loaded ahead
print "Content-Type: text/plain\n\n";
print "$CaseTypes::asked: ", join(' ', CaseRegister::names()), "\n";
