use POSIX qw(setlocale LC_ALL LC_NUMERIC);
print setlocale(LC_ALL), " ", 1.5, "\n"; setlocale(LC_ALL, "C.UTF-8"); print setlocale(LC_ALL), "\n";
use locale; print lc("\xc4") eq "\xe4" ? 1 : 0, "\n";
