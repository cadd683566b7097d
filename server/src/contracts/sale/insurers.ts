import { type Db, run } from '../../db/database.ts'

const BY_NUMBER = `select id from account_holder where type = 'Insurer' and lower(number) = lower($1)`

/** The insurer of a program, which a book names by its number. */
export async function insurerIdOf(db: Db, number: string | null): Promise<number | null> {
  if (number === null) return null
  const [row] = await run<{ id: number }>(db, BY_NUMBER, [number])
  return row?.id ?? null
}
