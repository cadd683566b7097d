import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id, optionalText, text } from '../../http/schemas.ts'
import type { ContractServices } from '../record/change-state.ts'
import { HoldModel, holdModes, ResolveModel, resolutions } from '../record/models.ts'
import { seeContract } from '../record/rows.ts'
import { holdContract } from './hold-contract.ts'
import { holdList, holdSearch, readResolves } from './lists.ts'
import { resolveHold } from './resolve-hold.ts'

const tag = 'Contracts'
const path = '/contracts/{contractId}/holds'
const resolvesPath = `${path}/{holdId}/resolves` as const

const HoldInput = z
  .strictObject({
    holdReasonId: Id,
    holdDate: CalendarDate.optional().describe('Between the sale date and today. Default: today.'),
    mode: z
      .enum(holdModes)
      .optional()
      .describe(
        'Freeze: nothing is earned until the hold is resolved. Suspend: the term stops and is extended. Default: the mode of the reason.',
      ),
    disbursementCodes: z
      .array(text(40))
      .min(1)
      .max(100)
      .optional()
      .describe('The codes of the lines to hold. Default: all lines. A suspension always holds all lines.'),
    note: optionalText(2_000).optional(),
  })
  .meta({ id: 'HoldCreateData', example: { holdReasonId: 5, holdDate: '2024-03-15' } })

const ResolveInput = z
  .strictObject({
    resolution: z.enum(resolutions).default('Cleared'),
    resolveDate: CalendarDate.optional().describe('Between the hold date and today. Default: today.'),
    note: optionalText(2_000).optional(),
  })
  .meta({ id: 'ResolveCreateData', example: { resolution: 'Cleared' } })

/** Holds: a contract on hold is not paid out or earned until the hold is resolved. */
export function holdRoutes(services: ContractServices): readonly Route[] {
  return [
    route.list({
      path,
      tag,
      summary: 'List the holds of a contract',
      permission: 'contracts:read',
      form: 'array',
      row: HoldModel,
      search: holdSearch,
      async list({ db, caller, params: { contractId } }) {
        await seeContract(db, caller, contractId)
        return holdList(caller, contractId)
      },
    }),
    route.write({
      method: 'POST',
      path,
      tag,
      summary: 'Put a contract on hold',
      description:
        'If the reason freezes payables, payouts for the held lines wait until no open hold names them.',
      permission: 'contracts:hold',
      body: HoldInput,
      answer: HoldModel,
      status: 201,
      subject: 'contracts/{contractId}',
      problems: ['InvalidTransition', 'HoldExists', 'HoldDateOutOfRange', 'UnknownReference', 'Locked'],
      handler: ({ tx, params: { contractId }, body, ...acting }) =>
        holdContract(tx, services, acting, contractId, body),
    }),
    route.read({
      path: resolvesPath,
      tag,
      summary: 'Read how a hold was resolved',
      description: 'Empty while the hold is open.',
      permission: 'contracts:read',
      answer: z.array(ResolveModel),
      pages: ['id', 'resolveDate'],
      async handler({ db, caller, params }) {
        await seeContract(db, caller, params.contractId)
        return readResolves(db, caller, params)
      },
    }),
    route.write({
      method: 'POST',
      path: resolvesPath,
      tag,
      summary: 'Resolve a hold',
      description: 'When the last open hold is resolved, the contract returns to its status before the hold.',
      permission: 'contracts:hold',
      body: ResolveInput,
      answer: ResolveModel,
      status: 201,
      subject: 'contracts/{contractId}',
      problems: ['InvalidTransition', 'AlreadyResolved', 'ResolveDateOutOfRange', 'Locked'],
      handler: ({ tx, params, body, ...acting }) => resolveHold(tx, services, acting, params, body),
    }),
  ]
}
