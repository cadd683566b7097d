import { officeOnly } from '../ui/office-only.tsx'
import type { Screen } from '../ui/screen.ts'
import { EntryPage } from './journal/entry-page.tsx'
import { JournalList } from './journal/journal-list.tsx'
import { TrialBalanceScreen } from './journal/trial-balance.tsx'
import './ledger.css'
import { AgingRows } from './open-items/aging-rows.tsx'
import { AgingScreen } from './open-items/aging-screen.tsx'
import { LedgerList } from './open-items/ledger-list.tsx'
import { LedgerPage } from './open-items/ledger-page.tsx'
import { PeriodPage } from './periods/period-page.tsx'
import { PeriodsList } from './periods/periods-list.tsx'

const READ = 'accounting:read'

/** What is owed and what is booked: open items, aging, the journal, the trial balance, the months. */
export const screens: readonly Screen[] = [
  { path: '/money/ledger', needs: 'GET /ledgers', component: LedgerList },
  { path: '/money/ledger/$id', needs: 'GET /ledgers/{ledgerId}', component: LedgerPage },
  { path: '/money/aging', needs: 'GET /aging', component: AgingScreen },
  { path: '/money/aging/$id', needs: 'GET /aging', component: AgingRows },
  { path: '/money/journal', needs: 'GET /journal', component: officeOnly(JournalList, READ) },
  { path: '/money/journal/$entryId', needs: 'GET /journal', component: officeOnly(EntryPage, READ) },
  {
    path: '/money/trial-balance',
    needs: 'GET /trialBalance',
    component: officeOnly(TrialBalanceScreen, READ),
  },
  { path: '/money/periods', needs: 'GET /accountingperiods', component: officeOnly(PeriodsList, READ) },
  {
    path: '/money/periods/$period',
    needs: 'GET /accountingperiods',
    component: officeOnly(PeriodPage, READ),
  },
]
