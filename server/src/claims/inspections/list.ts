import { inspectionStatuses } from '../../domain/claims/inspection.ts'
import type { Caller } from '../../http/caller.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import {
  INSPECTION_SELECT,
  INSPECTIONS,
  inspectionAnswer,
  inspectionColumns,
} from '../record/inspection-answer.ts'
import type { InspectionModel } from '../record/inspection-models.ts'
import { seesInspection } from './find-inspection.ts'

export const inspectionSearch = {
  filters: {
    claimId: { match: 'id', column: 'i.claim_id' },
    claimNumber: { match: 'whole', column: 'm.number' },
    companyId: { match: 'id', column: 'i.company_id' },
    status: { match: 'oneOf', column: 'i.status', values: inspectionStatuses },
    orderedFrom: { match: 'from', column: 'i.ordered_date' },
    orderedTo: { match: 'to', column: 'i.ordered_date' },
    dueBefore: { match: 'before', column: 'i.due_date' },
    externalReference: { match: 'whole', column: 'i.external_reference' },
    updatedSince: { match: 'since', column: 'i.updated_at' },
  },
  sort: {
    number: { column: 'i.number', text: true },
    orderedAt: { column: 'i.ordered_at' },
    dueAt: { column: 'i.due_date' },
    updatedAt: { column: 'i.updated_at' },
  },
} as const satisfies { filters: Filters; sort: Sort }

/** The inspections that a caller sees. */
export const inspectionList = (caller: Caller): ListQuery<InspectionModel> =>
  listOf({
    ...inspectionSearch,
    columns: inspectionColumns,
    select: INSPECTION_SELECT,
    from: INSPECTIONS,
    id: 'i.id',
    longTable: 'claim_inspection',
    where: [seesInspection(caller)],
    row: (row) => inspectionAnswer(row, caller),
  })
