# syswrite alone.
syswrite STDOUT, "Content-Type: text/plain\n\nby syswrite\n";
