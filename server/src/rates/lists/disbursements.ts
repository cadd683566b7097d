import { z } from 'zod'
import type { Program } from '../../domain/rate-book/rate-book.ts'
import type { Route } from '../../http/route.ts'
import { Id } from '../../http/schemas.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { type BookList, bookListRoute, byCode, type Entry } from './book-lists.ts'
import { shownToCaller } from './visibility.ts'

const DisbursementCodeModel = z.object({ id: Id, code: z.string(), name: z.string(), groupId: Id }).meta({
  id: 'DisbursementCodeResponse',
  example: { id: 1, code: 'RESERVE', name: 'Claims reserve', groupId: 1 },
})

const DisbursementGroupModel = z
  .object({ id: Id, code: z.string(), name: z.string() })
  .meta({ id: 'DisbursementGroupResponse', example: { id: 1, code: 'Reserves', name: 'Reserves' } })

const DisbursementLabelModel = z
  .object({ id: Id, disbursementCodeId: Id, programId: Id, label: z.string() })
  .meta({
    id: 'DisbursementLabelResponse',
    example: { id: 1, disbursementCodeId: 1, programId: 1, label: 'Claims Reserve' },
  })

const codes: BookList<typeof DisbursementCodeModel> = {
  path: '/Rates/Disbursements/DisbursementsCodes',
  summary: 'List the codes of the lines that a price is made of',
  permission: 'rates:costs',
  row: DisbursementCodeModel,
  columns: 'code text, name text, group_id bigint',
  filters: { groupId: { match: 'id', column: 'r.group_id' } },
  sort: byCode,
  changesWith: () => '',
  entries: ({ live: { book } }) =>
    book.disbursementCodes.map(({ id, code, name, groupCode }) => {
      const groupId = idIn(book.disbursementGroups, groupCode)
      return { id, shown: { id, code, name, groupId }, by: { code, name, group_id: groupId } }
    }),
}

const groups: BookList<typeof DisbursementGroupModel> = {
  path: '/Rates/Disbursements/DisbursementsGroups',
  summary: 'List the groups of these codes',
  permission: 'rates:costs',
  row: DisbursementGroupModel,
  columns: 'code text, name text',
  filters: {},
  sort: byCode,
  changesWith: () => '',
  entries: ({ live: { book } }) =>
    book.disbursementGroups.map(({ id, code, name }) => ({
      id,
      shown: { id, code, name },
      by: { code, name },
    })),
}

type Label = z.input<typeof DisbursementLabelModel>

const labels: BookList<typeof DisbursementLabelModel> = {
  path: '/Rates/Disbursements/DisbursementsLabels',
  summary: 'List what programs call these lines',
  permission: 'rates:costs',
  row: DisbursementLabelModel,
  columns: 'disbursement_code_id bigint, program_id bigint, label text',
  filters: {
    programId: { match: 'id', column: 'r.program_id' },
    disbursementCodeId: { match: 'id', column: 'r.disbursement_code_id' },
  },
  sort: { label: { column: 'r.label', text: true } },
  async entries({ live, ...acting }) {
    const shown = await shownToCaller(live, acting)
    const codeId = (code: string) => idIn(live.book.disbursementCodes, code)
    return live.book.products
      .flatMap(({ programs }) => programs.filter(shown.program))
      .flatMap((program) => labelsOf(program, codeId))
  },
}

/** A line that changes on a date is there twice; its label is told again only where it changes too. */
function labelsOf(program: Program, codeId: (code: string) => number): Entry<Label>[] {
  const told = new Set<string>()
  return program.disbursements.flatMap(({ id, code, label }) => {
    const key = JSON.stringify([code, label])
    if (told.has(key)) return []
    told.add(key)
    const disbursementCodeId = codeId(code)
    return [
      {
        id,
        shown: { id, disbursementCodeId, programId: program.id, label },
        by: { disbursement_code_id: disbursementCodeId, program_id: program.id, label },
      },
    ]
  })
}

/** A checked book names only what it has. */
function idIn(items: readonly { readonly id: number; readonly code: string }[], code: string): number {
  const item = items.find((one) => one.code === code)
  if (!item) throw new Error(`The book has no ${code}.`)
  return item.id
}

/** What the lines of a price are called. */
export const disbursementRoutes = (books: LiveBooks): readonly Route[] => [
  bookListRoute(books, codes),
  bookListRoute(books, groups),
  bookListRoute(books, labels),
]
