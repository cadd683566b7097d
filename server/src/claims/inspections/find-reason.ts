import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { type Fault, Problem } from '../../http/problems.ts'

type ReasonList = 'InspectionReason' | 'RejectInspectionReason' | 'ClaimHoldReason' | 'DeniedReason'

/** A reason as a request names it: by its id or its code. */
export interface NamedReason {
  readonly id?: number | null | undefined
  readonly code?: string | null | undefined
}

const FIND = statement(
  { id: int, code: text },
  `select id, code from reference_value
   where list = $1 and is_active and (id = $2 or ($2::bigint is null and lower(code) = lower($3)))`,
)

/** The active reason of a list that a request names, or nothing if it names none. The id counts before the code. */
export async function findReason(
  db: Db,
  list: ReasonList,
  { id, code }: NamedReason,
): Promise<{ readonly id: number; readonly code: string } | undefined> {
  if (id === undefined && code === undefined) return undefined
  return FIND.first(db, [list, id ?? null, code ?? null])
}

/** What is wrong with a named reason that was not found. */
export function reasonFault(name: string, { id, code }: NamedReason): Fault {
  const isById = id !== undefined && id !== null
  const message = `There is no active reason ${isById ? id : code} in the list.`
  return { pointer: `/${name}${isById ? 'Id' : 'Code'}`, code: 'UnknownReference', message }
}

/** Refuses a request with all references that were not found. */
export function refuseUnknown(faults: readonly Fault[]): void {
  const [first] = faults
  if (first) throw new Problem('UnknownReference', first.message, { errors: faults })
}
