package Looks;
our $method = $ENV{REQUEST_METHOD};
our $query = $ENV{QUERY_STRING};
1;
