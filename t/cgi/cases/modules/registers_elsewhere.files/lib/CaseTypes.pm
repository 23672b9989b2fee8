package CaseTypes;

use strict;
use warnings;
use CaseRegister;

our $asked = $ENV{QUERY_STRING};
CaseRegister::add('Item');

1;
