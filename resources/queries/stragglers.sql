-- Which rank came last to collectives, and how long the others waited for it.
select job, last_rank as rank, count(distinct start_ns) as collectives, sum(wait_ns) as caused_ns
from collectives
group by job, last_rank
having sum(wait_ns) > 0
order by caused_ns desc, rank
