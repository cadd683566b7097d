import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { optionalText } from '../../http/schemas.ts'
import { formOfChange } from '../form/sell-with-form.ts'
import type { FormServices } from '../form/write-form.ts'
import { currentContract } from '../record/change-state.ts'
import { ContractModel, SoldContractModel } from '../record/models.ts'
import { ContractPatch } from '../record/patch.ts'
import { changeContract } from './change-contract.ts'
import { refinalizeContract } from './refinalize-contract.ts'
import { RerateInput, RerateModel, rerateContract } from './rerate-contract.ts'

const tag = 'Contracts'
const path = '/contracts/{contractId}'
const subject = 'contracts/{contractId}'

const RefinalizeInput = z
  .strictObject({ note: optionalText(2_000).optional() })
  .meta({ id: 'RefinalizeData', example: { note: 'Odometer corrected' } })

const rating = ['Ineligible', 'RetailOutOfRange', 'UnknownReference', 'VinInvalid', 'VinNotDecoded'] as const

/** What changes a contract that is there. */
export const changeRoutes = (services: FormServices): readonly Route[] => [
  route.write({
    method: 'PATCH',
    path,
    tag,
    summary: 'Change, submit or void a contract',
    description:
      'Before it is in force everything can be changed, and lines, tax and ledger follow. In force, a change of what the rate rests on is checked and kept in `pendingChanges` until refinalize; `pendingChanges: null` drops it. `status` Pending submits a quote, Voided voids.',
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
    summary: 'Apply the change that waits',
    description: 'Posts what is more or less than before, per code and account. What was paid never changes.',
    permission: 'contracts:finalize',
    keyRequired: true,
    body: RefinalizeInput,
    answer: ContractModel,
    subject,
    problems: ['InvalidTransition', 'OpenHold', 'NothingToRefinalize', 'Locked'],
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
      'With the inputs that are given, and the others as they are. Shows the difference; `applyChange` applies it, or leaves it as the pending change of a contract in force.',
    permission: 'contracts:write',
    body: RerateInput,
    answer: RerateModel,
    subject,
    problems: [...rating, 'NoPlansFound', 'InvalidTransition', 'NotEditable', 'Locked'],
    handler: ({ tx, params: { contractId }, body, ...acting }) =>
      rerateContract(tx, services, acting, contractId, body),
  }),
]
