# In BEGIN the script is open.
BEGIN { open $one, '<', '/dev/null' or die }
print "Content-Type: text/plain\n\n";
print fileno $one, "\n";
