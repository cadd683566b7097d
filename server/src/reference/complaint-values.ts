import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { named, type Value } from './named-values.ts'

// Tire and wheel claims use only these values, and no other claims use them.
const TIRE_WHEEL = ['TW']
const tireWords = { complaints: ['FLAT'], causes: ['ROADHAZ'], corrections: ['REPLACE', 'REPAIR'] }

const categories: Readonly<Record<string, string>> = {
  OVERHEAT: 'Cooling',
  NOSHIFT: 'Transmission',
  ACWARM: 'AC',
  ELECT: 'Electrical',
  FLAT: 'TireWheel',
}

/** Causes that a service contract does not pay for. Road hazards are what tire and wheel contracts cover. */
const excludedCauses: Readonly<Record<string, readonly string[]>> = {
  WORN: ['VSC'],
  LACKOIL: ['VSC'],
  ROADHAZ: ['VSC'],
}

/** `notFor`: product types that do not offer the value. `excludedFor`: those that offer it and do not pay for it. */
const withDetails = (value: Value, forTires: readonly string[]): Value => ({
  ...value,
  details: {
    categoryCode: categories[value.code] ?? null,
    excludedFor: excludedCauses[value.code] ?? [],
    notFor: forTires.includes(value.code) ? [] : TIRE_WHEEL,
  },
})

export const complaintTypes = named({ COMPLAINT: 'Complaint', CAUSE: 'Cause', CORRECTION: 'Correction' })

export const complaints = [
  ...named({
    NOISE: 'Noise',
    LEAK: 'Leak',
    NOSTART: 'Does not start',
    OVERHEAT: 'Overheats',
    CEL: 'Check-engine light is on',
    NOSHIFT: 'Does not shift',
    VIBR: 'Vibration',
    ACWARM: 'Air conditioning blows warm',
    ELECT: 'Electrical fault',
  }),
  { code: 'FLAT', name: 'Flat tire', productTypeCodes: TIRE_WHEEL },
].map((value) => withDetails(value, tireWords.complaints))

export const causes = named({
  INTFAIL: 'Internal failure',
  WORN: 'Worn',
  SEALFAIL: 'Seal failed',
  SHORT: 'Short circuit',
  BROKEN: 'Broken',
  ROADHAZ: 'Road hazard',
  LACKOIL: 'Lack of oil',
}).map((value) => withDetails(value, tireWords.causes))

export const corrections = named({
  REPLACE: 'Replace',
  REPAIR: 'Repair',
  REBUILD: 'Rebuild',
  RESEAL: 'Reseal',
  REPROG: 'Reprogram',
  ADJUST: 'Adjust',
  CLEAN: 'Clean',
}).map((value) => withDetails(value, tireWords.corrections))

const codesOf = (values: readonly Value[]) => values.map(({ code }) => code)

/** The combinations and their product types. The order fixes the ids. */
const combinations = [
  {
    complaints: codesOf(complaints).filter((code) => !tireWords.complaints.includes(code)),
    causes: codesOf(causes),
    corrections: codesOf(corrections),
    productTypeCodes: [],
    excludedFor: TIRE_WHEEL,
  },
  { ...tireWords, productTypeCodes: TIRE_WHEEL, excludedFor: [] },
]

/** Saves the combinations of a new administrator, or those with a value that was added. Others stay as they are. */
export async function saveCombinations(tx: Tx, added?: readonly string[]): Promise<void> {
  const isNew = added
    ? sql`and (complaint.code = any(${added}) or cause.code = any(${added}) or correction.code = any(${added}))`
    : sql``
  for (const combination of combinations) {
    const { rows } =
      await sql`select complaint.id as complaint, cause.id as cause, correction.id as correction
      from reference_value complaint, reference_value cause, reference_value correction
      where complaint.list = 'Complaint' and complaint.code = any(${combination.complaints})
        and cause.list = 'Cause' and cause.code = any(${combination.causes})
        and correction.list = 'Correction' and correction.code = any(${combination.corrections}) ${isNew}
      order by complaint.id, cause.id, correction.id`.execute(tx)
    const found = rows as { complaint: number; cause: number; correction: number }[]
    // A statement of its own: with a table beside it, a cluster would take the ids on a worker.
    await sql`insert into complaint_cause_correction
        (complaint_id, cause_id, correction_id, product_type_codes, excluded_for)
      select given.complaint, given.cause, given.correction,
        ${combination.productTypeCodes}::text[], ${combination.excludedFor}::text[]
      from unnest(${found.map(({ complaint }) => complaint)}::bigint[], ${found.map(({ cause }) => cause)}::bigint[],
        ${found.map(({ correction }) => correction)}::bigint[])
        with ordinality as given (complaint, cause, correction, position)
      order by given.position on conflict do nothing`.execute(tx)
  }
}
