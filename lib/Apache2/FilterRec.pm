package Apache2::FilterRec;

use 5.036;

our $VERSION = '2.000012';

1;
