// The memory of the service while it writes a statement as CSV: one of 50,000 items against one of 5,000, each by a
// service of its own. The items are written as they are read, so that the number of them does not matter.
import { memoryOf, startService, tokenOf } from '../processes.mjs'
import { compared, isQuick } from '../rows.mjs'
import { openDatabaseOf } from '../service-database.mjs'

const FEW = isQuick ? 500 : 5_000
const TIMES_AS_MANY = 10
const MEMORY_AT_MOST = 1.25
const MINUTE = 60_000

export async function benchStatementCsv() {
  const few = await peakOf(FEW)
  const many = await peakOf(FEW * TIMES_AS_MANY)
  const [much, little] = [FEW * TIMES_AS_MANY, FEW].map((count) => count.toLocaleString('en-US'))
  const name = `the service's memory with a statement of ${much} items as CSV, against ${little}`
  return compared({ name, unit: 'MB', ours: many, peer: few, atMost: MEMORY_AT_MOST })
}

/** The most memory that a service has used once it has written a statement of so many items. */
async function peakOf(items) {
  const service = await startService()
  const { pool } = openDatabaseOf(service.data)
  try {
    const { rows } = await pool.query(
      `select id::int from account_holder where type = 'LienHolder' order by id limit 1`,
    )
    const [{ id }] = rows
    await pool.query(
      `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date, created_at,
         created_by)
       select 'Manual', 'Receivable:' || $1::int, 'Adjustments', 100 + n % 9000, '2023-02-01', date '2023-02-01' + (n % 28)::int,
         now(), 'bench' from generate_series(1, $2::int) as n`,
      [id, items],
    )
    await pool.query('analyze journal')
    const headers = {
      authorization: `Bearer ${await tokenOf(service.url, 'sandbox-admin')}`,
      'content-type': 'application/json',
    }
    const call = async (path, more = {}) => {
      const answer = await fetch(`${service.url}${path}`, { headers, ...more })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    }
    const asked = await call(`/accountholders/${id}/statementrequests`, {
      method: 'POST',
      body: JSON.stringify({ fromDate: '2023-02-01', toDate: '2023-02-28', format: 'Csv' }),
    })
    for (const end = Date.now() + 5 * MINUTE; ; ) {
      const { status, linesTotal, error } = await call(`/statementrequests/${asked.statementRequestId}`)
      if (status === 'Failed' || Date.now() > end) throw new Error(error ?? 'The statement takes too long.')
      if (status === 'Completed') {
        if (linesTotal !== items) throw new Error(`The statement has ${linesTotal} lines.`)
        return memoryOf(service.pid).peak
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    await pool.end()
    await service.stop()
  }
}
