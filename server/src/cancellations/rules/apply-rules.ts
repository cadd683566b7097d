import { int, orNull, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { takeTurn } from '../../db/turns.ts'
import type { RuleLayer } from '../../domain/cancellation/rules.ts'
import { type PresentRule, type RuleChange, ruleChanges } from '../../domain/cancellation/rules-diff.ts'
import type { NamedRule } from '../../domain/cancellation/rules-file.ts'
import { liveVersion, loadBook } from '../../rates/book/store.ts'
import { setRulesVersion } from '../../reference/cancel-rules-cache.ts'
import { loadCancelMethods, loadKeptRules } from '../../reference/load-cancel-rules.ts'
import { addCancelRule, changeCancelRule, setAsideCancelRule } from '../../reference/save-cancel-rules.ts'
import { type KnownNames, type ReadRules, readCancelRules } from './read-rules.ts'

export interface RuleFile {
  readonly name: string
  readonly text: string
}

/** The changes that a file would make, or its faults. */
export type RulePlan = { readonly changes: readonly RuleChange[] } | Extract<ReadRules, { faults: unknown }>

/** The changes that make the rules of the file the only active ones. */
export async function planCancelRules(db: Db, file: RuleFile): Promise<RulePlan> {
  return planWith(db, file, await loadPrograms(db))
}

async function planWith(db: Db, file: RuleFile, programs: readonly KnownProgram[]): Promise<RulePlan> {
  const read = readCancelRules(file.name, file.text, await namesIn(db, programs))
  return 'faults' in read
    ? read
    : { changes: ruleChanges(await presentRules(db, programs, 'Own'), read.rules) }
}

/** Makes the rules of the file the only active ones. A rule that stays keeps its id, which calculations refer to. */
export function applyCancelRules(tx: Tx, file: RuleFile): Promise<RulePlan> {
  return saveRuleChanges(tx, 'Own', (programs) => planWith(tx, file, programs))
}

/** Saves the changes of one layer. Programs are those that rules may name. */
export async function saveRuleChanges(
  tx: Tx,
  layer: RuleLayer,
  makePlan: (programs: readonly KnownProgram[]) => Promise<RulePlan>,
): Promise<RulePlan> {
  // Blocks other rule files until this one is applied. Cancellations can still read the rules.
  await takeTurn(tx, 'cancel rules')
  const programs = await loadPrograms(tx)
  const plan = await makePlan(programs)
  if ('faults' in plan) return plan
  const saved = (rule: NamedRule) => {
    const program = programs.find(({ code }) => code === rule.program)
    return {
      ...rule,
      layer,
      programId: program?.id ?? null,
      programType: program?.type ?? null,
    }
  }
  for (const change of plan.changes) {
    if (change.kind === 'Removed') await setAsideCancelRule(tx, change.id)
    else if (change.id === null) await addCancelRule(tx, saved(change.after))
    else await changeCancelRule(tx, change.id, saved(change.after))
  }
  if (plan.changes.length > 0) await setRulesVersion(tx)
  return plan
}

/** Checks a file against the administrator's reasons, methods and programs. */
export async function checkCancelRules(db: Db, file: RuleFile): Promise<ReadRules> {
  return readCancelRules(file.name, file.text, await namesIn(db, await loadPrograms(db)))
}

/** The active rules, in the order of their ids. */
export async function loadNamedRules(db: Db): Promise<NamedRule[]> {
  const present = await presentRules(db, await loadPrograms(db), 'Own')
  return present.filter(({ isActive }) => isActive).map(({ rule }) => rule)
}

/** The rules of a layer as files write them, inactive ones too. */
export const loadPresentRules = async (db: Db, layer: RuleLayer): Promise<PresentRule[]> =>
  presentRules(db, await loadPrograms(db), layer)

async function presentRules(
  db: Db,
  programs: readonly KnownProgram[],
  wanted: RuleLayer,
): Promise<PresentRule[]> {
  const kept = (await loadKeptRules(db)).filter(({ layer }) => layer === wanted)
  return kept.map(({ id, isActive, programId, layer: _, ...rule }) => ({
    id,
    isActive,
    rule: { ...rule, program: programs.find((program) => program.id === programId)?.code ?? null },
  }))
}

interface KnownProgram {
  readonly id: number
  readonly code: string
  /** Null if the program is not in the book and has no contract. */
  readonly type: string | null
}

/** A program that is no longer in the book may still have contracts, which need a rule as well. */
const PROGRAMS = statement(
  { id: int, code: text, type: orNull(text) },
  `select i.id, i.path as code,
    (select c.product_type_code from contract c where c.program_id = i.id limit 1) as type
  from rate_item i where i.kind = 'program' order by i.id`,
)

async function loadPrograms(db: Db): Promise<KnownProgram[]> {
  const version = await liveVersion(db)
  const book = version === undefined ? undefined : await loadBook(db, version)
  const live = new Map(
    book?.products.flatMap(({ productTypeCode: type, programs }) =>
      programs.map(({ id, code }) => [id, { id, code, type }]),
    ),
  )
  return (await PROGRAMS.rows(db, [])).map((program) => live.get(program.id) ?? program)
}

const REASONS = statement(
  { code: text },
  `select code from reference_value where list = 'CancelReason' and is_active order by id`,
)

async function namesIn(db: Db, programs: readonly KnownProgram[]): Promise<KnownNames> {
  const [reasons, methods] = await Promise.all([REASONS.rows(db, []), loadCancelMethods(db)])
  return {
    reasons: reasons.map(({ code }) => code),
    methods: methods.map(({ code }) => code),
    programs: programs.filter(({ type }) => type !== null).map(({ code }) => code),
  }
}
