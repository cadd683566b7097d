import fc from 'fast-check'
import { noteTypes } from '../../../../src/claims/record/notes.ts'
import { claimStatuses, claimTypes } from '../../../../src/domain/claims/claim.ts'
import { audited, type Draws, instants, maybe } from './draws.ts'
import { dates } from './holders.ts'
import type { NaiveList } from './lists.ts'
import { anyId, idOf, rowsIn } from './meanings.ts'
import { seesClaim } from './scope.ts'

// Claims: random ones that differ in everything they are found by, and the plain meaning of their list.

export type ClaimData = ReturnType<typeof openClaimData>

export function openClaimData({ draw, text, unique, insert, complete }: Draws) {
  const ids = async (statement: string) => (await complete(statement)).map(({ id }) => Number(id))
  const reasonIds = () =>
    ids(`select id from reference_value where list = 'ClaimHoldReason' order by id limit 4`)

  /** Claims of the first dealers, so that limited callers see some. */
  async function claims(count: number): Promise<number[]> {
    const contracts = await complete(
      'select id, number, vin, dealer_id from contract order by dealer_id, id limit 60',
    )
    const facilities = await ids('select id from repair_facility order by id limit 4')
    const date = fc.constantFrom(...dates)
    const claim = fc.record({
      contract: fc.constantFrom(...contracts),
      repair_facility_id: maybe(fc.constantFrom(...facilities)),
      adjuster_id: maybe(fc.constantFrom(1, 2, 3)),
      status: fc.constantFrom(...claimStatuses),
      claim_type: fc.constantFrom(...claimTypes),
      ...{ loss_date: date, reported_date: date, authorized_date: maybe(date), paid_date: maybe(date) },
      requested: fc.integer({ min: 0, max: 9 }).map((size) => size * 10_050),
      ...{ number: text, stamps: audited },
    })
    const rows = draw(claim, count).map(({ contract, number, stamps, ...row }) => ({
      ...{ ...row, ...stamps, number: unique(number), contract_id: contract.id },
      ...{ dealer_id: contract.dealer_id, contract_number: contract.number, vin: contract.vin },
      ...{ adjudication: { coverage: {}, steps: [] }, warnings: [], row_version: 1 },
      inspection_required: false,
      ...{ authorized_amount: 0, authorized: 0, paid: 0, reserve: 0, notes_count: 0 },
    }))
    return insert('claim', rows)
  }

  async function notes(claimIds: readonly number[], count: number): Promise<void> {
    const note = fc.record({
      claim_id: fc.constantFrom(...claimIds),
      type: fc.constantFrom(...noteTypes),
      ...{ text, is_internal: fc.boolean(), created_at: fc.constantFrom(...instants) },
    })
    await insert(
      'claim_note',
      draw(note, count).map((row) => ({ ...row, created_by: 'x' })),
    )
  }

  return {
    claims,
    notes,
    /** Gives the few claims that have notes. */
    async fill(count: number): Promise<readonly number[]> {
      const made = await claims(count)
      const reasons = await reasonIds()
      const ended = draw(maybe(fc.constantFrom(...dates)), count)
      const holds = [...made.entries()].map(([at, claim_id]) => ({
        ...{ claim_id, reason_id: reasons[at % reasons.length], from_date: '2024-03-15' },
        ...{ to_date: ended[at], created_at: instants[0], created_by: 'x' },
      }))
      await insert(
        'claim_hold',
        holds.filter((_, at) => at % 3 === 0),
      )
      await insert(
        'claim_detail',
        made.filter((_, at) => at % 4 === 0).map((claim_id, at) => detailOf(claim_id, reasons[at % 3], at)),
      )
      await complete(`update claim_detail d set contract_id = m.contract_id from claim m
        where m.id = d.claim_id and d.contract_id is distinct from m.contract_id returning d.id`)
      const few = made.slice(0, 3)
      await notes(few, count)
      return few
    },
  }
}

/** A detail on hold, or one that was. */
const detailOf = (claim_id: number, hold_reason_id: number | undefined, at: number) => ({
  ...{ claim_id, contract_id: 1, sequence: 1, status: at % 3 === 0 ? 'Voided' : 'Hold', hold_reason_id },
  ...{ components: [], labor: [], parts: [], misc: [], adjustments: [], figures: {}, requested: 0 },
  ...{ adjusted: 0, tax: 0, deductible_applied: 0, over_limit: 0, not_covered: 0, payable: 0 },
  ...{ customer_pay: 0, requested_payments: 0, paid: 0 },
})

const claims: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'claim', (m) => seesClaim(world, caller, m)).map((m) => ({
      m,
      u: world.find('account_holder', world.one('contract', m.contract_id).customer_id) ?? { name: null },
    })),
  id: idOf('m'),
  columns: {
    'exists (select from claim_inspection i where i.claim_id = m.id)': ({ m }, world) =>
      world.all('claim_inspection').some(({ claim_id }) => claim_id === m?.id),
  },
  where: {
    productId: anyId(({ m }, world) => [world.one('contract', m?.contract_id).product_id]),
    planId: anyId(({ m }, world) => [world.one('contract', m?.contract_id).plan_id]),
    holdReasonId: anyId(({ m }, world) => [
      ...rowsIn(world, 'claim_hold', (o) => o.claim_id === m?.id && o.to_date === null).map(
        ({ reason_id }) => reason_id,
      ),
      ...rowsIn(world, 'claim_detail', (d) => d.claim_id === m?.id && d.status === 'Hold').map(
        ({ hold_reason_id }) => hold_reason_id,
      ),
    ]),
  },
}

/** Callers outside the administrator see no internal notes. */
const notes: NaiveList = {
  named: (world) => [...new Set(world.all('claim_note').map(({ claim_id }) => Number(claim_id)))],
  rows(world, caller, named) {
    const claim = world.find('claim', Number(named))
    if (!claim || !seesClaim(world, caller, claim)) return undefined
    const isOutside = caller.scopes.length > 0
    return rowsIn(world, 'claim_note', (n) => n.claim_id === claim.id && !(isOutside && n.is_internal)).map(
      (n) => ({ n }),
    )
  },
  id: idOf('n'),
}

export const claimLists: Readonly<Record<string, NaiveList>> = {
  '/claims': claims,
  '/claims/{claimId}/notes/all': notes,
}
