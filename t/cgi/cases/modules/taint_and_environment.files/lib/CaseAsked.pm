package CaseAsked;

use strict;
use warnings;

our $query = $ENV{QUERY_STRING};

1;
