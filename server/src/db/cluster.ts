import pg from 'pg'

// A cluster is Citus with one schema for each administrator: an administrator's tables are on one worker, the platform's on
// the coordinator. Whether the database is one follows from a setting of its own that its operator turns on
// (`alter database … set citus.enable_schema_based_sharding = on`). Plain PostgreSQL has no such setting.
const SHARDING = 'citus.enable_schema_based_sharding'

/** SQL for whether the database can have tables on workers. */
export const IS_CLUSTER = `(to_regclass('pg_catalog.pg_dist_schema') is not null)`

/** Tables of new schemas stay local until the end of the transaction or session. Answers whether the database is a cluster. */
export async function keepLocal(client: pg.ClientBase, until: 'transaction' | 'session'): Promise<boolean> {
  const { rows } = await client.query(
    `select set_config('${SHARDING}', 'off', ${until === 'transaction'})
     where current_setting('${SHARDING}', true) = 'on'`,
  )
  return rows.length > 0
}

/** Moves a schema with all that is in it to a worker, and removes what stays behind. The connection is not used again. */
export async function distributeSchema(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('select citus_schema_distribute($1::text::regnamespace)', [schema])
  await client.query(
    `select truncate_local_data_after_distributing_table(oid) from pg_class
     where relnamespace = $1::text::regnamespace and relkind = 'r'`,
    [schema],
  )
}

/** The same database for work that concerns the coordinator alone: nothing is created on workers. */
export function openLocalPool({ options }: pg.Pool): pg.Pool {
  const settings = `${options.options ?? ''} -c ${SHARDING}=off -c citus.enable_ddl_propagation=off`
  // The password is there, but is not copied with the rest.
  const pool = new pg.Pool({ ...options, password: options.password, max: 2, options: settings })
  // A broken connection fails its statement. Without these listeners it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
