import fc from 'fast-check'
import { inspectionStatuses } from '../../../../src/domain/claims/inspection.ts'
import { audited, type Draws, instants, maybe } from './draws.ts'
import { dates } from './holders.ts'
import type { NaiveList } from './lists.ts'
import { idOf, rowsIn } from './meanings.ts'
import { seesInspection } from './scope.ts'

// Inspections of claims: random ones, and the plain meaning of their list.

export type InspectionData = ReturnType<typeof openInspectionData>

export function openInspectionData({ draw, text, unique, insert, complete }: Draws) {
  const ids = async (statement: string) => (await complete(statement)).map(({ id }) => Number(id))

  /** Claims of the first dealers, so that limited callers see some. */
  async function claims(count: number): Promise<void> {
    const contracts = await complete('select id, dealer_id from contract order by dealer_id, id limit 20')
    const facilities = await ids('select id from repair_facility order by id limit 3')
    const claim = fc.record({
      contract: fc.constantFrom(...contracts),
      repair_facility_id: maybe(fc.constantFrom(...facilities)),
      number: text,
      stamps: audited,
    })
    const rows = draw(claim, count).map(({ contract, number, stamps, ...row }) => ({
      ...{
        ...row,
        ...stamps,
        contract_id: contract.id,
        dealer_id: contract.dealer_id,
        number: unique(number),
      },
      ...{ claim_type: 'Repair', status: 'Open', loss_date: dates[0], reported_date: dates[0] },
      ...{ adjudication: {}, warnings: [], inspection_required: false, row_version: 1 },
      ...{ requested: 0, authorized: 0, paid: 0, reserve: 0, notes_count: 0 },
    }))
    await insert('claim', rows)
  }

  async function inspections(count: number): Promise<void> {
    const inspection = fc.record({
      claim_id: fc.constantFrom(...(await ids('select id from claim order by id desc limit 20'))),
      company_id: fc.constantFrom(...(await ids('select id from inspection_company order by id limit 4'))),
      reason_id: fc.constantFrom(
        ...(await ids(`select id from reference_value where list = 'InspectionReason'`)),
      ),
      status: fc.constantFrom(...inspectionStatuses),
      ordered_at: fc.constantFrom(...instants),
      ordered_date: fc.constantFrom(...dates),
      due_date: maybe(fc.constantFrom(...dates)),
      external_reference: maybe(text),
      stamps: audited,
    })
    const rows = draw(inspection, count).map(({ stamps, external_reference, ...row }) => ({
      ...{ ...row, ...stamps, detail_ids: [], questions: [], fee: 0, fields: [], notes: [], files: [] },
      ...{
        external_reference: external_reference === null ? null : unique(external_reference),
        row_version: 1,
      },
    }))
    await insert('claim_inspection', rows)
  }

  return {
    async fill(count: number): Promise<void> {
      await claims(20)
      await inspections(count)
    },
    inspections,
  }
}

const inspections: NaiveList = {
  rows: (world, caller) =>
    rowsIn(world, 'claim_inspection', (i) => seesInspection(world, caller, i)).map((i) => ({
      i,
      m: world.one('claim', i.claim_id),
    })),
  id: idOf('i'),
}

export const inspectionLists: Readonly<Record<string, NaiveList>> = { '/claims/inspections': inspections }
