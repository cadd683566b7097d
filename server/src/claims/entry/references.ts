import { flag, int, orNull, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { type Fault, Problem, type ProblemCode } from '../../http/problems.ts'
import type { DetailInput } from './inputs.ts'

// The records that a claim names: complaints, causes, corrections, the shop, the adjuster.

/** A fault whose code can also be the code of the whole problem. */
export type ClaimFault = Fault & { readonly code: ProblemCode }

export const unknown = (pointer: string, what: string): ClaimFault => ({
  ...{ pointer, code: 'UnknownReference', message: `There is no ${what}.` },
})

/** Refuses with every fault at once. The first fault gives the problem its code. */
export function refusedClaim(faults: readonly ClaimFault[]): Problem {
  const [first] = faults
  return new Problem(first?.code ?? 'UnknownReference', first?.message ?? '', { errors: faults })
}

const LISTS = { complaint: 'Complaint', cause: 'Cause', correction: 'Correction' } as const
type Kind = keyof typeof LISTS
const kinds = Object.keys(LISTS) as Kind[]

const VALUES = statement(
  { id: int, list: text, code: text },
  `select id, list, code from reference_value where list in ('Complaint', 'Cause', 'Correction') and is_active`,
)

const COMBINATIONS = statement(
  { complaint: int, cause: int, correction: int },
  `select k.complaint_id as complaint, k.cause_id as cause, k.correction_id as correction from complaint_cause_correction k
   where (cardinality(k.product_type_codes) = 0 or $1 = any(k.product_type_codes)) and not $1 = any(k.excluded_for)
     and (k.complaint_id = any($2::bigint[]) or k.cause_id = any($3::bigint[]) or k.correction_id = any($4::bigint[]))`,
)

/** The ids of what a detail complains of. */
export interface NamedComplaint {
  readonly complaint: number | null
  readonly cause: number | null
  readonly correction: number | null
}

export interface FoundComplaints {
  readonly named: readonly NamedComplaint[]
  readonly faults: readonly ClaimFault[]
}

/** Finds the complaints, causes and corrections of details, and checks that the product type has these combinations. */
export async function findComplaints(
  tx: Tx,
  productTypeCode: string,
  details: readonly DetailInput[],
): Promise<FoundComplaints> {
  if (details.length === 0) return { named: [], faults: [] }
  const values = await VALUES.rows(tx, [])
  const faults: ClaimFault[] = []
  const named = details.map((detail, at): NamedComplaint => {
    const [complaint, cause, correction] = kinds.map((kind) => {
      const [id, code] = [detail[`${kind}Id`] ?? null, detail[`${kind}Code`] ?? null]
      if (id === null && code === null) return null
      const found = values.find(
        (value) =>
          value.list === LISTS[kind] &&
          (id === null || value.id === id) &&
          (code === null || value.code.toLowerCase() === code.toLowerCase()),
      )
      if (!found)
        faults.push(
          unknown(`/details/${at}/${kind}${code === null ? 'Id' : 'Code'}`, `${kind} ${code ?? id}`),
        )
      return found?.id ?? null
    })
    return { complaint: complaint ?? null, cause: cause ?? null, correction: correction ?? null }
  })
  if (faults.length > 0) return { named, faults }
  const ids = kinds.map((kind) => named.flatMap((one) => one[kind] ?? []))
  const allowed = ids.every((each) => each.length === 0)
    ? []
    : await COMBINATIONS.rows(tx, [productTypeCode, ...ids])
  named.forEach((one, at) => {
    if (kinds.every((kind) => one[kind] === null)) return
    // One that is left out goes with any.
    const isListed = allowed.some((each) =>
      kinds.every((kind) => one[kind] === null || one[kind] === each[kind]),
    )
    if (!isListed)
      faults.push({
        pointer: `/details/${at}`,
        code: 'InvalidCombination',
        message: `This complaint, cause and correction do not go together for ${productTypeCode}. See GET /claims/complaintcausecorrections.`,
      })
  })
  return { named, faults }
}

const FACILITIES = statement({ id: int }, 'select id from repair_facility where id = any($1::bigint[])')
const ADJUSTER = statement(
  { id: int, isStaff: flag, holder: orNull(int) },
  `select id, account_holder_id as holder, account_holder_id is null and scopes = '[]' as "isStaff"
   from app_user where id = $1`,
)

/** A shop, and where it is named. */
export interface NamedFacility {
  readonly id: number
  readonly pointer: string
}

/** Faults of the shops that are named. A caller that is limited to shops knows no others. */
export async function findFacilityFaults(
  tx: Tx,
  named: readonly NamedFacility[],
  shops: readonly number[],
): Promise<ClaimFault[]> {
  if (named.length === 0) return []
  const rows = await FACILITIES.rows(tx, [named.map(({ id }) => id)])
  const known = new Set(rows.map(({ id }) => id).filter((id) => shops.length === 0 || shops.includes(id)))
  return named.flatMap(({ id, pointer }) =>
    known.has(id) ? [] : [unknown(pointer, `repair facility ${id}`)],
  )
}

interface NamedPeople {
  readonly repairFacilityId?: number | null | undefined
  readonly adjusterId?: number | null | undefined
}

/** Faults of the shop and the adjuster that a claim names. */
export async function findPeopleFaults(
  tx: Tx,
  { repairFacilityId = null, adjusterId = null }: NamedPeople,
  shops: readonly number[],
): Promise<ClaimFault[]> {
  const facility = repairFacilityId === null ? [] : [{ id: repairFacilityId, pointer: '/repairFacilityId' }]
  const [faults, adjuster] = await Promise.all([
    findFacilityFaults(tx, facility, shops),
    adjusterId === null ? undefined : ADJUSTER.first(tx, [adjusterId]),
  ])
  return [
    ...faults,
    ...(adjusterId !== null && !adjuster?.isStaff
      ? [unknown('/adjusterId', `user ${adjusterId} of the administrator`)]
      : []),
  ]
}
