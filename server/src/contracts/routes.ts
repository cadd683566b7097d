import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { CalendarDate, optionalText } from '../http/schemas.ts'
import { autoRoutes } from './changes/auto-routes.ts'
import { cobuyerRoutes } from './changes/cobuyer-routes.ts'
import { finalizeContract } from './changes/finalize-contract.ts'
import { leaseRoutes } from './changes/lease-routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { transferRoutes } from './changes/transfer-routes.ts'
import { earningRoutes } from './earnings/routes.ts'
import { updateEarningsRoutes } from './earnings/update-routes.ts'
import { receiveSale, sellContract } from './form/sell-with-form.ts'
import type { FormServices } from './form/write-form.ts'
import { holdRoutes } from './holds/routes.ts'
import { coverageRoutes } from './reading/coverage-routes.ts'
import { recordedAsContracts } from './reading/history.ts'
import { historyRoutes } from './reading/history-routes.ts'
import { contractSearchRoutes } from './reading/search-routes.ts'
import { currentContract } from './record/change-state.ts'
import { ContractInput } from './record/input.ts'
import { ContractModel, SoldContractModel } from './record/models.ts'
import { readContract, readIdentified } from './record/read-contract.ts'
import { taxRoutes } from './sale/tax-routes.ts'

const tag = 'Contracts'
const path = '/contracts/{contractId}'

const FinalizeInput = z
  .strictObject({ finalizeDate: CalendarDate.optional(), note: optionalText(2_000).optional() })
  .meta({ id: 'FinalizeData', example: {} })

/** Contracts: sold, read, put in force. */
export function contractRoutes(services: FormServices): readonly Route[] {
  return recordedAsContracts(services, [
    ...contractSearchRoutes(),
    ...historyRoutes(),
    ...coverageRoutes(services),
    ...taxRoutes(services),
    ...changeRoutes(services),
    ...autoRoutes(services),
    ...updateEarningsRoutes,
    route.upload({
      path: '/contracts',
      tag,
      summary: 'Sell a contract, or keep a quote',
      description:
        'By the `rateId` of a quoted rate, or by dealer, plan, term and deductible with what a quote would be asked. A Quote needs the rate and a price; a Pending contract everything that its product requires.',
      permission: 'contracts:write',
      body: ContractInput,
      bodySize: 'usual',
      answer: SoldContractModel,
      model: ContractModel,
      status: 201,
      subject: 'contracts/{id}',
      location: '/contracts/{id}',
      problems: [
        'RateInvalid',
        'RateInputMismatch',
        'RateChanged',
        'Ineligible',
        'RetailOutOfRange',
        'DuplicateContract',
        'DuplicateNumber',
        'UnknownReference',
        'AccountInactive',
        'FieldInvalid',
        'VinInvalid',
        'VinNotDecoded',
      ],
      receive: (context) => receiveSale(services, context),
      handler: ({ tx, body, ...acting }) => sellContract(tx, services, acting, body),
    }),
    route.read({
      path,
      tag,
      summary: 'Read a contract',
      permission: 'contracts:read',
      answer: ContractModel,
      successor: '/v2/contracts/{identifier}',
      handler: ({ db, params: { contractId }, ...acting }) =>
        readContract(db, { ...acting, seals: services.seals }, contractId),
    }),
    route.read({
      path: '/v2/contracts/{identifier}',
      tag,
      summary: 'Read a contract by its id or number',
      permission: 'contracts:read',
      params: { identifier: z.string().min(1).max(200) },
      answer: ContractModel,
      handler: ({ db, params: { identifier }, ...acting }) =>
        readIdentified(db, { ...acting, seals: services.seals }, identifier),
    }),
    route.write({
      method: 'POST',
      path: `${path}/finalize`,
      tag,
      summary: 'Put a contract in force',
      permission: 'contracts:finalize',
      keyRequired: true,
      body: FinalizeInput,
      answer: ContractModel,
      subject: 'contracts/{contractId}',
      problems: [
        'InvalidTransition',
        'OpenHold',
        'MissingDocuments',
        'NotFunded',
        'FinalizeDateOutOfRange',
        'RetailOutOfRange',
        'AccountInactive',
        'Locked',
      ],
      current: ({ tx, params: { contractId }, ...acting }) =>
        currentContract(tx, services, acting, contractId),
      handler: ({ tx, params: { contractId }, body, ...acting }) =>
        finalizeContract(tx, services, acting, contractId, body),
    }),
    ...holdRoutes(services),
    ...earningRoutes,
    ...leaseRoutes(),
    ...transferRoutes(services),
    ...cobuyerRoutes(services),
  ])
}
