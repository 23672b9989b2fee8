-- Several paths after the URL are asked for in turns.
function init(arguments)
   if #arguments == 0 then return end
   local turn, requests = 0, {}
   for n, path in ipairs(arguments) do
      requests[n] = wrk.format("GET", path)
   end
   function request()
      turn = turn % #requests + 1
      return requests[turn]
   end
end

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
   for _, percent in ipairs({50, 90, 95, 99}) do
      io.write(string.format("p%d %d\n", percent,
         latency:percentile(percent)))
   end
   io.write(string.format("longest %d\n", latency.max))
end
