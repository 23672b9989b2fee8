package Outer;
use Inner;
sub value { return Inner::value() }
1;
