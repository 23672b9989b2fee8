# Connection, Keep-Alive and Date by the script.
print "Content-Type: text/plain\nConnection: close\nKeep-Alive: timeout=1\nDate: Thu, 01 Jan 1970 00:00:00 GMT\nServer: mine\n\nbody\n";
