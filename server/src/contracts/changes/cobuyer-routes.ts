import { requireName } from '../../account-holders/people.ts'
import type { Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import type { Person } from '../record/answer.ts'
import { emitAndRead, lockContract, nextState } from '../record/change-state.ts'
import { PersonInput } from '../record/input.ts'
import { type ContractModel, PersonModel } from '../record/models.ts'
import { readContract } from '../record/read-contract.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import type { ContractServices } from '../record/services.ts'
import { cobuyerKept } from '../sale/columns.ts'

const tag = 'ContractCobuyer'
const path = '/contracts/{contractId}/cobuyer'
const subject = 'contracts/{contractId}'

const CobuyerInput = PersonInput.superRefine(requireName).meta({
  id: 'CobuyerData',
  example: { firstName: 'Lee', lastName: 'Reyes' },
})

/** Who bought it together with the customer: one, or nobody. */
export function cobuyerRoutes(services: ContractServices): readonly Route[] {
  const change = async (tx: Tx, acting: Acting, id: number, person: PersonInput | null) => {
    await updateContract(tx, acting, id, cobuyerKept(person, services.seals))
    return emitAndRead(tx, services, acting, id, 'updated')
  }
  return [
    route.write({
      method: 'POST',
      path,
      tag,
      summary: 'Add the cobuyer of a contract',
      permission: 'contracts:write',
      body: CobuyerInput,
      answer: PersonModel,
      status: 201,
      subject,
      problems: ['CobuyerExists', 'InvalidTransition', 'Locked'],
      async handler({ tx, params: { contractId }, body, ...acting }) {
        const { cobuyer } = await lockForCobuyer(tx, acting, contractId)
        if (cobuyer) throw new Problem('CobuyerExists', 'The contract has a cobuyer already.')
        return cobuyerOf(await change(tx, acting, contractId, body))
      },
    }),
    route.write({
      method: 'DELETE',
      path,
      tag,
      summary: 'Remove the cobuyer of a contract',
      permission: 'contracts:write',
      model: PersonModel,
      subject,
      problems: ['InvalidTransition', 'Locked'],
      async current({ tx, params: { contractId }, ...acting }) {
        await lockForCobuyer(tx, acting, contractId)
        return cobuyerOf(await readContract(tx, { ...acting, seals: services.seals }, contractId))
      },
      async handler({ tx, params: { contractId }, ...acting }) {
        await change(tx, acting, contractId, null)
      },
    }),
  ]
}

async function lockForCobuyer(tx: Tx, acting: Acting, id: number): Promise<ContractRow> {
  const row = await lockContract(tx, acting, id)
  nextState(row, 'changeCobuyer')
  return row
}

const cobuyerOf = ({ id, cobuyer }: ContractModel): Person => found(cobuyer, `cobuyer of contract ${id}`)
