import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { CalendarDate, optionalText } from '../http/schemas.ts'
import { type TwinPath, twins } from '../http/twins.ts'
import { autoRoutes } from './changes/auto-routes.ts'
import { contractToFinalize, finalizeContract } from './changes/finalize-contract.ts'
import { leaseRoutes } from './changes/lease-routes.ts'
import { changeRoutes, cobuyerRoutes, transferRoutes } from './changes/routes.ts'
import { earningRoutes, updateEarningsRoutes } from './earnings/routes.ts'
import { receiveSale, sellContract } from './form/sell-with-form.ts'
import type { FormServices } from './form/write-form.ts'
import { holdRoutes } from './holds/routes.ts'
import { coverageRoutes } from './reading/coverage-routes.ts'
import { historyRoutes, recordedAsContracts } from './reading/history.ts'
import { contractSearchRoutes } from './reading/search.ts'
import { ContractInput } from './record/input.ts'
import { ContractModel, SoldContractModel } from './record/models.ts'
import { findContractId, readContract } from './record/read-contract.ts'
import { taxRoutes } from './sale/tax-routes.ts'

const tag = 'Contracts'
const path = '/contracts/{contractId}'

const contractPath: TwinPath<number> = {
  v1: path,
  v2: '/v2/contracts/{identifier}',
  identifiedBy: 'its id or number',
  identifier: z.string().min(1).max(200),
  byId: (_db, _caller, id) => id,
  byIdentifier: findContractId,
}

const FinalizeInput = z
  .strictObject({ finalizeDate: CalendarDate.optional(), note: optionalText(2_000).optional() })
  .meta({ id: 'FinalizeData', example: {} })

/** All routes of contracts. */
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
      summary: 'Sell a contract or save a quote',
      description:
        'Name the rate by the `rateId` of a quote, or by dealer, plan, term and deductible with the inputs of a quote. A Quote needs the rate and a price. A Pending contract needs everything that its product requires.',
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
        'NotFound',
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
    ...twins.read(contractPath, {
      tag,
      summary: 'Read a contract',
      permission: 'contracts:read',
      answer: ContractModel,
      handler: ({ db, ...acting }, id) => readContract(db, { ...acting, seals: services.seals }, id),
    }),
    route.write({
      method: 'POST',
      path: `${path}/finalize`,
      tag,
      summary: 'Finalize a contract',
      permission: 'contracts:finalize',
      moves: 'money',
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
        contractToFinalize(tx, services, acting, contractId),
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
