-- The most that torch's allocators held on each rank, where they say so.
select job, rank, device_type, device, max(total_allocated_bytes) as allocated_bytes,
       max(total_reserved_bytes) as reserved_bytes
from memory
where total_allocated_bytes is not null
group by job, rank, device_type, device
order by allocated_bytes desc, rank
