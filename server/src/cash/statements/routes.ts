import { type Route, route } from '../../http/route.ts'
import { AcceptedStatement, NewStatement, StatementRequest } from './models.ts'
import { readStatement, requestStatement } from './request-statement.ts'
import type { StatementWorker } from './services.ts'

const tag = 'Statements'
const permission = 'statements:write'

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
    path: '/statementrequests/{statementRequestId}',
    tag,
    summary: 'Read how far a statement is',
    permission,
    answer: StatementRequest,
    handler: ({ db, caller, params: { statementRequestId } }) =>
      readStatement(db, caller, statementRequestId),
  }),
]
