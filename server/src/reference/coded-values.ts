import { type Db, run } from '../db/database.ts'
import { found } from '../http/problems.ts'
import { modelOf, type ValueRow, valueColumns } from './lists.ts'

/** How one value of a list is read: by its id, or (in `/v2`) by its id or code. What is not there answers 404. */
export function readersOf<Model>(list: string, what: string) {
  async function findWhere(db: Db, condition: string, value: string | number): Promise<Model | undefined> {
    const [row] = await run<ValueRow>(
      db,
      `select ${valueColumns} from reference_value v where v.list = $1 and ${condition}`,
      [list, value],
    )
    return row && modelOf<Model>(row)
  }
  const findById = (db: Db, id: number) => findWhere(db, 'v.id = $2', id)
  const findByCode = (db: Db, code: string) => findWhere(db, 'lower(v.code) = lower($2)', code)
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
