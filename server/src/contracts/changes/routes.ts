import { z } from 'zod'
import { PersonAnswer, requireName } from '../../account-holders/people.ts'
import type { Tx } from '../../db/database.ts'
import { odometerUnits } from '../../domain/odometer-unit.ts'
import type { Acting } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id, Money, optionalText } from '../../http/schemas.ts'
import { formOfChange } from '../form/sell-with-form.ts'
import type { FormServices } from '../form/write-form.ts'
import {
  type ContractServices,
  currentContract,
  emitAndRead,
  lockContract,
  nextState,
} from '../record/change-state.ts'
import { ContractCustomerInput, ContractPersonInput } from '../record/input.ts'
import { ContractModel, SoldContractModel, TransferModel } from '../record/models.ts'
import { ContractPatch } from '../record/patch.ts'
import { readContract } from '../record/read-contract.ts'
import { type ContractRow, updateContract } from '../record/rows.ts'
import type { StoredPerson } from '../record/stored.ts'
import { cobuyerColumns } from '../sale/columns.ts'
import { changeContract } from './change-contract.ts'
import { refinalizeContract } from './refinalize-contract.ts'
import { RerateModel, rerateContract } from './rerate-contract.ts'
import { RerateInput } from './rerate-input.ts'
import { transferContract } from './transfer-contract.ts'

const tag = 'Contracts'
const path = '/contracts/{contractId}'
const subject = 'contracts/{contractId}'

const RefinalizeInput = z
  .strictObject({ note: optionalText(2_000).optional() })
  .meta({ id: 'RefinalizeData', example: { note: 'Odometer corrected' } })

const rating = ['Ineligible', 'RetailOutOfRange', 'UnknownReference', 'VinInvalid', 'VinNotDecoded'] as const

/** Changes to an existing contract. */
export const changeRoutes = (services: FormServices): readonly Route[] => [
  route.write({
    method: 'PATCH',
    path,
    tag,
    summary: 'Change, submit or void a contract',
    description:
      'Before a contract is in force everything can be changed, and its lines, tax and ledger rows follow. Once it is in force, a change to anything the rate depends on is checked and kept in `pendingChanges` until refinalize; `pendingChanges: null` drops it. `status` Pending submits a quote; Voided voids the contract.',
    permission: 'contracts:write',
    body: ContractPatch,
    answer: SoldContractModel,
    model: ContractModel,
    subject,
    problems: [
      ...rating,
      'InvalidTransition',
      'NotVoidable',
      'NotEditable',
      'DuplicateContract',
      'DuplicateNumber',
      'RateChanged',
      'FieldInvalid',
      'AccountInactive',
      'OdometerBelowLastKnown',
      'DateRangeInvalid',
      'Locked',
    ],
    current: ({ tx, params: { contractId }, ...acting }) => currentContract(tx, services, acting, contractId),
    async handler({ tx, params: { contractId }, body, ...acting }) {
      const contract = await changeContract(tx, services, acting, contractId, body as ContractPatch)
      if (!body.generateDocument) return contract
      return { ...contract, generatedDocument: await formOfChange(tx, services, acting, contractId) }
    },
  }),
  route.write({
    method: 'POST',
    path: `${path}/refinalize`,
    tag,
    summary: 'Apply the pending change of a contract',
    description: 'Posts the difference for each code and account. Paid rows never change.',
    permission: 'contracts:finalize',
    moves: 'money',
    body: RefinalizeInput,
    answer: ContractModel,
    subject,
    problems: [
      'InvalidTransition',
      'OpenHold',
      'NothingToRefinalize',
      'DuplicateContract',
      'AccountInactive',
      'Locked',
    ],
    current: ({ tx, params: { contractId }, ...acting }) => currentContract(tx, services, acting, contractId),
    handler: ({ tx, params: { contractId }, body, ...acting }) =>
      refinalizeContract(tx, services, acting, contractId, body.note),
  }),
  route.write({
    method: 'POST',
    path: `${path}/rerateRequests`,
    tag,
    summary: 'Rate a contract again',
    description:
      'Uses the inputs that are sent, as in a contract or flat as in a quote; the others stay as they are. Shows the difference. `applyChange` applies it; for a contract in force it becomes the pending change.',
    permission: 'contracts:write',
    body: RerateInput,
    answer: RerateModel,
    subject,
    problems: [...rating, 'NoPlansFound', 'AccountInactive', 'InvalidTransition', 'NotEditable', 'Locked'],
    handler: ({ tx, params: { contractId }, body, ...acting }) =>
      rerateContract(tx, services, acting, contractId, body),
  }),
]

