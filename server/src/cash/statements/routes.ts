import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { queryInteger, queryList } from '../../http/schemas.ts'
import { AcceptedStatement, NewStatement, StatementRequest, statementStatuses } from './models.ts'
import { readStatement, requestStatement } from './request-statement.ts'
import type { StatementWorker } from './services.ts'
import { findStatements, statementModel } from './statement-table.ts'

const tag = 'Statements'
const permission = 'statements:write'
const SHOWN_AT_MOST = 500

/** Statements of account holders. */
export const statementRoutes = (statements: StatementWorker): readonly Route[] => [
  route.write({
    method: 'POST',
    path: '/accountholders/{accountHolderId}/statementrequests',
    tag,
    summary: 'Request a statement of an account holder',
    description:
      'Answers the figures, made from the journal by accounting date. The document is made in the background and is then at /documents/{documentId}. What the account holder owes is positive.',
    permission,
    body: NewStatement,
    answer: AcceptedStatement,
    status: 202,
    subject: 'statementrequests/{statementRequestId}',
    location: '/statementrequests/{statementRequestId}',
    problems: ['DateRangeInvalid'],
    malformed: ['DateRangeInvalid'],
    handler: ({ tx, params: { accountHolderId }, body, ...acting }) =>
      requestStatement(tx, statements, acting, accountHolderId, body),
  }),
  route.read({
    path: '/statementrequests',
    tag,
    summary: 'List the newest statements that were requested',
    description: 'The newest first, at most 500. A limited caller sees the statements of its own accounts.',
    permission,
    query: z.strictObject({
      accountHolderId: queryInteger(z.int().min(0)).optional(),
      status: queryList(z.enum(statementStatuses)).optional(),
    }),
    answer: z.array(StatementRequest),
    pages: ['accountHolder.number', 'fromDate', 'toDate', 'status'],
    async handler({ db, caller, query: { accountHolderId, status } }) {
      const asked = { accountHolderId, statuses: status, limit: SHOWN_AT_MOST }
      return (await findStatements(db, caller, asked)).map(statementModel)
    },
  }),
  route.read({
    path: '/statementrequests/{statementRequestId}',
    tag,
    summary: 'Read how far a statement is',
    permission,
    answer: StatementRequest,
    handler: ({ db, caller, params: { statementRequestId } }) =>
      readStatement(db, caller, statementRequestId),
  }),
]
