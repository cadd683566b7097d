import { z } from 'zod'
import { ServiceDataModel } from '../../contracts/reading/coverage.ts'
import { loadServices } from '../../contracts/reading/services.ts'
import { loadContract } from '../../contracts/record/rows.ts'
import { documentRoutesFor } from '../../documents/owner-routes.ts'
import type { DocumentServices } from '../../documents/services.ts'
import { type Route, route } from '../../http/route.ts'
import { seeClaim } from '../record/load-claim.ts'
import { ownShops } from '../record/visibility.ts'
import { claimDocuments } from './documents.ts'
import { addNote, NewNote, NoteModel, noteList, noteSearch, readNote } from './notes.ts'

const tag = 'Claims'
const path = '/claims/{claimId}'
const reads = { tag, permission: 'claims:read' } as const

/** The papers of claims: notes, documents, and the prepaid services that a claim draws on. */
export const claimPaperRoutes = (services: DocumentServices): readonly Route[] => [
  route.write({
    method: 'POST',
    path: `${path}/notes`,
    tag,
    summary: 'Add a note to a claim',
    description: 'Notes are never changed. Callers outside the administrator do not see internal notes.',
    permission: 'claims:write',
    body: NewNote,
    answer: NoteModel,
    status: 201,
    subject: 'claims/{claimId}',
    location: '/claims/{claimId}/notes/{id}',
    handler: ({ tx, params: { claimId }, body, ...acting }) => addNote(tx, acting, claimId, body),
  }),
  route.list({
    ...reads,
    path: `${path}/notes/all`,
    summary: 'List the notes of a claim',
    description: 'Oldest first.',
    form: 'array',
    row: NoteModel,
    search: noteSearch,
    list: ({ db, caller, params: { claimId } }) => noteList(db, caller, claimId),
  }),
  route.read({
    ...reads,
    path: `${path}/notes/{noteId}`,
    summary: 'Read a note of a claim',
    answer: NoteModel,
    handler: ({ db, caller, params: { claimId, noteId } }) => readNote(db, caller, claimId, noteId),
  }),
  ...documentRoutesFor(services, claimDocuments),
  route.read({
    ...reads,
    path: `${path}/ppmservices`,
    summary: 'List the prepaid maintenance services of the contract of a claim',
    description: 'What is left of each service, and when it is due next. Empty for other products.',
    answer: z.array(ServiceDataModel),
    pages: ['id', 'code', 'name', 'sequence', 'nextDueDate'],
    async handler({ db, caller, today, params: { claimId } }) {
      const { contract_id } = await seeClaim(db, caller, claimId)
      const contract = await loadContract(db, contract_id)
      const listed = await loadServices(db, contract, { date: today, odometer: undefined })
      // A shop reads its own claims. What other shops did for the contract is not told.
      if (ownShops(caller).length === 0) return listed
      return listed.map(({ history, ...service }) => ({
        ...service,
        history: history.filter((event) => event.claimId === claimId),
      }))
    },
  }),
]
