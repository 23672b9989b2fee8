package Token;
our $VALUE = int rand 1e12;
1;
