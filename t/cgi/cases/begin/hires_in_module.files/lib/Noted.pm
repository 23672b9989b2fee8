package Noted;
use Time::HiRes ();
our $at = Time::HiRes::time();
1;
