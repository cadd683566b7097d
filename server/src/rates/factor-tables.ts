import { z } from 'zod'
import type { FactorEntry, FactorTable, Program } from '../domain/rate-book.ts'
import { found, Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import { bookFor } from './book-lists.ts'
import type { LiveBooks } from './live-book.ts'

const FactorTableEntry = z
  .object({
    key1: z.string().nullable().describe('The code of the first key that is no range. Null: any.'),
    key2: z
      .string()
      .nullable()
      .describe('That of the second; of a table with more, all others with | between.'),
    from: z.int().nullable().describe('The range of the odometer or the age, both ends included.'),
    to: z.int().nullable(),
    factor: z.number(),
    sequence: z.int(),
  })
  .meta({
    id: 'FactorTableEntry',
    example: { key1: '3', key2: null, from: null, to: null, factor: 1, sequence: 3 },
  })

const FactorTableModel = z
  .object({
    id: Id,
    code: z.string(),
    name: z.string(),
    type: z.enum(['Rate', 'Earning', 'Cancel']),
    keys: z.array(z.string()),
    interpolation: z.enum(['None', 'Linear']),
    entries: z.array(FactorTableEntry),
  })
  .meta({ id: 'FactorTable' })

/** The tables that prices are multiplied by. */
export const factorTableRoutes = (books: LiveBooks): readonly Route[] => [
  route.read({
    path: '/factorTables/{factorTableId}',
    tag: 'FactorTable',
    summary: 'Read a factor table',
    permission: 'rates:costs',
    answer: FactorTableModel,
    async handler({ caller, params: { factorTableId } }) {
      // Whoever is limited to dealers never sees what a dealer's cost is made of, whatever its roles.
      if (caller.scopes.length > 0)
        throw new Problem('Forbidden', 'A caller that is limited to some dealers does not see costs.', {
          members: { permission: 'rates:costs' },
        })
      const { book } = await bookFor(books, caller)
      const tables = book.products
        .flatMap((product) => product.programs)
        .flatMap((program) => program.factorTables.map((table) => ({ program, table })))
      const { program, table } = found(
        tables.find((one) => one.table.id === factorTableId),
        `factor table ${factorTableId}`,
      )
      return tableModel(program, table)
    },
  }),
]

const isRange = (key: string) => key === 'odometer' || key === 'age'

function tableModel(
  { disbursements }: Program,
  { id, code, name, keys, entries }: FactorTable,
): z.input<typeof FactorTableModel> {
  const codeKeys = keys.filter((key) => !isRange(key))
  return {
    id,
    code,
    name,
    type: disbursements.some(({ earningFactorTable }) => earningFactorTable === code) ? 'Earning' : 'Rate',
    keys: [...keys],
    interpolation: 'None',
    entries: entries.map((entry, at) => entryModel(codeKeys, entry, at + 1)),
  }
}

function entryModel(
  [first, ...others]: readonly FactorTable['keys'][number][],
  { codes, from, to, factor }: FactorEntry,
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
  }
}
