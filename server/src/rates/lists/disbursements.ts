import { z } from 'zod'
import type { Program } from '../../domain/rate-book/rate-book.ts'
import type { Route } from '../../http/route.ts'
import { Id } from '../../http/schemas.ts'
import type { LiveBooks } from '../book/live-book.ts'
import { type BookList, bookListRoute, codeAndNameSort, type ListEntry } from './book-lists.ts'
import { visibleToCaller } from './visibility.ts'

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
  summary: 'List the codes of the lines of dealer cost',
  permission: 'rates:costs',
  row: DisbursementCodeModel,
  columns: 'code text, name text, group_id bigint',
  filters: { groupId: { match: 'id', column: 'r.group_id' } },
  sort: codeAndNameSort,
  cacheKey: () => '',
  entries: ({ live: { book } }) =>
    book.disbursementCodes.map(({ id, code, name, groupCode }) => {
      const groupId = idOfCode(book.disbursementGroups, groupCode)
      return { id, row: { id, code, name, groupId }, columns: { code, name, group_id: groupId } }
    }),
}

const groups: BookList<typeof DisbursementGroupModel> = {
  path: '/Rates/Disbursements/DisbursementsGroups',
  summary: 'List the groups of disbursement codes',
  permission: 'rates:costs',
  row: DisbursementGroupModel,
  columns: 'code text, name text',
  filters: {},
  sort: codeAndNameSort,
  cacheKey: () => '',
  entries: ({ live: { book } }) =>
    book.disbursementGroups.map(({ id, code, name }) => ({
      id,
      row: { id, code, name },
      columns: { code, name },
    })),
}

type Label = z.input<typeof DisbursementLabelModel>

const labels: BookList<typeof DisbursementLabelModel> = {
  path: '/Rates/Disbursements/DisbursementsLabels',
  summary: 'List the names that programs give to the lines of dealer cost',
  permission: 'rates:costs',
  row: DisbursementLabelModel,
  columns: 'disbursement_code_id bigint, program_id bigint, label text',
  filters: {
    programId: { match: 'id', column: 'r.program_id' },
    disbursementCodeId: { match: 'id', column: 'r.disbursement_code_id' },
  },
  sort: { label: { column: 'r.label', text: true } },
  async entries({ live, ...acting }) {
    const visible = await visibleToCaller(live, acting)
    const codeId = (code: string) => idOfCode(live.book.disbursementCodes, code)
    return live.book.products
      .flatMap(({ programs }) => programs.filter(visible.program))
      .flatMap((program) => labelEntries(program, codeId))
  },
}

/** A line that changes on a date is defined twice. Its label is listed again only if it changes too. */
function labelEntries(program: Program, codeId: (code: string) => number): ListEntry<Label>[] {
  const listed = new Set<string>()
  return program.disbursements.flatMap(({ id, code, label }) => {
    const key = JSON.stringify([code, label])
    if (listed.has(key)) return []
    listed.add(key)
    const disbursementCodeId = codeId(code)
    return [
      {
        id,
        row: { id, disbursementCodeId, programId: program.id, label },
        columns: { disbursement_code_id: disbursementCodeId, program_id: program.id, label },
      },
    ]
  })
}

/** A book that passed its checks only names what it has. */
function idOfCode(items: readonly { readonly id: number; readonly code: string }[], code: string): number {
  const item = items.find((candidate) => candidate.code === code)
  if (!item) throw new Error(`The book has no ${code}.`)
  return item.id
}

/** The codes, groups and labels of the lines of dealer cost. */
export const disbursementRoutes = (books: LiveBooks): readonly Route[] => [
  bookListRoute(books, codes),
  bookListRoute(books, groups),
  bookListRoute(books, labels),
]
