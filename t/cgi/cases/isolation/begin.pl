print "Content-Type: text/plain\n\n";
use open ':std', ':encoding(UTF-8)'; BEGIN { umask 077; chdir '/usr' } UNITCHECK { $x .= 'u' } CHECK { $x .= 'c' } INIT { $x .= 'i' }
print "\x{e4}\x{20ac} $x ", scalar(keys %SIG), " "; printf "%o %s\n", umask, -e 'bin' ? 1 : 0; %SIG = (); chdir '/'; umask 0; binmode STDOUT;
