package Beside;
sub name { return 'found by PERL5LIB' }
1;
