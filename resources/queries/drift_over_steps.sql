-- Whether steps become slower: the mean steady step of each tenth of a rank's steps.
select job, rank, tenth, count(*) as steps, avg(range_ns) as mean_ns
from (select job, rank, range_ns, ntile(10) over (partition by job, rank order by start_ns) as tenth
      from steps where kind = 'steady') as of_rank
group by job, rank, tenth
order by job, rank, tenth
