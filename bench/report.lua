-- What wrk counted, for a program to read: one "name value" a line, times in
-- microseconds. wrk's own text rounds to three digits.
function done(summary, latency, requests)
   local errors = summary.errors
   io.write("mehari-bench\n")
   io.write(string.format("duration %d\n", summary.duration))
   io.write(string.format("requests %d\n", summary.requests))
   io.write(string.format("bytes %d\n", summary.bytes))
   for _, name in ipairs({"connect", "read", "write", "status", "timeout"}) do
      io.write(string.format("%s %d\n", name, errors[name]))
   end
   io.write(string.format("mean %.1f\n", latency.mean))
   io.write(string.format("p50 %d\n", latency:percentile(50)))
   io.write(string.format("p99 %d\n", latency:percentile(99)))
end
