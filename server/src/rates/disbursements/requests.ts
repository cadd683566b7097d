import { text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import {
  type BookLine,
  disbursementCodeId,
  findLineByDefinition,
  findPlace,
} from '../../domain/disbursements/book-lines.ts'
import { decideChange } from '../../domain/disbursements/decide-change.ts'
import {
  type Override,
  type OverrideChange,
  type OverrideHolderType,
  overrideHolderTypes,
  overridesAfter,
} from '../../domain/disbursements/overrides.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { found, Problem } from '../../http/problems.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { liveVersion, lockBooks } from '../book/store.ts'
import { overrideModels } from './answer.ts'
import {
  calculationFromInput,
  calculationInvalid,
  checkedRange,
  definitionRange,
  resolveReferences,
} from './input.ts'
import type {
  CalculationInput,
  DisbursementInput,
  DisbursementPatch,
  RateDisbursementModel,
} from './models.ts'
import type { OverrideCache } from './override-cache.ts'
import {
  findOverride,
  findProgramOverrides,
  findQueuedChanges,
  lockChanges,
  nextChangeId,
  saveChange,
  takeDisbursementId,
} from './store.ts'
import type { DisbursementWorker } from './worker.ts'

/** The services that a request for a change needs. */
export interface ChangeServices {
  readonly books: LiveBooks
  readonly overrides: Pick<OverrideCache, 'invalidate'>
  /** The worker that applies the changes. */
  readonly disbursements: Pick<DisbursementWorker, 'queue'>
}

interface ChangeContext extends Acting, ChangeServices {}

/** The answer, with the override as it will be, for the audit record. */
type RequestedChange = RateDisbursementModel & { readonly auditLogId: number }

/** Locks the live book until the transaction ends. Nothing if no book has been applied yet. */
export async function lockLiveBook(tx: Tx, books: LiveBooks, caller: Caller): Promise<Book | undefined> {
  await lockBooks(tx)
  await lockChanges(tx)
  const version = await liveVersion(tx)
  if (version === undefined) return undefined
  // Loaded on this transaction's connection: those waiting for its locks may hold all others.
  return (await books.findVersion({ db: tx, tenant: caller.tenant }, version))?.book
}

/** Requests an agreement on a line with an account holder. */
export async function requestAgreement(
  tx: Tx,
  context: ChangeContext,
  accountHolderId: number,
  body: DisbursementInput,
): Promise<RequestedChange> {
  const holder = await loadHolder(tx, accountHolderId)
  const live = await lockLiveBook(tx, context.books, context.caller)
  const { book, line, planId, termId, deductibleId, classCode } = resolveReferences(live, body)
  const dates = checkedRange(body.effectiveFrom, body.effectiveTo ?? null)
  const calculation = calculationFromInput(body.calculation, line, dates)
  const terms = { planId, termId, deductibleId, classCode, holder, calculation, ...dates }
  return queueChange(tx, context, {
    ...{ book, line, action: 'Add', reason: null, input: body.calculation },
    change: (id, auditLogId) => newOverride(book, line, { id, auditLogId, ...terms }),
  })
}

/** Requests other figures for a line or for an agreement, from a date on. */
export async function requestChange(
  tx: Tx,
  context: ChangeContext,
  disbursementId: number,
  body: DisbursementPatch,
): Promise<RequestedChange> {
  const what = `disbursement ${disbursementId}`
  const book = found(await lockLiveBook(tx, context.books, context.caller), what)
  const { reason = null, calculation: input } = body
  const request = { book, action: 'Update', reason, input } as const
  const defined = findLineByDefinition(book, disbursementId)
  if (defined) {
    const { line } = defined
    const dates = definitionRange(line, defined.definition, body)
    const calculation = calculationFromInput(input, line, dates)
    const terms = { ...wholeProgram, holder: null, calculation, ...dates }
    return queueChange(tx, context, {
      ...{ ...request, line },
      change: (id, auditLogId) => newOverride(book, line, { id, auditLogId, ...terms }),
    })
  }
  const { programId } = found(await findOverride(tx, disbursementId), what)
  // The state after all queued changes have been applied.
  const overrides = await loadExpectedOverrides(tx, programId)
  const override = found(
    overrides.find(({ id }) => id === disbursementId),
    what,
  )
  const { line } = found(findPlace(book, override), what)
  const dates = checkedRange(
    body.effectiveFrom,
    body.effectiveTo === undefined ? override.effectiveTo : body.effectiveTo,
  )
  const calculation = calculationFromInput(input, line, dates)
  const terms = { kind: 'Change', overrideId: disbursementId, calculation, ...dates } as const
  return queueChange(tx, context, {
    ...{ ...request, line },
    change: (newId, auditLogId) => ({ ...terms, newId, auditLogId }),
  })
}

const wholeProgram = { planId: null, termId: null, deductibleId: null, classCode: null } as const

const newOverride = (
  book: Book,
  line: BookLine,
  rest: Omit<Override, 'programId' | 'codeId'>,
): OverrideChange => ({
  kind: 'New',
  override: { programId: line.program.id, codeId: disbursementCodeId(book, line.code), ...rest },
})

interface ChangeRequest {
  readonly book: Book
  readonly line: BookLine
  readonly action: 'Add' | 'Update'
  readonly reason: string | null
  readonly input: CalculationInput
  change(disbursementId: number, auditLogId: number): OverrideChange
}

/** Decides the change together with all overrides and queued changes of the program, and adds it to the queue. */
async function queueChange(
  tx: Tx,
  { caller, now, today, disbursements }: ChangeContext,
  { book, line, action, reason, input, change: changeWithIds }: ChangeRequest,
): Promise<RequestedChange> {
  const programId = line.program.id
  const id = await nextChangeId(tx)
  const change = changeWithIds(await takeDisbursementId(tx, id), id)
  const decided = decideChange(book, change, await loadExpectedOverrides(tx, programId))
  if ('refused' in decided) {
    const { code, message, overlapping } = decided.refused
    if (code === 'CalculationInvalid') throw calculationInvalid(message, input)
    throw new Problem(code, message, overlapping ? { members: { overlapping: rangeModel(overlapping) } } : {})
  }
  const { after } = decided
  await saveChange(tx, {
    ...{ id, action, reason, programId, change },
    ...{ requestedBy: caller.name, requestedAt: now },
  })
  emit(tx, {
    subject: `disbursements/${after.id}`,
    type: 'rateDisbursement.requested',
    // No figures: events reach people who must not see dealer cost.
    data: {
      id: after.id,
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

/** The overrides of a program as they will be after all queued changes. */
async function loadExpectedOverrides(tx: Tx, programId: number): Promise<readonly Override[]> {
  const queued = await findQueuedChanges(tx, programId)
  const overrides: readonly Override[] = await findProgramOverrides(tx, programId)
  return queued.reduce((result, { change }) => overridesAfter(change, result), overrides)
}

const rangeModel = ({ id, effectiveFrom, effectiveTo }: Override) => ({ id, effectiveFrom, effectiveTo })

const FIND_HOLDER = statement(
  { type: text, number: text },
  'select type, number from account_holder where id = $1',
)

async function loadHolder(tx: Tx, id: number): Promise<Override['holder']> {
  const { type, number } = found(await FIND_HOLDER.first(tx, [id]), `account holder ${id}`)
  const isHolder = (name: string): name is OverrideHolderType =>
    (overrideHolderTypes as readonly string[]).includes(name)
  if (!isHolder(type))
    throw new Problem(
      'AccountHolderKindInvalid',
      `Account holder ${number} is of type ${type}. Only dealers, dealer groups and agents can have overrides.`,
      { members: { accountHolderType: type } },
    )
  return { type, id }
}
