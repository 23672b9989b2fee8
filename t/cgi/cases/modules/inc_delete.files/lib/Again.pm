package Again;
our $loads;
$loads++;
1;
