import type pg from 'pg'

const WAITS = `select count(*) as waits from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** How many statements wait for a lock. Those of a cluster wait on its workers. */
export async function lockWaits(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query("select to_regclass('pg_catalog.pg_dist_node') is not null as is_cluster")
  if (!rows[0].is_cluster) return (await pool.query(WAITS)).rows[0].waits
  const onNodes = await pool.query('select result from run_command_on_all_nodes($1)', [WAITS])
  return onNodes.rows.reduce((sum, { result }) => sum + Number(result), 0)
}
