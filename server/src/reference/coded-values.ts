import type { Db } from '../db/database.ts'
import { type Statement, statement } from '../db/statement.ts'
import { found } from '../http/problems.ts'
import type { TwinPath } from '../http/twins.ts'
import { referenceValue, type ValueRow, valueModel } from './lists.ts'

const valueWhere = (condition: string) =>
  statement(
    referenceValue.columns,
    `select ${referenceValue.list('v')} from reference_value v where v.list = $1 and ${condition}`,
  )
const BY_ID = valueWhere('v.id = $2')
const BY_CODE = valueWhere('lower(v.code) = lower($2)')

interface CodedValue {
  readonly v1: string
  readonly v2: string
  readonly list: string
  /** As a message names it: `cancel reason`. */
  readonly what: string
}

/** One value of a list, found by its id, or (in v2) by its id or code. */
export function valuePath<Model>({ v1, v2, list, what }: CodedValue): TwinPath<Model> {
  async function find(by: Statement<ValueRow>, db: Db, value: string | number): Promise<Model | undefined> {
    const row = await by.first(db, [list, value])
    return row && valueModel<Model>(row)
  }
  return {
    v1,
    v2,
    identifiedBy: 'its id or code',
    byId: async (db, _, id) => found(await find(BY_ID, db, id), `${what} ${id}`),
    // Digits are looked up as an id first.
    byIdentifier: async (db, _, identifier) =>
      found(
        (/^[1-9]\d{0,14}$/.test(identifier) ? await find(BY_ID, db, Number(identifier)) : undefined) ??
          (await find(BY_CODE, db, identifier)),
        `${what} ${identifier}`,
      ),
  }
}
