import { type Route, route } from '../../http/route.ts'
import { requireStaff } from '../transactions/staff.ts'
import { bankFileList, bankFileSearch, readBankFile } from './bank-files.ts'
import { changeBankLine, lockBankLine } from './change-line.ts'
import { importBankFile } from './import-file.ts'
import { BankFile, BankFileSummary, BankLineModel, BankLinePatch, NewBankFile } from './models.ts'

const tag = 'BankFiles'
const permission = 'cash:write'
const path = '/bankfiles'

/** What banks report about our account. */
export const bankRoutes: readonly Route[] = [
  route.list({
    path,
    tag,
    summary: 'List bank files',
    description: 'Without their lines. Read a file for them.',
    permission,
    form: 'array',
    row: BankFileSummary,
    search: bankFileSearch,
    list: ({ caller }) => {
      requireStaff(caller)
      return bankFileList
    },
  }),
  route.upload({
    path,
    tag,
    summary: 'Read a bank file and clear the cash in it',
    description:
      'A line is matched with the only Posted cash transaction that has its amount, direction, and check number or reference. A line without a number is matched with the only one of its amount within three business days. The sum of an ACH file is matched with all its transactions. Matched cash is Cleared on the date of the line. Nothing is applied unless all of the file can be read and its balances agree.',
    permission,
    body: NewBankFile,
    answer: BankFile,
    status: 201,
    subject: 'bankfiles/{id}',
    location: '/bankfiles/{id}',
    problems: ['DuplicateBankFile', 'BankFileInvalid'],
    // The content is not kept: the lines are all that we need of it.
    receive: async ({ body }) => {
      if (!('json' in body)) throw new Error('A bank file is sent in JSON.')
      const { json } = body
      return { taken: json, fingerprint: json, keep: async () => undefined, drop: async () => undefined }
    },
    handler: ({ tx, body, ...acting }) => {
      requireStaff(acting.caller)
      return importBankFile(tx, acting, body)
    },
  }),
  route.read({
    path: `${path}/{bankFileId}`,
    tag,
    summary: 'Read a bank file with its lines',
    permission,
    answer: BankFile,
    handler: ({ db, caller, params: { bankFileId } }) => {
      requireStaff(caller)
      return readBankFile(db, bankFileId)
    },
  }),
  route.write({
    method: 'PATCH',
    path: `${path}/{bankFileId}/lines/{lineId}`,
    tag,
    summary: 'Match or ignore a line of a bank file, or take that back',
    description:
      'The cash must be Posted, have the amount and direction of the line, and be matched with no other line. It becomes Cleared on the date of the line. A matched line is taken back with `unmatch` before it is matched with something else; cash that the match has cleared is Posted again, and cash that was voided or returned since stays so.',
    permission,
    body: BankLinePatch,
    answer: BankLineModel,
    subject: 'bankfiles/{bankFileId}/lines/{lineId}',
    problems: ['InvalidTransition', 'UnknownReference', 'AmountMismatch'],
    current: ({ tx, caller, params: { bankFileId, lineId } }) => {
      requireStaff(caller)
      return lockBankLine(tx, bankFileId, lineId)
    },
    handler: ({ tx, params, body, ...acting }) => changeBankLine(tx, acting, params, body),
  }),
]
