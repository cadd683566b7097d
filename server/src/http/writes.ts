import type { Db, Tx } from '../db/database.ts'
import { changesBetween } from '../db/diff.ts'
import { type StoredEvent, saveEvents } from '../db/outbox.ts'
import { inTransaction, inTrial } from '../db/transaction.ts'
import { expectAudit, unitOf } from '../db/unit-of-work.ts'
import { closeWrite, saveAnswer } from '../db/write-record.ts'
import { isObject } from '../domain/objects.ts'
import type { Acting } from './caller.ts'
import { problemBehind } from './constraints.ts'
import { computeEtag, requireMatch } from './etag.ts'
import { type Answer, answeringOnce, findReplay, type KeyedRequest, storedAnswer } from './idempotency.ts'
import { Problem, problemDocument } from './problems.ts'
import { type AnyWrite, fill } from './route.ts'
import type { Shell } from './shell.ts'

/** A write route, with everything that is made once from its declaration. */
export interface CompiledWrite {
  readonly route: AnyWrite
  /** The name in the audit, e.g. `PATCH /agents/{agentId}`. */
  readonly operation: string
  readonly write: (value: unknown) => string
  readonly writeModel: (value: unknown) => string
  readonly secrets: readonly string[]
  /** Fields that the audit leaves out, besides secrets. */
  readonly unaudited: readonly string[]
}

interface WriteRequest extends Acting {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: unknown
  readonly body: unknown
  readonly ifMatch: string | undefined
  readonly keyed: KeyedRequest | undefined
  readonly dryRun: boolean
  readonly requestId: string
  readonly path: string
  readonly address: string
}

/** Runs a write with everything that belongs to it in one transaction; a dry run is rolled back. */
export function performWrite(compiled: CompiledWrite, request: WriteRequest, shell: Shell): Promise<Answer> {
  const { db } = request.caller
  if (request.dryRun) return inTrial(db, (tx) => tryOut(tx, compiled, request))
  const { keyed } = request
  if (!keyed) return inTransaction(db, (tx) => effect(tx, compiled, request, shell))
  return performKeyed(compiled, { ...request, keyed }, shell)
}

type KeyedWrite = WriteRequest & { readonly keyed: KeyedRequest }

async function performKeyed(compiled: CompiledWrite, request: KeyedWrite, shell: Shell): Promise<Answer> {
  const { db } = request.caller
  let isFirst = false
  try {
    return await answeringOnce(() =>
      inTransaction(db, async (tx) => {
        isFirst = false
        const replayed = await findReplay(tx, shell.keys.data, request.keyed)
        if (replayed) return replayed
        isFirst = true
        return effect(tx, compiled, request, shell)
      }),
    )
  } catch (error) {
    const refusal = problemBehind(error)
    if (!isFirst || !(refusal instanceof Problem) || !isStored(refusal.status)) throw error
    return storeRefusal(db, request, shell, refusalAnswer(shell, refusal, request))
  }
}

/**
 * A refusal had no effect and was rolled back; its answer is stored in its own transaction. If the same request has
 * come again meanwhile, the answer that was stored first counts for both.
 */
function storeRefusal(db: Db, request: KeyedWrite, shell: Shell, answer: Answer): Promise<Answer> {
  return answeringOnce(() =>
    inTransaction(db, async (tx) => {
      const replayed = await findReplay(tx, shell.keys.data, request.keyed)
      if (replayed) return replayed
      await saveAnswer(tx, storedAnswer(shell.keys.data, request.keyed, answer, false))
      return answer
    }),
  )
}

/** Refusals at sign-in, permission or validation are not stored, and neither are our own failures or a wait. */
const isStored = (status: number) => status >= 404 && status < 500 && status !== 429

function refusalAnswer({ problems }: Shell, problem: Problem, request: KeyedWrite): Answer {
  return {
    status: problem.status,
    headers: { ...problem.headers, 'content-type': 'application/problem+json; charset=utf-8' },
    body: JSON.stringify(problemDocument(problems, problem, { path: request.path, id: request.requestId })),
  }
}

interface Done {
  readonly before: unknown
  readonly after: unknown
  /** What the audit compares. */
  readonly changed: readonly [before: unknown, after: unknown]
}

