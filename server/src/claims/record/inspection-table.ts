import type { z } from 'zod'
import type { AddressAnswer } from '../../account-holders/people.ts'
import {
  auditColumns,
  cents,
  date,
  instant,
  int,
  ints,
  json,
  oneOf,
  orNull,
  storedList,
  storedObject,
  text,
  texts,
  withDefault,
} from '../../db/columns.ts'
import { type TableRow, table } from '../../db/table.ts'
import {
  type InspectionField,
  type InspectionNote,
  inspectionStatuses,
  recommendations,
} from '../../domain/claims/inspection.ts'
import type { InspectionFileModel } from './inspection-models.ts'

/** Where a vehicle is. */
export type StoredAddress = z.input<typeof AddressAnswer>

export const inspectionTable = table('claim_inspection', {
  ...{ id: withDefault(int), number: withDefault(text), claimId: int, companyId: int, reasonId: int },
  ...{ status: oneOf(inspectionStatuses), detailIds: ints, orderedAt: instant, orderedDate: date },
  ...{ dueDate: orNull(date), scheduledAt: orNull(instant), completedAt: orNull(instant) },
  location: orNull(json(storedObject<StoredAddress>('line1', 'city', 'state', 'zip', 'country'))),
  ...{ contactName: orNull(text), contactPhone: orNull(text), questions: texts },
  ...{ odometerSeen: orNull(int), findings: orNull(text), recommendation: orNull(oneOf(recommendations)) },
  ...{ fee: cents, feeLedgerId: orNull(int), externalReference: orNull(text), lastSequence: orNull(int) },
  ...{ rejectReasonId: orNull(int), holdReasonId: orNull(int) },
  fields: withDefault(json(storedList<InspectionField>())),
  notes: withDefault(json(storedList<InspectionNote>())),
  files: withDefault(json(storedList<InspectionFileModel>())),
  ...auditColumns,
})
export type InspectionRow = TableRow<typeof inspectionTable>
