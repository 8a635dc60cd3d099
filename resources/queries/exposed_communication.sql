-- How long each rank communicated, and how much of that with nothing computed beside it.
select job, rank, communication_ns, exposed_ns,
       100.0 * exposed_ns / nullif(compute_ns + exposed_ns, 0) as exposed_percent
from ranks
order by exposed_ns desc, rank
