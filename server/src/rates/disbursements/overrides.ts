import type { Db } from '../../db/database.ts'
import { isSameCode, placeOf } from '../../domain/disbursements/book-lines.ts'
import { countsOn, namedParts, type Override } from '../../domain/disbursements/overrides.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { Calculation, Program } from '../../domain/rate-book/rate-book.ts'
import type { LineOverride } from '../../domain/rating/request.ts'
import type { Caller } from '../../http/caller.ts'
import { loadOverrides, overridesStamp } from './store.ts'

// What has been agreed for lines of prices, as quotes need it: in memory, and in the order in which it counts.

/** Whom a sale is made by, and when. */
export interface SaleOf {
  readonly dealerId: number
  readonly agentId: number | null
  readonly groupId: number | null
  readonly saleDate: string
}

/** The overrides of an administrator at one moment. */
export interface StandingOverrides {
  /** The last change among them: another one whenever a quote may come out otherwise. */
  readonly stamp: number
  /** Those that count for a sale by this book: the dealer's, its agent's, its group's, the program's; the first that fits counts. */
  forSale(book: Book, sale: SaleOf): readonly LineOverride[]
}

/** The overrides of all administrators. */
export interface Overrides {
  of(caller: Pick<Caller, 'db' | 'tenant'>): Promise<StandingOverrides>
  /** Looks anew at the next question: this instance has changed some. */
  changed(tenantId: number): void
  /** Looks anew: after a reset. */
  forget(): void
}

/** Another instance may have applied a change: it is seen within this time. */
const LOOK_EVERY_MILLISECONDS = 1_000

interface Known {
  lookedAt: number
  stamp: number | undefined
  standing: StandingOverrides
  looking: Promise<StandingOverrides> | undefined
}

export function openOverrides(now: () => number = () => performance.now()): Overrides {
  const tenants = new Map<number, Known>()
  const knownOf = (id: number): Known => {
    const known = tenants.get(id)
    if (known) return known
    const made: Known = {
      lookedAt: Number.NEGATIVE_INFINITY,
      stamp: undefined,
      standing: standingOf([]),
      looking: undefined,
    }
    tenants.set(id, made)
    return made
  }
  async function look(known: Known, db: Db): Promise<StandingOverrides> {
    // From before the question on: what is changed while it is asked is looked at again.
    known.lookedAt = now()
    // The stamp first: overrides that are newer than their stamp are loaded once more, never once too few.
    const stamp = await overridesStamp(db)
    if (stamp !== known.stamp) {
      known.standing = standingOf(stamp === 0 ? [] : await loadOverrides(db), stamp)
      known.stamp = stamp
    }
    return known.standing
  }
  return {
    async of({ db, tenant }) {
      const known = knownOf(tenant.id)
      if (known.looking) return known.looking
      if (now() - known.lookedAt < LOOK_EVERY_MILLISECONDS) return known.standing
      known.looking = look(known, db)
        .catch((error: unknown) => {
          known.lookedAt = Number.NEGATIVE_INFINITY
          throw error
        })
        .finally(() => {
          known.looking = undefined
        })
      return known.looking
    },
    changed(tenantId) {
      // Whoever looks just now may have looked before the change: the next question starts afresh.
      const known = tenants.get(tenantId)
      if (known) tenants.set(tenantId, { ...known, looking: undefined, lookedAt: Number.NEGATIVE_INFINITY })
    },
    forget() {
      tenants.clear()
    },
  }
}

/** The same, asked of the database. */
export async function overridesFor(db: Db, book: Book, sale: SaleOf): Promise<readonly LineOverride[]> {
  return standingOf(await loadOverrides(db)).forSale(book, sale)
}

/** Of those of one holder: which names most, and of equals the newest. */
const byRank = (one: Override, other: Override) =>
  namedParts(other) - namedParts(one) || other.auditLogId - one.auditLogId || other.id - one.id

const EVERYBODY = 0
const NONE: readonly LineOverride[] = []

export function standingOf(overrides: readonly Override[], stamp = 0): StandingOverrides {
  const byHolder = new Map<number, Override[]>()
  for (const override of overrides.toSorted(byRank)) {
    const key = override.holder?.id ?? EVERYBODY
    const own = byHolder.get(key)
    if (own) own.push(override)
    else byHolder.set(key, [override])
  }
  const worded = new WeakMap<Book, Map<Override, ((day: string) => LineOverride | undefined) | undefined>>()
  const wordsIn = (book: Book, override: Override) => {
    const known = worded.get(book) ?? new Map()
    worded.set(book, known)
    if (!known.has(override)) known.set(override, wordedIn(book, override))
    return known.get(override)
  }
  return {
    stamp,
    forSale(book, { dealerId, agentId, groupId, saleDate }) {
      if (overrides.length === 0) return NONE
      const levels = [dealerId, agentId, groupId, EVERYBODY].filter((id) => id !== null)
      return levels
        .flatMap((id) => byHolder.get(id) ?? [])
        .filter((override) => countsOn(override, saleDate))
        .flatMap((override) => wordsIn(book, override)?.(saleDate) ?? [])
    },
  }
}

/** The override in the words of a book, for the day of a sale; nothing where the book has no place for it. */
function wordedIn(book: Book, override: Override): ((day: string) => LineOverride | undefined) | undefined {
  const place = placeOf(book, override)
  const agreed = override.calculation && place && speltIn(place.line.program, override.calculation)
  if (!place || agreed === undefined) return undefined
  const { line, plan, term, deductible, classCode } = place
  return (day) => {
    const calculation = agreed ?? line.definitions.find((one) => countsOn(one, day))?.calculation
    return (
      calculation && {
        ...{ program: line.program.code, disbursementCode: line.code },
        ...{ plan, term, deductible, classCode, calculation },
      }
    )
  }
}

/** With the codes of lines as this book spells them; nothing where it lacks one of them. */
function speltIn({ disbursements }: Program, calculation: Calculation): Calculation | undefined {
  if (calculation.type !== 'PercentOf' || typeof calculation.base === 'string') return calculation
  const base = calculation.base.map((code) => disbursements.find((one) => isSameCode(one.code, code))?.code)
  const known = base.filter((code) => code !== undefined)
  return known.length === base.length ? { ...calculation, base: known } : undefined
}
