import { z } from 'zod'
import { requireCostLines } from '../../access/cost-visibility.ts'
import type { FactorEntry, FactorTable } from '../../domain/rate-book/rate-book.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id } from '../../http/schemas.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { bookFor } from './book-lists.ts'

const FactorTableEntry = z
  .object({
    key1: z.string().nullable().describe('The code of the first key that is no range. Null: any.'),
    key2: z
      .string()
      .nullable()
      .describe('That of the second; of a table with more, all others with | between.'),
    from: z
      .int()
      .nullable()
      .describe(
        'The range of the odometer or the age, both ends included; of a curve, the month at both ends.',
      ),
    to: z.int().nullable(),
    factor: z.number(),
    sequence: z.int(),
    effectiveFrom: CalendarDate.nullable().describe('The first sale date that it is for. Null: any.'),
    effectiveTo: CalendarDate.nullable(),
  })
  .meta({
    id: 'FactorTableEntry',
    example: {
      ...{ key1: '3', key2: null, from: null, to: null, factor: 1, sequence: 3 },
      ...{ effectiveFrom: null, effectiveTo: null },
    },
  })

const FactorTableModel = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    type: z
      .enum(['Rate', 'Earning', 'Cancel'])
      .describe('A price is multiplied by it; a line is earned along it by months, or refunded.'),
    keys: z.array(z.string()),
    interpolation: z.enum(['None', 'Linear']).describe('What counts between two months of the table.'),
    entries: z.array(FactorTableEntry),
  })
  .meta({ id: 'FactorTable' })

/** The tables that prices are multiplied by, and the curves that lines are earned along. */
export const factorTableRoutes = (books: LiveBooks): readonly Route[] => [
  route.read({
    path: '/factorTables/{factorTableId}',
    tag: 'FactorTable',
    summary: 'Read a factor table',
    permission: 'rates:costs',
    answer: FactorTableModel,
    async handler({ caller, params: { factorTableId } }) {
      requireCostLines(caller, 'rates:costs')
      const { book } = await bookFor(books, caller)
      const tables = book.products
        .flatMap((product) => product.programs)
        .flatMap((program) => program.factorTables)
      return tableModel(
        found(
          tables.find((table) => table.id === factorTableId),
          `factor table ${factorTableId}`,
        ),
      )
    },
  }),
]

const isRange = (key: string) => key === 'odometer' || key === 'age' || key === 'month'

function tableModel(table: FactorTable): z.input<typeof FactorTableModel> {
  const { id, code, name, type, keys, interpolation, entries } = table
  const codeKeys = keys.filter((key) => !isRange(key))
  return {
    id,
    code,
    name,
    type,
    keys: [...keys],
    interpolation,
    entries: entries.map((entry, at) => entryModel(codeKeys, entry, at + 1)),
  }
}

function entryModel(
  [first, ...others]: readonly FactorTable['keys'][number][],
  { codes, from, to, factor, effectiveFrom, effectiveTo }: FactorEntry,
  sequence: number,
) {
  const rest = others.map((key) => codes[key] ?? '')
  return {
    key1: first === undefined ? null : (codes[first] ?? null),
    key2: rest.some((code) => code !== '') ? rest.join('|') : null,
    from,
    to,
    factor: factor / 1_000_000,
    sequence,
    effectiveFrom,
    effectiveTo,
  }
}
