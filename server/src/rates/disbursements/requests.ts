import { run, type Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import { codeIdOf, type Line, lineOfDefinition, placeOf } from '../../domain/disbursements/book-lines.ts'
import {
  type HolderType,
  holderTypes,
  type Override,
  standingAfter,
  type Wanted,
} from '../../domain/disbursements/overrides.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { liveVersion, lockBooks } from '../book/store.ts'
import { overrideModels } from './answer.ts'
import { decideChange } from './decision.ts'
import { calculationOf, daysOf, daysWithin, invalid, referencesIn } from './input.ts'
import type {
  CalculationInput,
  DisbursementInput,
  DisbursementPatch,
  RateDisbursementModel,
} from './models.ts'
import type { Overrides } from './overrides.ts'
import {
  findOverride,
  lockChanges,
  nextChangeId,
  overridesOfProgram,
  queuedOfProgram,
  saveChange,
  takeDisbursementId,
} from './store.ts'
import type { DisbursementWorker } from './worker.ts'

/** What takes requests for changes: the books that they are checked against, and who applies them. */
export interface ChangeServices {
  readonly books: LiveBooks
  readonly overrides: Pick<Overrides, 'changed'>
  readonly disbursements: Pick<DisbursementWorker, 'queue'>
}

/** Who asks, and what takes it. */
export interface Asking extends Acting, ChangeServices {}

/** The answer, and for the audit what was asked for as it will stand. */
export type Requested = RateDisbursementModel & { readonly auditLogId: number }

/** The live book, from now on until the transaction ends. Nothing is changed over the API before there is one. */
export async function lockLiveBook(tx: Tx, books: LiveBooks, caller: Caller): Promise<Book | undefined> {
  await lockBooks(tx)
  await lockChanges(tx)
  const version = await liveVersion(tx)
  if (version === undefined) return undefined
  // Loaded on the connection of the transaction: those who wait for its locks may have all others.
  return (await books.at({ db: tx, tenant: caller.tenant }, version))?.book
}

/** Asks for something to be agreed with an account holder. */
export async function requestAgreement(
  tx: Tx,
  asking: Asking,
  accountHolderId: number,
  body: DisbursementInput,
): Promise<Requested> {
  const holder = await loadHolder(tx, accountHolderId)
  const live = await lockLiveBook(tx, asking.books, asking.caller)
  const { book, line, planId, termId, deductibleId, classCode } = referencesIn(live, body)
  const days = daysOf(body.effectiveFrom, body.effectiveTo ?? null)
  const calculation = calculationOf(body.calculation, line, days)
  const made = { planId, termId, deductibleId, classCode, holder, calculation, ...days }
  return request(tx, asking, {
    ...{ book, line, action: 'Add', reason: null, sent: body.calculation },
    wanted: (id, auditLogId) => newFor(book, line, { id, auditLogId, ...made }),
  })
}

/** Asks for a line to be otherwise from a day on: for everybody, or as it was agreed with somebody. */
export async function requestChange(
  tx: Tx,
  asking: Asking,
  disbursementId: number,
  body: DisbursementPatch,
): Promise<Requested> {
  const what = `disbursement ${disbursementId}`
  const book = found(await lockLiveBook(tx, asking.books, asking.caller), what)
  const { reason = null, calculation: sent } = body
  const asked = { book, action: 'Update', reason, sent } as const
  const defined = lineOfDefinition(book, disbursementId)
  if (defined) {
    const { line } = defined
    const days = daysWithin(line, defined.definition, body)
    const calculation = calculationOf(sent, line, days)
    const made = { ...everything, holder: null, calculation, ...days }
    return request(tx, asking, {
      ...{ ...asked, line },
      wanted: (id, auditLogId) => newFor(book, line, { id, auditLogId, ...made }),
    })
  }
  const { programId } = found(await findOverride(tx, disbursementId), what)
  // As it will be when those that wait have been applied.
  const standing = await expected(tx, programId)
  const override = found(
    standing.find(({ id }) => id === disbursementId),
    what,
  )
  const { line } = found(placeOf(book, override), what)
  const days = daysOf(
    body.effectiveFrom,
    body.effectiveTo === undefined ? override.effectiveTo : body.effectiveTo,
  )
  const calculation = calculationOf(sent, line, days)
  const changed = { kind: 'Change', overrideId: disbursementId, calculation, ...days } as const
  return request(tx, asking, {
    ...{ ...asked, line },
    wanted: (newId, auditLogId) => ({ ...changed, newId, auditLogId }),
  })
}

const everything = { planId: null, termId: null, deductibleId: null, classCode: null } as const

const newFor = (book: Book, line: Line, rest: Omit<Override, 'programId' | 'codeId'>): Wanted => ({
  kind: 'New',
  override: { programId: line.program.id, codeId: codeIdOf(book, line.code), ...rest },
})

interface Asked {
  readonly book: Book
  readonly line: Line
  readonly action: 'Add' | 'Update'
  readonly reason: string | null
  readonly sent: CalculationInput
  wanted(disbursementId: number, auditLogId: number): Wanted
}

/** Checks the change against everything that stands or waits, and puts it into the queue. */
async function request(
  tx: Tx,
  { caller, now, today, disbursements }: Asking,
  { book, line, action, reason, sent, wanted: wantedAs }: Asked,
): Promise<Requested> {
  const programId = line.program.id
  const id = await nextChangeId(tx)
  const wanted = wantedAs(await takeDisbursementId(tx, id), id)
  const decided = decideChange(book, wanted, await expected(tx, programId))
  if ('refused' in decided) {
    const { code, message, overlapping } = decided.refused
    if (code === 'CalculationInvalid') throw invalid(message, sent)
    throw new Problem(code, message, overlapping ? { members: { overlapping: shownRange(overlapping) } } : {})
  }
  const { after } = decided
  await saveChange(tx, {
    ...{ id, action, reason, programId, wanted },
    ...{ requestedBy: caller.name, requestedAt: now },
  })
  emit(tx, {
    subject: `disbursements/${after.id}`,
    type: 'rateDisbursement.requested',
    // Without figures: events reach more people than costs do.
    data: {
      auditLogId: id,
      programId,
      disbursementCode: line.code,
      accountHolderId: after.holder?.id ?? null,
    },
  })
  await disbursements.queue(tx, caller.tenant.id)
  const [model] = await overrideModels(tx, book, [after], today)
  return { ...found(model, `disbursement ${after.id}`), auditLogId: id }
}

/** The overrides of a program as they will be when everything that waits has been applied. */
async function expected(tx: Tx, programId: number): Promise<readonly Override[]> {
  const queued = await queuedOfProgram(tx, programId)
  const standing: readonly Override[] = await overridesOfProgram(tx, programId)
  return queued.reduce((all, { wanted }) => standingAfter(wanted, all), standing)
}

const shownRange = ({ id, effectiveFrom, effectiveTo }: Override) => ({ id, effectiveFrom, effectiveTo })

async function loadHolder(tx: Tx, id: number): Promise<Override['holder']> {
  const [row] = await run<{ type: string; number: string }>(
    tx,
    'select type, number from account_holder where id = $1',
    [id],
  )
  const { type, number } = found(row, `account holder ${id}`)
  const isHolder = (name: string): name is HolderType => (holderTypes as readonly string[]).includes(name)
  if (!isHolder(type))
    throw new Problem(
      'AccountHolderKindInvalid',
      `${number} is a ${type}; lines are agreed with dealers, dealer groups and agents.`,
      { members: { accountHolderType: type } },
    )
  return { type, id }
}
