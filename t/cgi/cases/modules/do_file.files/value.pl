our $n; ++$n;
