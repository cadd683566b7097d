import type { Db } from '../db/database.ts'
import { type Statement, statement } from '../db/statement.ts'
import { found } from '../http/problems.ts'
import { modelOf, referenceValue, type ValueRow } from './lists.ts'

const valueWhere = (condition: string) =>
  statement(
    referenceValue.columns,
    `select ${referenceValue.list('v')} from reference_value v where v.list = $1 and ${condition}`,
  )
const BY_ID = valueWhere('v.id = $2')
const BY_CODE = valueWhere('lower(v.code) = lower($2)')

/** How one value of a list is read: by its id, or (in `/v2`) by its id or code. What is not there answers 404. */
export function readersOf<Model>(list: string, what: string) {
  async function find(
    statement: Statement<ValueRow>,
    db: Db,
    value: string | number,
  ): Promise<Model | undefined> {
    const row = await statement.first(db, [list, value])
    return row && modelOf<Model>(row)
  }
  const findById = (db: Db, id: number) => find(BY_ID, db, id)
  const findByCode = (db: Db, code: string) => find(BY_CODE, db, code)
  return {
    byId: async (db: Db, id: number) => found(await findById(db, id), `${what} ${id}`),
    /** Digits are an id first. */
    byIdentifier: async (db: Db, identifier: string) =>
      found(
        (/^[1-9]\d{0,14}$/.test(identifier) ? await findById(db, Number(identifier)) : undefined) ??
          (await findByCode(db, identifier)),
        `${what} ${identifier}`,
      ),
  }
}
