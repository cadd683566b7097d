import { z } from 'zod'
import { requireCostLines } from '../../access/cost-visibility.ts'
import type { FactorEntry, FactorTable } from '../../domain/rate-book/rate-book.ts'
import { found } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id } from '../../http/schemas.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { loadLiveBook } from './book-lists.ts'

const FactorTableEntry = z
  .object({
    key1: z.string().nullable().describe('The code of the first key that is not a range. Null: any.'),
    key2: z
      .string()
      .nullable()
      .describe('The code of the second such key. If there are more, all of them separated by |.'),
    from: z
      .int()
      .nullable()
      .describe('The range of odometer or age, both ends included. In a curve, both are the month.'),
    to: z.int().nullable(),
    factor: z.number(),
    sequence: z.int(),
    effectiveFrom: CalendarDate.nullable().describe('The first sale date. Null: any.'),
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
      .describe(
        'Rate: prices are multiplied by it. Earning: lines are earned by it, month by month. Cancel: lines are refunded by it.',
      ),
    keys: z.array(z.string()),
    interpolation: z
      .enum(['None', 'Linear'])
      .describe('How values between two months of the table are found.'),
    entries: z.array(FactorTableEntry),
  })
  .meta({ id: 'FactorTable' })

/** The tables that prices are multiplied by, and the curves that lines are earned by. */
export const factorTableRoutes = (books: LiveBooks): readonly Route[] => [
  route.read({
    path: '/factorTables/{factorTableId}',
    tag: 'FactorTable',
    summary: 'Read a factor table',
    permission: 'rates:costs',
    answer: FactorTableModel,
    async handler({ caller, params: { factorTableId } }) {
      requireCostLines(caller, 'rates:costs')
      const { book } = await loadLiveBook(books, caller)
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
    entries: entries.map((entry, index) => entryModel(codeKeys, entry, index + 1)),
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
