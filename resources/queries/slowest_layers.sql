-- The modules that took most time of the devices (without one: of the CPU) over all ranks, and how unequal ranks are.
select job, name, sum(calls) as calls, sum(self_device_ns) as device_ns, sum(self_cpu_ns) as cpu_ns,
       max(self_device_ns + self_cpu_ns) - min(self_device_ns + self_cpu_ns) as between_ranks_ns
from modules
where name <> ''
group by job, name
order by device_ns desc, cpu_ns desc, name
limit 50
