import { type ComponentType, lazy, Suspense } from 'react'
import type { Screen } from '../ui/screen.ts'
import { Loading } from '../ui/states.tsx'
import './rates.css'
import './offers.css'
import './sale.css'
import { QuoteScreen } from './quote-screen.tsx'

type Setup = typeof import('./setup-screens.tsx')

/** A screen of the set-up, loaded when it is opened. */
function setup(name: keyof Setup): Screen['component'] {
  const Shown = lazy(async () => ({
    default: (await import('./setup-screens.tsx'))[name] as ComponentType<{ params: Record<string, string> }>,
  }))
  return ({ params }) => (
    <Suspense fallback={<Loading />}>
      <Shown params={params} />
    </Suspense>
  )
}

export const screens: readonly Screen[] = [
  { path: '/quote', needs: 'GET /Rates/rateQuote/{dealerNumber}', component: QuoteScreen },
  { path: '/rates/books', needs: 'GET /Rates/books', component: setup('BooksScreen') },
  { path: '/rates/books/new', needs: 'POST /Rates/books/checks', component: setup('NewBookScreen') },
  { path: '/rates/books/$version', needs: 'GET /Rates/books/{version}', component: setup('VersionPage') },
  {
    path: '/rates/agreements',
    needs: 'GET /Rates/Disbursements/AccountHolder/{id}',
    component: setup('AgreementsScreen'),
  },
  {
    path: '/rates/agreements/$id',
    needs: 'GET /Rates/Disbursements/AccountHolder/{id}',
    component: setup('AgreementsScreen'),
  },
  {
    path: '/rates/agreements/$id/changes/$log',
    needs: 'GET /Rates/Disbursements/AuditLog/{auditLogId}',
    component: setup('ChangePage'),
  },
  { path: '/rates/criteria', needs: 'POST /Rates/criteria/evaluations', component: setup('CriteriaScreen') },
  { path: '/rates/state-rules', needs: 'GET /cancelrules/coverage', component: setup('CoverageScreen') },
  { path: '/rates/state-rules/own', needs: 'POST /cancelrules', component: setup('OwnRulesScreen') },
]
