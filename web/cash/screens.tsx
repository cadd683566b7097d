import { officeOnly } from '../ui/office-only.tsx'
import type { Screen } from '../ui/screen.ts'
import { AchPage } from './ach/ach-page.tsx'
import { AchScreen } from './ach/ach-screen.tsx'
import { BankFiles } from './bank/bank-files.tsx'
import { BankPage } from './bank/bank-page.tsx'
import { BatchPage } from './batches/batch-page.tsx'
import { BatchesList } from './batches/batches-list.tsx'
import './cash.css'
import { RemitScreen } from './remit/remit-screen.tsx'
import { StatementsScreen } from './statements/statements-screen.tsx'
import { CashList } from './transactions/cash-list.tsx'
import { CashPage } from './transactions/cash-page.tsx'
import { NewCash } from './transactions/new-cash.tsx'

/** Money that moves: registers and batches, cash, ACH files, the bank, statements. */
export const screens: readonly Screen[] = [
  { path: '/money/remit', needs: 'POST /inprocesscashtransactions', component: RemitScreen },
  { path: '/money/batches', needs: 'GET /inprocesscashtransactions', component: BatchesList },
  {
    path: '/money/batches/$id',
    needs: 'GET /inprocesscashtransactions/{inProcessCashTransactionId}',
    component: BatchPage,
  },
  { path: '/money/cash', needs: 'GET /v2/cashtransactions', component: CashList },
  { path: '/money/cash/new', needs: 'POST /cashtransactions', component: NewCash },
  { path: '/money/cash/$id', needs: 'GET /cashtransactions/{cashTransactionId}', component: CashPage },
  { path: '/money/ach', needs: 'GET /achfiles', component: officeOnly(AchScreen, 'cash:ach') },
  { path: '/money/ach/$id', needs: 'GET /achfiles/{achFileId}', component: officeOnly(AchPage, 'cash:ach') },
  { path: '/money/bank', needs: 'GET /bankfiles', component: officeOnly(BankFiles, 'cash:write') },
  {
    path: '/money/bank/$id',
    needs: 'GET /bankfiles/{bankFileId}',
    component: officeOnly(BankPage, 'cash:write'),
  },
  {
    path: '/money/statements',
    needs: 'POST /accountholders/{accountHolderId}/statementrequests',
    component: StatementsScreen,
  },
]
