import { namedFor } from '../../account-holders/reference-names.ts'
import { json, orNull, type RowOf, storedObject, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { isInspected, isOpenInspection } from '../../domain/claims/inspection.ts'
import { amountOf } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import type { InspectionModel } from './inspection-models.ts'
import { inspectionTable } from './inspection-table.ts'

const reason = json(storedObject<InspectionModel['reason']>('id', 'code', 'name'))

/** An inspection with everything that its answer needs. */
export const inspectionColumns = {
  ...inspectionTable.columns,
  ...{ claimNumber: text, companyNumber: text, companyName: text, reason },
  ...{ rejectReason: orNull(reason), holdReason: orNull(reason) },
}
export type InspectionRead = RowOf<typeof inspectionColumns>

const reasonIn = (column: string) =>
  `(select jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name) from reference_value v where v.id = i.${column})`

/** The columns of an inspection `i` of a claim `m`. */
export const INSPECTION_SELECT = `${inspectionTable.list('i')}, m.number as "claimNumber",
  (select h.number from account_holder h where h.id = i.company_id) as "companyNumber",
  (select h.name from account_holder h where h.id = i.company_id) as "companyName",
  ${reasonIn('reason_id')} as reason, ${reasonIn('reject_reason_id')} as "rejectReason",
  ${reasonIn('hold_reason_id')} as "holdReason"`
export const INSPECTIONS =
  'claim_inspection i join claim m on m.id = i.claim_id join contract c on c.id = m.contract_id'

const instantOrNull = (at: Date | null) => at?.toISOString() ?? null

export function inspectionAnswer(row: InspectionRead, caller: Pick<Caller, 'scopes'>): InspectionModel {
  const { id, claimId, claimNumber, detailIds, number, reason, status, location } = row
  const { contactName, contactPhone, questions, odometerSeen, findings, recommendation } = row
  const { feeLedgerId, externalReference, lastSequence, rejectReason, fields, notes, files, holdReason } = row
  return {
    ...{ id, claimId, claimNumber, detailIds: [...detailIds], number },
    company: namedFor(caller, {
      ...{ type: 'InspectionCompany', id: row.companyId, number: row.companyNumber, name: row.companyName },
    }),
    ...{ reason, status, orderedAt: row.orderedAt.toISOString(), dueAt: row.dueDate },
    ...{ scheduledAt: instantOrNull(row.scheduledAt), completedAt: instantOrNull(row.completedAt), location },
    ...{ contactName, contactPhone, questions: [...questions], odometerSeen, findings, recommendation },
    ...{ fee: amountOf(row.fee), feeLedgerId, externalReference, lastSequence, rejectReason },
    ...{ fields: [...fields], notes: [...notes], files: [...files], holdReason },
    ...auditFieldsFromRow(row),
  }
}

const OF_CLAIM = statement(
  inspectionColumns,
  `select ${INSPECTION_SELECT} from ${INSPECTIONS} where i.claim_id = $1 order by i.id`,
)

/** The inspections of a claim, in the order of their orders. */
export const loadInspections = (db: Db, claimId: number): Promise<InspectionRead[]> =>
  OF_CLAIM.rows(db, [claimId])

/** What authorizing asks: whether an inspection is still open, and whether one was done. */
export function inspectionFacts(inspections: readonly Pick<InspectionRead, 'status'>[]): {
  readonly isOpen: boolean
  readonly isInspected: boolean
} {
  return { isOpen: inspections.some(isOpenInspection), isInspected: inspections.some(isInspected) }
}
