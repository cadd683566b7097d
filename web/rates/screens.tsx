import type { Screen, ScreenComponent } from '../ui/screen.ts'
import './rates.css'
import './offers.css'
import './sale.css'
import { QuoteScreen } from './sale/quote-screen.tsx'

type Setup = typeof import('./setup-screens.tsx')

/** A screen of the set-up, loaded when it is opened. */
const setup = (name: keyof Setup) => async () =>
  (await import('./setup-screens.tsx'))[name] as ScreenComponent

export const screens: readonly Screen[] = [
  { path: '/quote', needs: 'GET /Rates/rateQuote/{dealerNumber}', component: QuoteScreen },
  { path: '/rates/books', needs: 'GET /Rates/books', load: setup('BooksScreen') },
  { path: '/rates/books/new', needs: 'POST /Rates/books/checks', load: setup('NewBookScreen') },
  { path: '/rates/books/$version', needs: 'GET /Rates/books/{version}', load: setup('VersionPage') },
  {
    path: '/rates/agreements',
    needs: 'GET /Rates/Disbursements/AccountHolder/{id}',
    load: setup('AgreementsScreen'),
  },
  {
    path: '/rates/agreements/$id',
    needs: 'GET /Rates/Disbursements/AccountHolder/{id}',
    load: setup('AgreementsScreen'),
  },
  {
    path: '/rates/agreements/$id/changes/$log',
    needs: 'GET /Rates/Disbursements/AuditLog/{auditLogId}',
    load: setup('ChangePage'),
  },
  { path: '/rates/criteria', needs: 'POST /Rates/criteria/evaluations', load: setup('CriteriaScreen') },
  { path: '/rates/state-rules', needs: 'GET /cancelrules/coverage', load: setup('CoverageScreen') },
  { path: '/rates/state-rules/own', needs: 'POST /cancelrules', load: setup('OwnRulesScreen') },
]
