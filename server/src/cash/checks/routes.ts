import { z } from 'zod'
import type { FormServices } from '../../contracts/form/write-form.ts'
import { attachmentHeader } from '../../domain/file-names.ts'
import { CSV_TYPE } from '../../http/csv.ts'
import { sendBytes } from '../../http/file-answers.ts'
import { found } from '../../http/problems.ts'
import { recordedRead } from '../../http/recorded-read.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, PathId } from '../../http/schemas.ts'
import { requireStaff } from '../transactions/staff.ts'
import { exportPositivePay } from './positive-pay.ts'
import { printCheck } from './print-check.ts'

const tag = 'Checks'
const permission = 'cash:write'
const path = '/cashtransactions/{cashTransactionId}/check'

const Days = z.strictObject({
  from: CalendarDate.describe('The first day, included.'),
  to: CalendarDate.describe('The last day, included.'),
})

/** Checks on paper, and what the bank has to know of them. */
export const checkRoutes = (services: FormServices): readonly Route[] => [
  route.plain({
    method: 'GET',
    path: '/cashtransactions/positivepay',
    tag,
    summary: 'Export our checks for positive pay',
    description:
      'CSV with each numbered check that is dated in the range, and each that was voided in the range. The status is Issued or Void.',
    permission,
    query: Days,
    answersFile: true,
    problems: ['DateRangeInvalid'],
    async handler({ reply, acting, query }) {
      const { caller } = found(acting, 'caller')
      requireStaff(caller)
      const days = Days.parse(query)
      const csv = await exportPositivePay(caller.db, days)
      await reply
        .header('Content-Disposition', attachmentHeader(`positive-pay-${days.from}-${days.to}.csv`))
        .type(CSV_TYPE)
        .send(csv)
      return undefined
    },
  }),
  printRoute(services),
]

/** Whoever prints a check is recorded, so this read is a write as far as the audit is concerned. */
const printRoute = (services: FormServices): Route =>
  route.plain({
    method: 'GET',
    path,
    tag,
    summary: 'Print a check',
    description:
      'A PDF with the check and a stub that lists what it pays. The line that machines read is left to the stock. A voided check is marked VOID. Every print is recorded; all after the first are reprints.',
    permission,
    answersFile: true,
    problems: ['NotCheck', 'NotReady'],
    async handler({ request, reply, acting: someone }) {
      const acting = found(someone, 'caller')
      requireStaff(acting.caller)
      const { cashTransactionId } = request.params as { cashTransactionId: string }
      const { data: id } = PathId.safeParse(cashTransactionId)
      const { content } = await recordedRead(request, acting, {
        keys: services.keys,
        operation: `GET ${path}`,
        subject: `cashtransactions/${cashTransactionId}`,
        read: (tx) => printCheck(tx, services, acting, found(id, `cash transaction ${cashTransactionId}`)),
        changes: ({ prints }) => [{ pointer: '/checkPrints', before: prints - 1, after: prints }],
      })
      await sendBytes(reply, content, undefined, (error) =>
        services.log.error({ requestId: request.id, err: error }),
      )
      return undefined
    },
  })
