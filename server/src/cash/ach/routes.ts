import type { FormServices } from '../../contracts/form/write-form.ts'
import { sendBytes } from '../../http/file-answers.ts'
import { found } from '../../http/problems.ts'
import { recordedRead } from '../../http/recorded-read.ts'
import { type Route, route } from '../../http/route.ts'
import { PathId } from '../../http/schemas.ts'
import { achFileList, achFileSearch, openAchFile, readAchFile, requireStaff } from './ach-files.ts'
import { applyReturns } from './apply-returns.ts'
import { makeAchFile } from './make-file.ts'
import { AchFile, AchReturns, NewAchFile, ReturnFileInput } from './models.ts'

const tag = 'AchFiles'
const permission = 'cash:ach'
const path = '/achfiles'

/** The files that banks pay and collect by, and what they send back. */
export const achRoutes = (services: FormServices): readonly Route[] => [
  route.list({
    path,
    tag,
    summary: 'List ACH files',
    permission,
    form: 'array',
    row: AchFile,
    search: achFileSearch,
    list: ({ caller }) => {
      requireStaff(caller)
      return achFileList
    },
  }),
  route.write({
    method: 'POST',
    path,
    tag,
    summary: 'Make an ACH file',
    description:
      'Payments are credits and receipts are debits. Each cash transaction is in one file at most. The settings achDestination, achDestinationName, achOrigin, achOriginName, achCompanyName and achCompanyId say who sends the file.',
    permission,
    body: NewAchFile,
    answer: AchFile,
    status: 201,
    subject: 'achfiles/{id}',
    location: '/achfiles/{id}',
    problems: [
      'UnknownReference',
      'AlreadyInAchFile',
      'NotAch',
      'NothingToSend',
      'EffectiveDateInvalid',
      'SettingInvalid',
    ],
    handler: ({ tx, body, ...acting }) => {
      requireStaff(acting.caller)
      return makeAchFile(tx, services.seals, acting, body)
    },
  }),
  route.read({
    path: `${path}/{achFileId}`,
    tag,
    summary: 'Read an ACH file without its content',
    permission,
    answer: AchFile,
    handler: ({ db, caller, params: { achFileId } }) => {
      requireStaff(caller)
      return readAchFile(db, achFileId)
    },
  }),
  contentRoute(services),
  route.upload({
    path: `${path}/returns`,
    tag,
    summary: 'Apply a return file of the bank',
    description:
      'Returned entries are found by their trace numbers, and their cash transactions become Returned. Notifications of change correct the payment method. Nothing is applied unless all of the file can be read.',
    permission,
    body: ReturnFileInput,
    answer: AchReturns,
    status: 201,
    subject: 'achreturns/{id}',
    problems: ['DuplicateReturnFile', 'AchFileInvalid', 'SettingInvalid', 'Locked'],
    // The content is not kept: it has account numbers in it.
    receive: async ({ body }) => {
      if (!('json' in body)) throw new Error('A return file is sent in JSON.')
      const { json } = body
      return { taken: json, fingerprint: json, keep: async () => undefined, drop: async () => undefined }
    },
    handler: ({ tx, body, ...acting }) => {
      requireStaff(acting.caller)
      return applyReturns(tx, services, acting, body)
    },
  }),
]

/** Whoever reads account numbers is recorded, so this read is a write as far as the audit is concerned. */
const contentRoute = ({ seals, keys, log }: FormServices): Route =>
  route.plain({
    method: 'GET',
    path: `${path}/{achFileId}/content`,
    tag,
    summary: 'Download an ACH file',
    description:
      'Text as banks read it (NACHA). It is the only answer with account numbers. Reading it is recorded.',
    permission,
    answersFile: true,
    problems: [],
    async handler({ request, reply, acting }) {
      requireStaff(found(acting, 'caller').caller)
      const { achFileId } = request.params as { achFileId: string }
      const { data: id } = PathId.safeParse(achFileId)
      const content = await recordedRead(request, found(acting, 'caller'), {
        keys,
        operation: `GET ${path}/{achFileId}/content`,
        subject: `achfiles/${achFileId}`,
        read: (tx) => openAchFile(tx, seals.open, found(id, `ACH file ${achFileId}`)),
      })
      await sendBytes(reply, content, undefined, (error) => log.error({ requestId: request.id, err: error }))
      return undefined
    },
  })
