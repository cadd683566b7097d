import { seesContract } from '../../access/scope.ts'
import { type Db, run } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { sql } from '../../db/sql.ts'
import type { CancelLine, Party, ShortfallAccount } from '../../domain/cancellation/facts.ts'
import type { MethodCode } from '../../domain/refund/methods.ts'
import { settings } from '../../domain/settings.ts'
import type { Caller } from '../../http/caller.ts'
import { found as existing } from '../../http/problems.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import type { CancelInput } from './decide-cancel.ts'
import { FIND, type FoundLine, type FoundParty, type FoundRow } from './find-statement.ts'
import type { PayeeInput } from './inputs.ts'

/** What of a cancellation names records. */
export type NamedInCancel = Pick<
  CancelInput,
  'cancelReasonId' | 'cancelReasonCode' | 'payee' | 'override' | 'payments' | 'documentIds'
>

/** What the database knows of a contract that is to be cancelled. */
export interface CancelFinds
  extends Omit<FoundRow, 'reason' | 'lines' | 'parties' | 'settings' | 'shortfall'> {
  readonly reason: CancelReasonModel | undefined
  /** The code of the method that was named by its id. */
  readonly method: MethodCode | undefined
  readonly lines: readonly CancelLine[]
  /** Everybody who is named anywhere, by id. */
  readonly parties: ReadonlyMap<number, Party>
  readonly shortfall: ShortfallAccount
  readonly settings: Readonly<Record<SettingKey, unknown>>
}

const keys = [
  'defaultFee',
  'claimsDeductMode',
  'quoteFutureDays',
  'cancelBackDays',
  'requireCancelDocuments',
  'shortfallAccount',
  'newMaxOdometer',
] as const
type SettingKey = (typeof keys)[number]

const defaults = Object.fromEntries(
  settings.flatMap(({ key, defaultValue }) =>
    (keys as readonly string[]).includes(key) ? [[key, defaultValue]] : [],
  ),
) as CancelFinds['settings']

/** For whom a contract is looked for, and whether a request is made of it. */
export interface Looking {
  /** Absent: whoever asks has it already. */
  readonly caller?: Caller
  readonly isNew?: boolean
}

/** What there is of a contract that the caller sees, and of what a cancellation names. */
export async function findForCancel(
  db: Db,
  contractId: number,
  named: NamedInCancel,
  looking: Looking,
): Promise<CancelFinds> {
  const methodId = named.override?.cancelMethodId
  const [, row, method] = await runAll([
    requireSight(db, looking.caller, contractId),
    findRow(db, contractId, named, looking.isNew ?? false),
    methodId === undefined ? undefined : findMethod(db, methodId),
  ])
  const found = existing(row, `contract ${contractId}`)
  if (!found.shortfall) throw new Error('There is no account that bears a shortfall.')
  const parties = new Map((found.parties ?? []).map((one) => [one[1], partyOf(one)]))
  const [type, id, number, name, isInternal] = found.shortfall
  return {
    ...found,
    ...{ method, parties, reason: found.reason ? reasonOf(found.reason) : undefined },
    lines: (found.lines ?? []).map((line) => lineOf(line, parties)),
    shortfall: { type, id, number, name, isInternal },
    settings: { ...defaults, ...found.settings },
  }
}

async function findRow(
  db: Db,
  contractId: number,
  { cancelReasonId, cancelReasonCode, payee, override, payments, documentIds }: NamedInCancel,
  isNew: boolean,
): Promise<FoundRow | undefined> {
  const [row] = await run<{ found: FoundRow }>(db, FIND, [
    ...[contractId, cancelReasonId ?? null, cancelReasonCode ?? null],
    holdersIn([payee, override?.payee, ...(payments ?? []).map((one) => one.payee)]),
    ...[keys, documentIds ?? [], isNew],
  ])
  return row?.found
}

/** Refuses a contract that the caller does not see as one that is not there. */
async function requireSight(db: Db, caller: Caller | undefined, contractId: number): Promise<void> {
  const sees = caller && seesContract(caller)
  if (!sees) return
  const seen = sql<{ id: number }>`select c.id from contract c where c.id = ${contractId} and ${sees}`
  existing((await seen.execute(db)).rows[0], `contract ${contractId}`)
}

const partyOf = ([type, id, number, name]: FoundParty): Party => ({ type, id, number, name })

/** Somebody of whom nothing is known: a quote of a sale has no customer, and is not cancelled either. */
export const NOBODY: Party = { type: 'Customer', id: 0, number: null, name: '' }

function lineOf(line: FoundLine, parties: ReadonlyMap<number, Party>): CancelLine {
  const [code, amount, isInternal, cancelRule, cancelMethodCode, accountHolderId] = line
  return {
    ...{ code, amount, isInternal, cancelRule, cancelMethodCode },
    accountHolder: parties.get(accountHolderId) ?? NOBODY,
  }
}

function reasonOf([id, code, name, isActive, details]: NonNullable<FoundRow['reason']>): CancelReasonModel {
  // The list of reasons keeps these of each.
  return {
    id,
    code,
    name,
    isActive,
    ...(details as Omit<CancelReasonModel, 'id' | 'code' | 'name' | 'isActive'>),
  }
}

const holdersIn = (payees: readonly (PayeeInput | null | undefined)[]): number[] =>
  payees.flatMap((one) => one?.accountHolderId ?? [])

async function findMethod(db: Db, id: number): Promise<MethodCode | undefined> {
  const [method] = await run<{ code: MethodCode }>(
    db,
    `select code from reference_value where list = 'CancelMethod' and id = $1 and is_active`,
    [id],
  )
  return method?.code
}
