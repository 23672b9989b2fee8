print "Content-Type: text/plain\n\n";
use Math::BigInt; use Math::BigFloat; print Math::BigInt->new(2)->bpow(70), "\n"; print Math::BigFloat->new(2)->bsqrt, "\n"; Math::BigFloat->accuracy(5); print Math::BigFloat->new(2)->bsqrt, "\n"; Math::BigInt->round_mode('zero'); print Math::BigInt->round_mode, "\n";
