package APR::Brigade;

use 5.036;

our $VERSION = '0.009000';

1;
