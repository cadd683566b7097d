import { z } from 'zod'
import { ContractDocument } from './contracts/form/documents.ts'
import { Document, FileInfo } from './documents/schemas.ts'
import { Event } from './events/log/models.ts'
import { JournalRow, Ledger } from './ledger/models.ts'

/** What a dry run says that it would have written. */
export const Effects = z
  .object({
    ledger: z.array(Ledger),
    journal: z.array(JournalRow),
    events: z.array(Event),
    documents: z.array(z.union([ContractDocument, Document, FileInfo])),
  })
  .meta({ id: 'Effects' })
