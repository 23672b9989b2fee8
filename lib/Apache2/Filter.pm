package Apache2::Filter;

use 5.036;

our $VERSION = '2.000012';

1;
