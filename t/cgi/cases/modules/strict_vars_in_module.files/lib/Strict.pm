package Strict;
use strict;
use warnings;
our $x;
1;
