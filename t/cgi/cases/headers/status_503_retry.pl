# 503 with Retry-After.
print "Status: 503 Busy\nRetry-After: 5\nContent-Type: text/plain\n\nlater\n";
