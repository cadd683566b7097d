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
    holdDate: CalendarDate.optional().describe('From the day of the sale to today, which it is by itself.'),
    mode: z
      .enum(holdModes)
      .optional()
      .describe(
        'Freeze: earnings wait. Suspend: the clock of the contract stands. Else what the reason says.',
      ),
    disbursementCodes: z
      .array(text(40))
      .min(1)
      .max(100)
      .optional()
      .describe('The lines that are held; absent: all. A suspension is always of all.'),
    note: optionalText(2_000).optional(),
  })
  .meta({ id: 'HoldCreateData', example: { holdReasonId: 5, holdDate: '2024-03-15' } })

const ResolveInput = z
  .strictObject({
    resolution: z.enum(resolutions).default('Cleared'),
    resolveDate: CalendarDate.optional().describe(
      'From the day of the hold to today, which it is by itself.',
    ),
    note: optionalText(2_000).optional(),
  })
  .meta({ id: 'ResolveCreateData', example: { resolution: 'Cleared' } })

/** Holds: what keeps a contract from being paid out and earned until somebody has looked at it. */
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
        'What is to be paid out for the lines that it names waits until no open hold names them, where the reason says so.',
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
      summary: 'How a hold was resolved',
      description: 'An array, of one entry at most: a hold is resolved once.',
      permission: 'contracts:read',
      answer: z.array(ResolveModel),
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
      description: 'With its last open hold a contract is again what it was held from.',
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