async function effect(tx: Tx, compiled: CompiledWrite, request: WriteRequest, shell: Shell): Promise<Answer> {
  expectAudit(tx)
  const done = await decide(tx, compiled, request)
  const answer = answerOf(compiled, done.after, request.params)
  const { keyed } = request
  const entry = {
    at: request.now,
    actorKind: request.caller.kind,
    actorId: request.caller.id,
    actorName: request.caller.name,
    address: request.address,
    operation: compiled.operation,
    // The caller comes last, for operations on itself.
    subject: fill(compiled.route.subject, done.after, request.params, done.before, request.caller),
    requestId: request.requestId,
    changes: changesBetween(...done.changed),
    reason: reasonIn(request.body),
  }
  const carriesSecret = compiled.secrets.length > 0
  await closeWrite(
    tx,
    shell.keys,
    entry,
    keyed && storedAnswer(shell.keys.data, keyed, answer, carriesSecret),
  )
  return answer
}

async function tryOut(tx: Tx, compiled: CompiledWrite, request: WriteRequest): Promise<Answer> {
  const { after } = await decide(tx, compiled, request)
  const events = await saveEvents(tx, request.now)
  const answer = answerOf(compiled, nulled(after, compiled.secrets), request.params)
  return {
    status: answer.status === 204 ? 200 : answer.status,
    headers: { ...answer.headers, 'content-type': JSON_TYPE, 'Dry-Run': 'true' },
    body: JSON.stringify(withEffects(answer.body, await effectsOf(tx, events))),
  }
}

/** Runs the use case: reads the current record, checks the precondition, calls the handler. */
async function decide(tx: Tx, compiled: CompiledWrite, request: WriteRequest): Promise<Done> {
  const { route } = compiled
  const { caller, now, today, params, query, body } = request
  const context = { tx, caller, now, today, params, query, body }
  const before = route.current ? await route.current(context) : undefined
  // A create has no record to match.
  if (request.ifMatch !== undefined && before !== undefined)
    requireMatch(request.ifMatch, computeEtag(compiled.writeModel(before)))
  const { recorded } = route
  const stood = recorded ? await recorded(context) : audited(before, compiled)
  const after = await route.handler(context)
  return { before, after, changed: [stood, recorded ? await recorded(context) : audited(after, compiled)] }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function answerOf(compiled: CompiledWrite, after: unknown, params: WriteRequest['params']): Answer {
  const { route } = compiled
  if (!route.answer) return { status: 204, headers: {}, body: null }
  const body = compiled.write(after)
  const isMade = route.isCreated?.(after) ?? route.location !== undefined
  return {
    status: route.isCreated?.(after) ? 201 : (route.status ?? 200),
    headers: {
      'content-type': JSON_TYPE,
      ...etagHeader(compiled, after, body),
      ...(isMade && route.location ? { Location: fill(route.location, after, params) } : {}),
    },
    body,
  }
}

/** The ETag of the resource as GET answers it. If the answer contains a secret, `model` says what GET answers. */
function etagHeader(compiled: CompiledWrite, after: unknown, body: string): Record<string, string> {
  if (Array.isArray(after)) return {}
  if (compiled.route.model) return { ETag: computeEtag(compiled.writeModel(after)) }
  return compiled.secrets.length > 0 ? {} : { ETag: computeEtag(body) }
}

async function effectsOf(tx: Tx, events: readonly StoredEvent[]) {
  // Statements that were sent ahead note their effects when they have ended.
  await Promise.all(unitOf(tx).sent)
  const { ledger, readLedger, journal, documents } = unitOf(tx)
  return { ledger: (await readLedger?.([...ledger])) ?? [], journal, events, documents }
}

function withEffects(body: string | null, effects: unknown) {
  if (body === null) return { effects }
  const value: unknown = JSON.parse(body)
  return Array.isArray(value) ? { items: value, effects } : { ...(value as object), effects }
}

function nulled(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return value
  return { ...(value as object), ...Object.fromEntries(names.map((name) => [name, null])) }
}

function audited(value: unknown, { secrets, unaudited }: CompiledWrite): unknown {
  if (value === undefined) return undefined
  return nulled(value, unaudited.length === 0 ? secrets : [...secrets, ...unaudited])
}

/** The fields that give a reason; the first one that is sent counts. */
const names = ['reason', 'voidReason', 'note'] as const

/** The reason that a request gives, for itself or for one of its parts. */
export function reasonIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined
  return firstText(body, names) ?? Object.values(body).map(reasonOfPart).find(Boolean)
}

const reasonOfPart = (part: unknown) => (isObject(part) ? firstText(part, ['reason']) : undefined)

const firstText = (object: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  fields
    .map((name) => object[name])
    .find((value): value is string => typeof value === 'string' && value !== '')
