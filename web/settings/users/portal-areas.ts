import type { Operation } from '../../api/client.ts'
import type { TextKey } from '../text.ts'

interface PortalArea {
  readonly title: TextKey
  /** Without it, the area is not shown. */
  readonly needs: Operation
  readonly isOfficeOnly?: boolean
}

/** The areas of the portal, each with the operation that opens it. */
export const portalAreas: readonly PortalArea[] = [
  { title: 'area.quote', needs: 'GET /Rates/rateQuote/{dealerNumber}' },
  { title: 'area.contracts', needs: 'GET /v2/contracts' },
  { title: 'area.cancellations', needs: 'GET /v2/cancelrequests' },
  { title: 'area.claims', needs: 'GET /claims' },
  { title: 'area.ledger', needs: 'GET /ledgers' },
  { title: 'area.cash', needs: 'GET /v2/cashtransactions' },
  { title: 'area.journal', needs: 'GET /journal', isOfficeOnly: true },
  { title: 'area.partners', needs: 'GET /dealers' },
  { title: 'area.rates', needs: 'GET /Rates/books', isOfficeOnly: true },
  { title: 'area.settings', needs: 'GET /generalsettings', isOfficeOnly: true },
  { title: 'area.users', needs: 'GET /v2/Users' },
  { title: 'area.events', needs: 'GET /events' },
  { title: 'area.runs', needs: 'GET /automatic-process-runs', isOfficeOnly: true },
  { title: 'area.audit', needs: 'GET /audit', isOfficeOnly: true },
]
