import fc from 'fast-check'
import { type Draws, instants, maybe } from './draws.ts'
import { dates } from './holders.ts'
import type { NaiveList } from './lists.ts'
import { idOf, rowsIn } from './meanings.ts'
import { seesContract } from './scope.ts'

// Holds of contracts: random ones, and the plain meaning of their list.

export type HoldData = ReturnType<typeof openHoldData>

export function openHoldData({ draw, text, insert, complete }: Draws) {
  const ids = async (statement: string) => (await complete(statement)).map(({ id }) => Number(id))
  let reasons: readonly number[] = []
  const add = async (contracts: readonly number[], count: number, isOpenToo: boolean) => {
    const hold = fc.record({
      contract_id: fc.constantFrom(...contracts),
      reason_id: fc.constantFrom(...reasons),
      hold_date: fc.constantFrom(...dates),
      mode: fc.constantFrom('Freeze', 'Suspend'),
      freezes_payables: fc.boolean(),
      blocks_claims: fc.boolean(),
      note: maybe(text),
    })
    const open = new Set<string>()
    const rows = draw(hold, count).map((row, at) => {
      // Only one hold is open for each reason.
      const key = `${row.contract_id} ${row.reason_id}`
      const isOpen = isOpenToo && at % 2 === 0 && !open.has(key)
      if (isOpen) open.add(key)
      return {
        ...row,
        status: isOpen ? 'Open' : 'Resolved',
        ...{ created_at: instants[1], created_by: 'x' },
      }
    })
    await insert('contract_hold', rows)
  }
  return {
    /** For a few contracts of the first dealers, so that each has many holds and limited callers see some. */
    async holds(count: number): Promise<void> {
      reasons = await ids(`select id from reference_value where list = 'ContractHoldReason'`)
      await add(await ids('select id from contract order by dealer_id, id limit 5'), count, true)
    },
    more: (contractId: number) => add([contractId], 1, false),
  }
}

const holds: NaiveList = {
  named: (world) => [...new Set(world.all('contract_hold').map((hold) => Number(hold.contract_id)))],
  rows(world, caller, named) {
    const contract = world.find('contract', Number(named))
    if (!contract || !seesContract(world, caller, contract)) return undefined
    return rowsIn(world, 'contract_hold', (o) => o.contract_id === contract.id).map((o) => ({ o }))
  },
  id: idOf('o'),
}

export const holdLists: Readonly<Record<string, NaiveList>> = { '/contracts/{contractId}/holds': holds }
