# CORE::GLOBAL overrides.
BEGIN { *CORE::GLOBAL::time = sub { return 42 } }
print "Content-Type: text/plain\n\n";
print time, ' ', CORE::time() > 1e9 ? "real\n" : "odd\n";