const TransferInput = z
  .strictObject({
    newOwner: ContractCustomerInput,
    transferDate: CalendarDate.describe('The date the vehicle changed owners.'),
    odometer: z.int().min(0).max(9_999_999),
    odometerUnit: z.enum(odometerUnits).optional(),
    fee: Money.min(0).optional().describe('Default: the fee the administrator has set.'),
    feePaidBy: z.enum(['Customer', 'NewOwner', 'Dealer']).default('NewOwner'),
    newLienHolderId: Id.nullable().optional().describe('Default: no lien holder.'),
    documentIds: z.array(Id).max(100).default([]).describe('Ids of documents of the contract.'),
    note: optionalText(2_000).optional(),
  })
  .meta({
    id: 'ContractTransferRequest',
    example: {
      newOwner: {
        firstName: 'Sam',
        lastName: 'Okafor',
        address: { line1: '4 Oak Ave', city: 'Austin', state: 'TX', zip: '78702' },
      },
      transferDate: '2024-06-01',
      odometer: 15_000,
    },
  })

/** The transfer of a contract to a new owner. */
export function transferRoutes(services: ContractServices): readonly Route[] {
  return [
    route.write({
      method: 'POST',
      path: '/contracts/{contractId}/transferrequest',
      tag: 'Contracts',
      summary: 'Transfer a contract to a new owner',
      description:
        'The new owner becomes the customer. The cobuyer, lien holder and financing of the previous owner are removed. `feePaidBy` says who owes the fee.',
      permission: 'contracts:transfer',
      body: TransferInput,
      answer: TransferModel,
      status: 201,
      subject: 'contracts/{contractId}',
      problems: [
        'InvalidTransition',
        'NotTransferable',
        'AlreadyTransferred',
        'TransferWindowPassed',
        'TransferFeeTooHigh',
        'OdometerBelowLastKnown',
        'UnknownReference',
        'AccountInactive',
        'Locked',
      ],
      handler: ({ tx, params: { contractId }, body, ...acting }) =>
        transferContract(tx, services, acting, contractId, body),
    }),
  ]
}

const CobuyerInput = ContractPersonInput.superRefine(requireName).meta({
  id: 'CobuyerData',
  example: { firstName: 'Lee', lastName: 'Reyes' },
})

/** The cobuyer of a contract: at most one. */
export function cobuyerRoutes(services: ContractServices): readonly Route[] {
  const change = async (tx: Tx, acting: Acting, id: number, person: ContractPersonInput | null) => {
    await updateContract(tx, acting, id, cobuyerColumns(person, services.seals))
    return emitAndRead(tx, services, acting, id, 'updated')
  }
  return [
    route.write({
      method: 'POST',
      path: `${path}/cobuyer`,
      tag: 'ContractCobuyer',
      summary: 'Add the cobuyer of a contract',
      permission: 'contracts:write',
      body: CobuyerInput,
      answer: PersonAnswer,
      status: 201,
      subject,
      problems: ['CobuyerExists', 'InvalidTransition', 'Locked'],
      async handler({ tx, params: { contractId }, body, ...acting }) {
        const { cobuyer } = await lockForCobuyer(tx, acting, contractId)
        if (cobuyer) throw new Problem('CobuyerExists', 'The contract already has a cobuyer.')
        return requireCobuyer(await change(tx, acting, contractId, body))
      },
    }),
    route.write({
      method: 'DELETE',
      path: `${path}/cobuyer`,
      tag: 'ContractCobuyer',
      summary: 'Remove the cobuyer of a contract',
      permission: 'contracts:write',
      model: PersonAnswer,
      subject,
      problems: ['InvalidTransition', 'Locked'],
      async current({ tx, params: { contractId }, ...acting }) {
        await lockForCobuyer(tx, acting, contractId)
        return requireCobuyer(await readContract(tx, { ...acting, seals: services.seals }, contractId))
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

const requireCobuyer = ({ id, cobuyer }: ContractModel): StoredPerson =>
  found(cobuyer, `cobuyer of contract ${id}`)
